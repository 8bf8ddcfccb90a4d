import OrreryModel

extension DOTWriter {
  var body: [String] { body(diagram.root) }

  private func body(_ block: Block) -> [String] {
    let content =
      block.blocks.flatMap(body) + block.starts.flatMap { start($0, in: block) }
      + block.nodes.map(node) + order(block) + columns(block)
    guard let area = block.area else { return content }
    let own = area.kind == .superstate ? superstate(area) : region(area)
    let settings = DOTText.attributes(block.state.map { composite(area, $0) } ?? own)
    return ["subgraph cluster_\(area.id) {", "  graph \(settings)"]
      + content.map { "  " + $0 } + ["}"]
  }

  /// Edges that are not drawn: a composite is entered above what is in it, and left below.
  private func order(_ block: Block) -> [String] {
    guard let entry = block.entry else { return [] }
    let first = block.starts.isEmpty ? block.all.dropFirst().compactMap(\.anchor).first : nil
    let exit = block.nodes.first { $0.kind == .exit }?.id
    return [first, exit].compactMap(\.self).map { unseen(entry, $0) }
  }

  /// Edges that are not drawn, too: boxes that no arrow joins are a block, which as a row would be
  /// wider than the machine.
  private func columns(_ block: Block) -> [String] {
    stacked(block).map { unseen($0, $1) }
  }

  /// The boxes that stand below one another in the columns of a block.
  func stacked(_ block: Block) -> [(upper: String, lower: String)] {
    let drawn = diagram.edges.filter { !$0.isInside }
    let nodes = block.nodes.filter { $0.kind != .machine }
    return LooseNodes(nodes, drawn).columns.flatMap { column in
      zip(column, column.dropFirst()).map { ($0, $1) }
    }
  }

  private func unseen(_ source: String, _ target: String) -> String {
    "\(source) -> \(target) [id=\"start_\(target)\", style=invis]"
  }

  private func region(_ area: Diagram.Area) -> [(String, String)] {
    [
      ("id", "\"\(area.id)\""), ("label", "<\(DOTText.markup(area.name))>"),
      ("style", "\"dashed,rounded\""), ("color", "\"\(theme.muted)\""),
      ("fontcolor", "\"\(theme.muted)\""), ("fontsize", "11"), ("penwidth", "1"),
      ("margin", "12"), ("tooltip", DOTText.quoted(area.name)),
    ] + page(area)
  }

  private func superstate(_ area: Diagram.Area) -> [(String, String)] {
    [
      ("id", "\"\(area.id)\""), ("label", "\"\""), ("style", "\"rounded\""),
      ("color", "\"\(theme.border)\""), ("penwidth", "1.2"), ("margin", "12"),
    ]
  }

  /// A state with a machine inside: its name and what it answers itself stand at the border.
  private func composite(_ area: Diagram.Area, _ state: Diagram.Node) -> [(String, String)] {
    let inner = DOTText.colored(DOTText.markup(area.name), theme.muted)
    let name =
      DOTText.colored(markup(state.lines, aligned: "LEFT"), theme.ink) + inner
      + "<BR ALIGN=\"LEFT\"/>"
    return [
      ("id", "\"\(area.id)\""), ("label", "<\(label(name, loops(of: state), []))>"),
      ("style", "\"rounded\(state.isStable ? "" : ",dashed")\""),
      ("color", "\"\(theme.border)\""), ("fontcolor", "\"\(theme.ink)\""), ("fontsize", "12"),
      ("penwidth", state.isFocus ? "2.6" : "1.2"), ("margin", "12"),
      ("tooltip", DOTText.quoted(state.tooltip)),
      // Edges come in from above, where they would cross the name.
      ("labelloc", "b"),
    ] + page(area)
  }

  private func page(_ area: Diagram.Area) -> [(String, String)] {
    guard let page = area.page else { return [] }
    return [("URL", DOTText.quoted(page + ".svg")), ("target", "\"_top\"")]
  }

  private func loops(of node: Diagram.Node) -> [Diagram.Edge] {
    diagram.edges.filter { $0.isInside && $0.source == node.id }
  }

  private func start(_ node: String, in block: Block) -> [String] {
    if let entry = block.entry {
      return ["\(entry) -> \(node) [id=\"start_\(node)\", weight=8, tooltip=\"initial\"]"]
    }
    return [
      """
      start_\(node) [shape=circle, label="", width=0.16, height=0.16, fixedsize=true, \
      style=filled, fillcolor="\(theme.ink)", color="\(theme.ink)", tooltip="initial"]
      """,
      "start_\(node) -> \(node) [id=\"start_\(node)\", weight=8, tooltip=\"initial\"]",
    ]
  }

  private func node(_ node: Diagram.Node) -> String {
    let loops = loops(of: node)
    let pairs =
      [("id", "\"\(node.id)\""), ("label", label(node, loops))]
      + shape(node) + margin(node) + [("tooltip", DOTText.quoted(node.tooltip))]
      + (node.link.map { [("URL", DOTText.quoted($0)), ("target", "\"_top\"")] } ?? [])
      // The graph names the edges that are lines of a label, as it names the others.
      + (loops.isEmpty ? [] : [("loops", "\"\(loops.map(\.id).joined(separator: " "))\"")])
    return "\(node.id) \(DOTText.attributes(pairs))"
  }

