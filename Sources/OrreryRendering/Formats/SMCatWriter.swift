import OrreryModel

/// Writes the language of state-machine-cat: https://github.com/sverweij/state-machine-cat.
///
/// A comment before each transition carries the id of its edge. Names are generated, because the
/// language reads kinds of states from them.
struct SMCatWriter: DiagramWriter {
  static var capabilities: Capabilities {
    var capabilities = Capabilities()
    capabilities.strokes = [.unstable]
    capabilities.labelLines = 8
    capabilities.hasNotes = false
    return capabilities
  }

  static func text(_ diagram: Diagram) -> String {
    SMCatWriter(diagram: diagram, theme: diagram.look.theme.colors).text
  }

  private let diagram: Diagram
  private let theme: Theme

  private var text: String {
    let remarks =
      [diagram.title]
      + diagram.legend.filter { !$0.mark.isEmpty }.map { "\($0.mark) \($0.meaning)" }
      + diagram.notes.flatMap { [$0.title + ":"] + $0.lines } + diagram.caption
    let root = diagram.root
    let states = states(root, title: diagram.title)
    let lines =
      remarks.map { "# " + $0 } + [""] + listed(states) + [""] + transitions(root)
    return lines.joined(separator: "\n").trailingLines + "\n"
  }

  /// States are parted by commas and ended by a semicolon.
  private func listed(_ states: [[String]]) -> [String] {
    Array(states.joined(separator: [","])) + (states.isEmpty ? [] : [";"])
  }

  /// An area with what is inside.
  private func area(_ block: Block) -> [String] {
    guard let area = block.area else { return [] }
    let lines = (block.state?.lines ?? []).map(\.text) + [area.name]
    let kind = block.isConcurrent ? " type=parallel" : block.state == nil ? "" : " type=regular"
    let inner = listed(states(block, title: area.name)) + transitions(block)
    let label = quoted(lines.joined(separator: "\n"))
    return ["\(area.state ?? area.id) [label=\(label)\(kind)] {"] + inner.map { "  " + $0 } + ["}"]
  }

  /// The states of a block, its start and its end, each as lines.
  private func states(_ block: Block, title: String) -> [[String]] {
    let suffix = suffix(block)
    var areas = block.blocks.map(area)
    if block.area == nil, block.isConcurrent {
      areas = [
        ["regions.parallel [label=\(quoted(title)) type=parallel] {"]
          + listed(areas).map { "  " + $0 } + ["}"]
      ]
    }
    return areas + (block.starts.isEmpty ? [] : [["initial\(suffix)"]])
      + block.nodes.map { [state($0)] } + (block.finals.isEmpty ? [] : [["final\(suffix)"]])
  }

  private func suffix(_ block: Block) -> String { block.area.map { "_\($0.id)" } ?? "" }

  private func state(_ node: Diagram.Node) -> String {
    if node.kind == .choice { return "\(node.id) [type=choice]" }
    let lines = node.lines.map(\.text) + node.submachines.map { "▸ " + $0.name }
    let label = lines.joined(separator: "\n")
    let color =
      switch node.kind {
      case .trap, .thrown: " color=\(quoted(theme.alarm))"
      case .unknown: " color=\(quoted(theme.doubt))"
      case .state, .any, .choice, .property, .actions, .nothing, .entry, .exit, .machine:
        node.isStable ? "" : " color=\(quoted(theme.muted))"
      }
    return "\(node.id) [label=\(quoted(label)) type=regular\(color)]"
  }

  private func transitions(_ block: Block) -> [String] {
    let suffix = suffix(block)
    return block.starts.map { "initial\(suffix) => \($0);" }
      + block.edges.flatMap { edge -> [String] in
        let kind = edge.isLoop ? " type=internal" : ""
        let arrow =
          "\(edge.source) => \(edge.target) [color=\(quoted(theme.color(of: edge.style)))\(kind)]"
        let label = edge.lines.map(\.text).joined(separator: "\n")
        return ["# \(edge.id)", label.isEmpty ? "\(arrow);" : "\(arrow): \(quoted(label));"]
      } + block.finals.map { "\($0) => final\(suffix);" }
  }

  /// A backslash stands for itself but before a quote, so that one at the end is kept apart from it.
  private func quoted(_ text: String) -> String {
    var result = String.UnicodeScalarView("\"".unicodeScalars)
    for scalar in text.unicodeScalars {
      if scalar == "\"" { result.append("\\") }
      result.append(scalar)
    }
    if text.unicodeScalars.last == "\\" { result.append(" ") }
    result.append("\"")
    return String(result)
  }
}

extension String {
  /// The text without empty lines at its end.
  fileprivate var trailingLines: String {
    var text = self[...]
    while text.last == "\n" { text.removeLast() }
    return String(text)
  }
}
