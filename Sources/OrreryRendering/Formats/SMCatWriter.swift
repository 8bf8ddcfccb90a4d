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
    let blocks = diagram.blocks
    let rest = blocks.last
    let regions = blocks.dropLast().flatMap { [region($0)] }.joined(separator: [","])
    let states =
      diagram.isConcurrent
      ? [
        ["regions.parallel [label=\(quoted(diagram.title)) type=parallel] {"]
          + Array(regions).map { "  " + $0 } + [";", "}"]
      ]
      : blocks.dropLast().map(region)
    let all = states + (rest.map(self.states) ?? []).map { [$0] }
    let lines =
      remarks.map { "# " + $0 } + [""] + Array(all.joined(separator: [","]))
      + (all.isEmpty ? [] : [";"]) + [""] + (rest.map(transitions) ?? [])
    return lines.joined(separator: "\n").trailingLines + "\n"
  }

  private func region(_ block: Block) -> [String] {
    guard let area = block.area else { return [] }
    let inner = Array(states(block).map { [$0] }.joined(separator: [","])) + [";"]
    return ["\(area.id) [label=\(quoted(area.name))] {"]
      + (inner + transitions(block)).map { "  " + $0 } + ["}"]
  }

  /// The states of a block, its start and its end.
  private func states(_ block: Block) -> [String] {
    let suffix = block.area.map { "_\($0.id)" } ?? ""
    return (block.starts.isEmpty ? [] : ["initial\(suffix)"]) + block.nodes.map(state)
      + (block.finals.isEmpty ? [] : ["final\(suffix)"])
  }

  private func state(_ node: Diagram.Node) -> String {
    let label = node.lines.map(\.text).joined(separator: "\n")
    let color =
      switch node.kind {
      case .trap, .thrown: " color=\(quoted(theme.alarm))"
      case .unknown: " color=\(quoted(theme.doubt))"
      case .state, .any, .actions, .nothing: node.isStable ? "" : " color=\(quoted(theme.muted))"
      }
    return "\(node.id) [label=\(quoted(label)) type=regular\(color)]"
  }

  private func transitions(_ block: Block) -> [String] {
    let suffix = block.area.map { "_\($0.id)" } ?? ""
    return block.starts.map { "initial\(suffix) => \($0);" }
      + block.edges.flatMap { edge -> [String] in
        let arrow =
          "\(edge.source) => \(edge.target) [color=\(quoted(theme.color(of: edge.style)))]"
        let label = edge.lines.map(\.text).joined(separator: "\n")
        return ["# \(edge.id)", label.isEmpty ? "\(arrow);" : "\(arrow): \(quoted(label));"]
      } + block.finals.map { "\($0) => final\(suffix);" }
  }

  private func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
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
