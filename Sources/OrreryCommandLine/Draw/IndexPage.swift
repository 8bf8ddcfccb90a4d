import Foundation
import OrreryModel

/// The page that lists the machines of a folder; it also tells which of the folder's files are the
/// tool's own.
struct IndexPage {
  static let fileName = "README.md"
  /// Stands at the head of a page that was written by the tool, below the title: DocC takes a page
  /// for an article only where its title comes first.
  static let marker = "<!-- orrery:index -->"

  var machines: [Machine]
  var formats: [DrawingFormat]
  var names: FileNames
  /// The files that show which machine is built from which.
  var features: [String] = []

  var text: String {
    """
    # State machines

    \(Self.marker)

    | machine | style | states | events | transitions | actions | unresolved | files |
    |---|---|--:|--:|--:|--:|--:|---|
    \(machines.map(row).joined(separator: "\n"))
    \(featureLine)
    Drawn from the source by `orrery draw`; `orrery check` says whether it still matches.

    """
  }

  private static let featureMark = "Which is built from which: "

  private var featureLine: String {
    guard !features.isEmpty else { return "" }
    let links = features.map { "[\($0)](\($0))" }.joined(separator: " · ")
    return "\n\(Self.featureMark)\(links)\n"
  }

  private func row(_ machine: Machine) -> String {
    let links = formats.map { "[\($0.rawValue)](\(names.name(of: machine.id, $0)))" }
    let cells = [
      Markdown.escaped(machine.id), machine.style.rawValue, "\(machine.states.count)",
      "\(machine.events.count)", "\(machine.transitions.count)", "\(machine.actions.count)",
      "\(machine.unresolved.count)", links.joined(separator: " · "),
    ]
    return "| \(cells.joined(separator: " | ")) |"
  }

  /// The files that a page links to; nothing where the page is somebody else's.
  static func files(in page: String) -> [String]? {
    let head = page.split(maxSplits: 2, whereSeparator: \.isNewline).prefix(2)
    guard head.contains(where: { $0 == marker }) else { return nil }
    var files: [String] = []
    for line in page.utf8.split(separator: UInt8(ascii: "\n")).map(Substring.init)
    where line.hasPrefix("| ") || line.hasPrefix(featureMark) {
      for link in line.utf8.split(separator: UInt8(ascii: "]")).dropFirst()
      where link.first == UInt8(ascii: "(") {
        let name = String(Substring(link.dropFirst().prefix { $0 != UInt8(ascii: ")") }))
        if isOwn(name) { files.append(name) }
      }
    }
    return files
  }

  /// Whether the tool gives files such names: no page may point it at anything else.
  private static func isOwn(_ name: String) -> Bool {
    !name.contains("/") && !name.hasPrefix(".")
      && DrawingFormat.allCases.contains { name.hasSuffix("." + $0.fileExtension) }
  }
}
