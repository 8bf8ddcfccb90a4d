import Foundation

/// PlantUML's own parser.
public enum PlantUMLOracle {
  public static let reason: String = "plantuml is not installed: apt-get install plantuml"

  /// Whether tests that need it run; where it is required and missing, they run and fail.
  public static var isEnabled: Bool { Tool("plantuml") != nil || Tool.isRequired }

  /// What the parser says of each diagram: nothing where it is valid, else the message.
  ///
  /// - Parameter kind: What the parser calls a valid diagram of the kind that is meant.
  public static func errors(in diagrams: [String], kind: String = "STATE") throws -> [String?] {
    let output = try withTemporaryFolder { folder in
      try tool().run(["-headless", "-syntax"], in: folder, input: diagrams.joined())
    }
    // The kind and `(n entities)` for a valid one; `ERROR`, the line, messages for another.
    var verdicts: [String?] = []
    for line in output.split(separator: "\n") {
      if line == kind {
        verdicts.append(nil)
      } else if line.allSatisfy(\.isUppercase) {
        verdicts.append("\(line)")
      } else if let message = verdicts.last.flatMap(\.self) {
        verdicts[verdicts.count - 1] = message + " " + line
      }
    }
    return verdicts
  }

  /// The text that PlantUML draws of a diagram, in the order of its SVG.
  public static func texts(of diagram: String) throws -> [String] {
    try withTemporaryFolder { folder in
      try Data(diagram.utf8).write(to: folder.appendingPathComponent("diagram.puml"))
      _ = try tool().run(["-headless", "-tsvg", "-charset", "UTF-8", "diagram.puml"], in: folder)
      let svg = try Data(contentsOf: folder.appendingPathComponent("diagram.svg"))
      return XMLTexts.texts(of: "text", in: svg)
    }
  }

  /// An edge as the parser lists it, with the labels of its ends.
  public struct Edge: Hashable, Sendable {
    public var source, target, label: String
  }

  /// The edges that the parser found in each diagram, with those from an initial and to a final node.
  public static func edges(in diagrams: [String]) throws -> [[Edge]] {
    try withTemporaryFolder { folder in
      for (index, diagram) in diagrams.enumerated() {
        try Data(diagram.utf8).write(to: folder.appendingPathComponent("d\(index).puml"))
      }
      _ = try tool().run(["-headless", "-tscxml", "-charset", "UTF-8", "*.puml"], in: folder)
      return try diagrams.indices.map { index in
        let file = folder.appendingPathComponent("d\(index).scxml")
        var source = ""
        return (XMLElements.all(in: try Data(contentsOf: file)) ?? []).compactMap { element in
          if element.name == "state" { source = element.attributes["id"] ?? "" }
          guard element.name == "transition" else { return nil }
          return Edge(
            source: source, target: element.attributes["target"] ?? "",
            label: element.attributes["event"] ?? "")
        }
      }
    }
  }

  private static func tool() throws -> Tool {
    guard let tool = Tool("plantuml") else {
      throw MissingTool("plantuml", install: "apt-get install plantuml")
    }
    return tool
  }
}
