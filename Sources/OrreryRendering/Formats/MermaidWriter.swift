import OrreryModel

/// Writes a Mermaid state diagram: https://mermaid.js.org/syntax/stateDiagram.html.
///
/// A comment before each arrow carries the id of its edge. Edges cannot be styled, so that marks in
/// their labels say what strokes say elsewhere.
enum MermaidWriter: DiagramWriter {
  static var capabilities: Capabilities {
    var capabilities = Capabilities()
    capabilities.strokes = [.unstable]
    capabilities.labelLines = 6
    capabilities.loops = .insideSimpleStates
    return capabilities
  }

  /// What hosts refuse by default, `maxTextSize` and `maxEdges` of
  /// https://mermaid.js.org/config/schema-docs/config.html.
  private static let (characterLimit, edgeLimit) = (50_000, 500)

  /// The whole machine where hosts show it; else with shorter labels, and then with fewer edges.
  static func diagram(of machine: Machine, options: RenderOptions) -> Diagram {
    fitted(machine, options).diagram
  }

  static func text(of machine: Machine, options: RenderOptions) -> String {
    fitted(machine, options).text
  }

  private static func fitted(
    _ machine: Machine, _ options: RenderOptions
  ) -> (diagram: Diagram, text: String) {
    var capabilities = self.capabilities
    var diagram = Diagram(machine, capabilities: capabilities, options: options)
    var text = text(diagram)
    for (lines, edges) in [(6, 500), (2, 450), (1, 400), (1, 300), (1, 200), (1, 100), (1, 50)] {
      guard isOverLimit(diagram, text) else { break }
      (capabilities.labelLines, capabilities.maximumEdges) = (lines, edges)
      diagram = Diagram(machine, capabilities: capabilities, options: options)
      text = self.text(diagram)
    }
    return (diagram, text)
  }

  private static func isOverLimit(_ diagram: Diagram, _ text: String) -> Bool {
    if text.utf8.count > characterLimit && text.count > characterLimit { return true }
    // Each node begins and ends at most once, each area begins.
    guard diagram.edges.count + 2 * diagram.nodes.count + diagram.areas.count > edgeLimit else {
      return false
    }
    let ends = diagram.root.all.reduce(0) { $0 + $1.starts.count + $1.finals.count }
    return diagram.edges.count + ends > edgeLimit
  }

  static func text(_ diagram: Diagram) -> String {
    let lines =
      ["---", "title: \(MermaidText.yaml(diagram.title))", "---", "stateDiagram-v2"]
      + (body(diagram) + styles(diagram) + remarks(diagram)).map { "  " + $0 }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let classes = [
    ("unstable", "stroke-dasharray:5 3"), ("final", "stroke-width:3px"),
    ("focus", "stroke-width:3px"),
    ("added", "stroke:\(Theme.light.confirmed),stroke-width:3px"),
    ("removed", "stroke:\(Theme.light.alarm),stroke-width:3px,stroke-dasharray:5 3"),
    ("changed", "stroke:\(Theme.light.explained),stroke-width:3px"),
    ("any", "stroke-dasharray:2 2"),
    (
      "unknown",
      "fill:\(Theme.light.doubtFill),stroke:\(Theme.light.doubt),color:\(Theme.light.doubt)"
    ),
    (
      "stop", "fill:\(Theme.light.alarmFill),stroke:\(Theme.light.alarm),color:\(Theme.light.alarm)"
    ),
  ]

  // MARK: - States

  private static func body(_ diagram: Diagram) -> [String] {
    let root = diagram.root
    guard root.isConcurrent else { return content(root) }
    let inner = regions(root).map { "  " + $0 }
    return ["state \"\(MermaidText.escaped(diagram.title))\" as regions {"] + inner + ["}"]
      + own(root)
  }

  /// The areas of a block, concurrent regions with a rule between them.
  private static func regions(_ block: Block) -> [String] {
    Array(block.blocks.map(area).joined(separator: block.isConcurrent ? ["--"] : []))
  }

  private static func area(_ block: Block) -> [String] {
    guard let area = block.area else { return [] }
    let label =
      block.state.map { MermaidText.lines($0.lines + [[Span(.detail, area.name)]]) }
      ?? MermaidText.escaped(area.name)
    return ["state \"\(label)\" as \(area.state ?? area.id) {"]
      + content(block).map { "  " + $0 } + ["}"]
  }

  private static func content(_ block: Block) -> [String] { regions(block) + own(block) }

  private static func own(_ block: Block) -> [String] {
    block.nodes.flatMap(state) + block.starts.map { "[*] --> \($0)" } + block.edges.flatMap(edge)
      + block.finals.map { "\($0) --> [*]" }
  }

  private static func state(_ node: Diagram.Node) -> [String] {
    if node.kind == .choice { return ["state \(node.id) <<choice>>"] }
    return ["state \"\(MermaidText.lines(node.lines))\" as \(node.id)"]
      + node.submachines.map { "\(node.id) : \(MermaidText.escaped("▸ " + $0.name))" }
  }

  /// The classes that occur, and which nodes they are given to.
  private static func styles(_ diagram: Diagram) -> [String] {
    classes.flatMap { name, style -> [String] in
      let members = diagram.nodes.filter { self.style($0) == name }.map(\.id)
      guard !members.isEmpty else { return [] }
      return ["classDef \(name) \(style)", "class \(members.joined(separator: ",")) \(name)"]
    }
  }

  private static func style(_ node: Diagram.Node) -> String? {
    switch node.kind {
    case .state, .property:
      if let change = node.change { return change.rawValue }
      if node.isFocus { return "focus" }
      if !node.isStable { return "unstable" }
      return node.isFinal ? "final" : nil
    case .any: return "any"
    case .unknown: return "unknown"
    case .trap, .thrown: return "stop"
    case .actions, .nothing, .entry, .exit, .machine, .choice: return nil
    }
  }

  // MARK: - Edges and remarks

  private static func edge(_ edge: Diagram.Edge) -> [String] {
    let label = MermaidText.lines(edge.lines)
    if edge.isInside { return ["%% \(edge.id)", "\(edge.source) : \(label)"] }
    let arrow = "\(edge.source) --> \(edge.target)"
    return ["%% \(edge.id)", label.isEmpty ? arrow : "\(arrow) : \(label)"]
  }

  /// A note stands beside a state, here the first one: there are no notes on their own.
  private static func remarks(_ diagram: Diagram) -> [String] {
    let legend = diagram.legend.filter { !$0.mark.isEmpty }
      .map { MermaidText.escaped("\($0.mark) \($0.meaning)") }
    let notes = diagram.notes.flatMap { note in
      [MermaidText.escaped(note.title + ":")]
        + note.lines.flatMap { $0.wrapped(at: 60) }.map(MermaidText.escaped)
    }
    let lines = legend + notes + diagram.caption.map(MermaidText.escaped)
    guard let anchor = diagram.nodes.first, !lines.isEmpty else { return [] }
    return ["note right of \(anchor.id)"] + lines.map { "  " + $0 } + ["end note"]
  }
}
