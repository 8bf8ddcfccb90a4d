import OrreryModel

/// Writes a PlantUML state diagram: https://plantuml.com/state-diagram.
///
/// A comment before each arrow carries the id of its edge, because the language has none. All states
/// are declared before the first arrow: an arrow declares its ends where it stands.
enum PlantUMLWriter: DiagramWriter {
  static var capabilities: Capabilities {
    var capabilities = Capabilities()
    // Versions before 2020.24 draw no dashed borders of states.
    capabilities.strokes = [.result, .inferred]
    return capabilities
  }

  static func text(_ diagram: Diagram) -> String {
    let lines =
      ["@startuml"] + settings + title(diagram)
      + body(diagram)
      + diagram.notes.enumerated().flatMap { note($1, number: $0) } + legend(diagram)
      + caption(diagram) + ["@enduml"]
    return lines.joined(separator: "\n") + "\n"
  }

  private static let settings = [
    "hide empty description",
    "skinparam shadowing false",
    "skinparam backgroundColor \(Theme.paper)",
    "skinparam defaultFontName Helvetica",
    "skinparam state {",
    "  BackgroundColor \(Theme.fill)",
    "  BorderColor \(Theme.border)",
    "  FontColor \(Theme.ink)",
    "  ArrowColor \(Theme.border)",
    "  ArrowFontColor \(Theme.ink)",
    "  ArrowFontSize 11",
    "  StartColor \(Theme.ink)",
    "  EndColor \(Theme.ink)",
    "}",
    "skinparam legendBackgroundColor \(Theme.paper)",
    "skinparam legendBorderColor \(Theme.unseen)",
    "skinparam note {",
    "  BackgroundColor \(Theme.doubtFill)",
    "  BorderColor \(Theme.doubt)",
    "}",
  ]

  /// A title of one line needs a letter in it; a block does not.
  private static func title(_ diagram: Diagram) -> [String] {
    ["title", "  \(PlantUMLText.blockLine(diagram.title))", "end title", ""]
  }

  // MARK: - States

  private static func body(_ diagram: Diagram) -> [String] {
    let blocks = diagram.blocks
    let regions = blocks.dropLast().map(region)
    let rest = blocks.last.map(content) ?? []
    guard diagram.isConcurrent else { return regions.flatMap(\.self) + rest }
    let inner = regions.joined(separator: ["--"]).map { "  " + $0 }
    return ["state \"\(PlantUMLText.escaped(diagram.title))\" as regions {"] + inner + ["}"] + rest
  }

  private static func region(_ block: Block) -> [String] {
    guard let area = block.area else { return content(block) }
    return ["state \"\(PlantUMLText.escaped(area.name))\" as \(area.id) {"]
      + content(block).map { "  " + $0 } + ["}"]
  }

  private static func content(_ block: Block) -> [String] {
    block.nodes.flatMap(state) + block.starts.map { "[*] --> \($0)" } + block.edges.flatMap(edge)
      + block.finals.map { "\($0) --> [*]" }
  }

  private static func state(_ node: Diagram.Node) -> [String] {
    let color = color(node).map { " " + $0 } ?? ""
    guard node.kind == .actions else {
      let label = PlantUMLText.lines(node.lines)
      return ["state \"\(label)\" as \(node.id)\(color)"]
    }
    return ["state \"actions\" as \(node.id)\(color)"]
      + node.lines.map { "\(node.id) : \(PlantUMLText.escaped($0.text))" }
  }

  private static func color(_ node: Diagram.Node) -> String? {
    switch node.kind {
    case .state:
      if let change = node.change {
        return "##[\(change == .removed ? "dashed" : "bold")]\(change.color.dropFirst())"
      }
      if node.isFocus { return "\(Theme.accentFill)" }
      if !node.isStable { return "##[dashed]\(Theme.border.dropFirst())" }
      return node.isInitial ? Theme.accentFill : nil
    case .any: return "##[dashed]\(Theme.unseen.dropFirst())"
    case .unknown: return Theme.doubtFill
    case .trap, .thrown: return Theme.alarmFill
    case .actions, .nothing: return nil
    }
  }

  // MARK: - Edges

  private static func edge(_ edge: Diagram.Edge) -> [String] {
    let stroke =
      switch edge.style.dash {
      case .solid: "[\(edge.style.color)]"
      case .dashed, .dotted: "[\(edge.style.color),\(edge.style.dash.rawValue)]"
      }
    let bold = edge.style.isStrong ? stroke.dropLast() + ",bold]" : stroke[...]
    let label = PlantUMLText.lines(edge.lines)
    let arrow = "\(edge.source) -\(bold)-> \(edge.target)"
    return ["' \(edge.id)", label.isEmpty ? arrow : "\(arrow) : \(label)"]
  }

  // MARK: - Remarks

  private static func note(_ note: Diagram.Note, number: Int) -> [String] {
    let lines = note.lines.flatMap { $0.wrapped(at: 60) }.map { "  " + PlantUMLText.blockLine($0) }
    return ["note as remark\(number)", "  **\(PlantUMLText.escaped(note.title))**"] + lines
      + ["end note"]
  }

  private static func legend(_ diagram: Diagram) -> [String] {
    guard !diagram.legend.isEmpty else { return [] }
    let entries = diagram.legend.map { entry in
      let sign = entry.mark.isEmpty ? entry.style.dash.rawValue : entry.mark
      return "  <color:\(entry.style.color)>\(PlantUMLText.escaped(sign))</color> "
        + PlantUMLText.escaped(entry.meaning)
    }
    return ["legend right"] + entries + ["endlegend"]
  }

  private static func caption(_ diagram: Diagram) -> [String] {
    guard !diagram.caption.isEmpty else { return [] }
    return ["caption " + PlantUMLText.escaped(diagram.caption.joined(separator: ". "))]
  }
}
