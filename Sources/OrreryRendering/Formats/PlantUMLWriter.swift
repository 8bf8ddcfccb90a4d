import OrreryModel

/// Writes a PlantUML state diagram: https://plantuml.com/state-diagram.
///
/// A comment before each arrow carries the id of its edge, because the language has none. All states
/// are declared before the first arrow: an arrow declares its ends where it stands.
struct PlantUMLWriter: DiagramWriter {
  static var capabilities: Capabilities {
    var capabilities = Capabilities()
    // Versions before 2020.24 draw no dashed borders of states.
    capabilities.strokes = [.result, .inferred]
    capabilities.loops = .inside
    return capabilities
  }

  static func text(_ diagram: Diagram) -> String {
    PlantUMLWriter(diagram: diagram, theme: diagram.look.theme.colors).text
  }

  private let diagram: Diagram
  private let theme: Theme

  private var text: String {
    let lines =
      ["@startuml"] + settings + title + body
      + diagram.notes.enumerated().flatMap { note($1, number: $0) } + legend
      + caption + ["@enduml"]
    return lines.joined(separator: "\n") + "\n"
  }

  private var settings: [String] {
    [
      "hide empty description",
      "skinparam shadowing false",
      "skinparam backgroundColor \(theme.paper)",
      "skinparam defaultFontName Helvetica",
      "skinparam state {",
      "  BackgroundColor \(theme.fill)",
      "  BorderColor \(theme.border)",
      "  FontColor \(theme.ink)",
      "  ArrowColor \(theme.border)",
      "  ArrowFontColor \(theme.ink)",
      "  ArrowFontSize 11",
      "  StartColor \(theme.ink)",
      "  EndColor \(theme.ink)",
      "}",
      "skinparam legendBackgroundColor \(theme.paper)",
      "skinparam legendBorderColor \(theme.unseen)",
      "skinparam note {",
      "  BackgroundColor \(theme.doubtFill)",
      "  BorderColor \(theme.doubt)",
      "}",
    ]
  }

  /// A title of one line needs a letter in it; a block does not.
  private var title: [String] {
    ["title", "  \(PlantUMLText.blockLine(diagram.title))", "end title", ""]
  }

  // MARK: - States

  private var body: [String] {
    let root = diagram.root
    guard root.isConcurrent else { return content(root) }
    let inner = regions(root).map { "  " + $0 }
    return ["state \"\(PlantUMLText.escaped(diagram.title))\" as regions {"] + inner + ["}"]
      + own(root)
  }

  /// The areas of a block, concurrent regions with a rule between them.
  private func regions(_ block: Block) -> [String] {
    Array(block.blocks.map(area).joined(separator: block.isConcurrent ? ["--"] : []))
  }

  private func area(_ block: Block) -> [String] {
    guard let area = block.area else { return [] }
    let label =
      block.state.map { PlantUMLText.lines($0.lines + [[Span(.detail, area.name)]]) }
      ?? PlantUMLText.escaped(area.name)
    let color = block.state.flatMap(color).map { " " + $0 } ?? ""
    return ["state \"\(label)\" as \(area.state ?? area.id)\(color) {"]
      + content(block).map { "  " + $0 } + ["}"]
  }

  private func content(_ block: Block) -> [String] { regions(block) + own(block) }

  private func own(_ block: Block) -> [String] {
    block.nodes.flatMap(state) + block.starts.map { "[*] --> \($0)" } + block.edges.flatMap(edge)
      + block.finals.map { "\($0) --> [*]" }
  }

  private func state(_ node: Diagram.Node) -> [String] {
    if node.kind == .choice { return ["state \(node.id) <<choice>>"] }
    let color = color(node).map { " " + $0 } ?? ""
    guard node.kind == .actions else {
      let label = PlantUMLText.lines(node.lines)
      return ["state \"\(label)\" as \(node.id)\(color)"]
        + node.submachines.map { "\(node.id) : \(PlantUMLText.escaped("▸ " + $0.name))" }
    }
    return ["state \"actions\" as \(node.id)\(color)"]
      + node.lines.map { "\(node.id) : \(PlantUMLText.escaped($0.text))" }
  }

  private func color(_ node: Diagram.Node) -> String? {
    switch node.kind {
    case .state, .property:
      if let change = node.change {
        let stroke = change == .removed ? "dashed" : "bold"
        return "##[\(stroke)]\(theme.color(of: change).dropFirst())"
      }
      if node.isFocus { return "\(theme.accentFill)" }
      if !node.isStable { return "##[dashed]\(theme.border.dropFirst())" }
      return node.isInitial ? theme.accentFill : nil
    case .any: return "##[dashed]\(theme.unseen.dropFirst())"
    case .unknown: return theme.doubtFill
    case .trap, .thrown: return theme.alarmFill
    case .actions, .nothing, .entry, .exit, .machine, .choice: return nil
    }
  }

  // MARK: - Edges

  private func edge(_ edge: Diagram.Edge) -> [String] {
    if edge.isInside {
      return ["' \(edge.id)", "\(edge.source) : \(PlantUMLText.lines(edge.lines))"]
    }
    let stroke =
      switch edge.style.dash {
      case .solid: "[\(theme.color(of: edge.style))]"
      case .dashed, .dotted: "[\(theme.color(of: edge.style)),\(edge.style.dash.rawValue)]"
      }
    let bold = edge.style.isStrong ? stroke.dropLast() + ",bold]" : stroke[...]
    let label = PlantUMLText.lines(edge.lines)
    let arrow = "\(edge.source) -\(bold)-> \(edge.target)"
    return ["' \(edge.id)", label.isEmpty ? arrow : "\(arrow) : \(label)"]
  }

  // MARK: - Remarks

  private func note(_ note: Diagram.Note, number: Int) -> [String] {
    let lines = note.lines.flatMap { $0.wrapped(at: 60) }.map { "  " + PlantUMLText.blockLine($0) }
    return ["note as remark\(number)", "  **\(PlantUMLText.escaped(note.title))**"] + lines
      + ["end note"]
  }

  private var legend: [String] {
    guard !diagram.legend.isEmpty else { return [] }
    let entries = diagram.legend.map { entry -> String in
      let sign = entry.mark.isEmpty ? entry.style?.dash.rawValue ?? "" : entry.mark
      let color = entry.style.map(theme.color) ?? theme.ink
      return "  <color:\(color)>\(PlantUMLText.escaped(sign))</color> "
        + PlantUMLText.escaped(entry.meaning)
    }
    return ["legend right"] + entries + ["endlegend"]
  }

  private var caption: [String] {
    guard !diagram.caption.isEmpty else { return [] }
    return ["caption " + PlantUMLText.escaped(diagram.caption.joined(separator: ". "))]
  }
}