  private func label(_ node: Diagram.Node, _ loops: [Diagram.Edge]) -> String {
    if node.kind == .entry || node.kind == .choice { return "\"\"" }
    if node.kind == .exit { return "×" }
    if let lines = node.lines.inOneFace, loops.isEmpty, node.submachines.isEmpty {
      return DOTText.label(lines)
    }
    let name = markup(node.lines, aligned: node.kind == .actions ? "LEFT" : "CENTER")
    return "<\(label(name, loops, node.submachines))>"
  }

  /// The name, and under a rule what the state answers without being left and what runs in it.
  private func label(
    _ name: String, _ loops: [Diagram.Edge], _ submachines: [Diagram.Submachine]
  ) -> String {
    guard !loops.isEmpty || !submachines.isEmpty else { return name }
    let rows =
      submachines.map { pageRow("▸ " + $0.name, $0.page, color: theme.accent) }
      + loops.map { "<TR>\(row($0))</TR>" }
    return """
      <TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="3" COLOR="\(theme.border)">\
      <TR><TD CELLPADDING="4">\(name)</TD></TR><HR/>\(rows.joined())</TABLE>
      """
  }

  private func row(_ edge: Diagram.Edge) -> String {
    // A cell without a link loses its id and its title, so that it links to itself.
    let link = DOTText.attribute(edge.link ?? SVGPicture.ownLink(edge.id))
    let tooltip = DOTText.attribute(edge.tooltip)
    let isPlain = edge.style.verdict == nil && edge.style.change == nil
    let color = isPlain && edge.style.kind != .unresolved ? theme.ink : theme.color(of: edge.style)
    return Self.cell(
      "<FONT POINT-SIZE=\"10\" COLOR=\"\(color)\">\(table(edge.lines))</FONT>",
      "ID=\"\(edge.id)\" TITLE=\"\(tooltip)\" HREF=\"\(link)\" TARGET=\"_top\"")
  }

  private func shape(_ node: Diagram.Node) -> [(String, String)] {
    switch node.kind {
    case .state: stateShape(node)
    case .any:
      [("style", "\"rounded,dashed,filled\""), ("fillcolor", "\"\(theme.paper)\"")]
        + [("color", "\"\(theme.unseen)\""), ("fontsize", "11")]
    case .choice:
      [
        ("shape", "diamond"), ("width", "0.32"), ("height", "0.32"), ("fixedsize", "true"),
        ("style", "filled"),
      ]
    case .unknown:
      [("shape", "circle"), ("style", "\"filled,dashed\""), ("margin", "\"0.02\"")]
        + [("fillcolor", "\"\(theme.doubtFill)\""), ("color", "\"\(theme.doubt)\"")]
        + [("fontcolor", "\"\(theme.doubt)\""), ("width", "0.36"), ("height", "0.36")]
    case .trap, .thrown:
      [("shape", "octagon"), ("style", "filled"), ("margin", "\"0.06,0.03\""), ("fontsize", "10")]
        + [("fillcolor", "\"\(theme.alarmFill)\""), ("color", "\"\(theme.alarm)\"")]
        + [("fontcolor", "\"\(theme.alarm)\""), ("height", "0.3")]
    case .actions: [("style", "filled"), ("fontsize", "11")]
    case .entry, .exit: point
    case .machine, .property: [("shape", "box"), ("style", "\"filled\"")] + changed(node)
    case .nothing: [("shape", "plain"), ("fontcolor", "\"\(theme.muted)\"")]
    }
  }

  /// A small circle at the border of a composite.
  private var point: [(String, String)] {
    [
      ("shape", "circle"), ("width", "0.18"), ("height", "0.18"), ("fixedsize", "true"),
      ("style", "filled"), ("fillcolor", "\"\(theme.paper)\""), ("color", "\"\(theme.border)\""),
    ]
  }

  private func stateShape(_ node: Diagram.Node) -> [(String, String)] {
    var pairs: [(String, String)] = []
    if !node.isStable || node.change == .removed {
      pairs.append(("style", "\"rounded,filled,dashed\""))
    }
    if node.isFinal { pairs.append(("peripheries", "2")) }
    if node.isInitial { pairs.append(("fillcolor", "\"\(theme.accentFill)\"")) }
    if node.isFocus { pairs.append(("penwidth", "2.6")) }
    return pairs + changed(node)
  }

  private func changed(_ node: Diagram.Node) -> [(String, String)] {
    node.change.map {
      [("color", "\"\(theme.color(of: $0))\""), ("penwidth", "2.4")]
    } ?? []
  }

  /// Room beside a long line, in hundredths of an inch: the viewer's font may be wider than the one
  /// that the drawing machine measures with.
  private func margin(_ node: Diagram.Node) -> [(String, String)] {
    guard [.state, .any, .actions, .machine].contains(node.kind) else { return [] }
    let widest = node.lines.map(\.text.count).max() ?? 0
    guard widest > 12 else { return [] }
    let slack = min(20 + widest - 12, 48)
    return [("margin", "\"0.\(slack),0.1\"")]
  }
}

extension Block {
  /// A node that stands for the block where something is placed above it.
  fileprivate var anchor: String? { entry ?? starts.first ?? nodes.first?.id }
}
