import OrreryModel

extension DOTWriter {
  var body: [String] {
    diagram.blocks.flatMap { block -> [String] in
      let content = block.starts.flatMap(start) + block.nodes.map(node)
      guard let area = block.area else { return content }
      let settings = DOTText.attributes([
        ("label", "<\(DOTText.markup(area.name))>"), ("style", "\"dashed,rounded\""),
        ("color", "\"\(theme.muted)\""), ("fontcolor", "\"\(theme.muted)\""),
        ("fontsize", "11"), ("penwidth", "1"), ("margin", "12"),
      ])
      return ["subgraph cluster_\(area.id) {", "  graph \(settings)"]
        + content.map { "  " + $0 } + ["}"]
    }
  }

  private func start(_ node: String) -> [String] {
    [
      """
      start_\(node) [shape=circle, label="", width=0.16, height=0.16, fixedsize=true, \
      style=filled, fillcolor="\(theme.ink)", color="\(theme.ink)", tooltip="initial"]
      """,
      "start_\(node) -> \(node) [id=\"start_\(node)\", weight=8, tooltip=\"initial\"]",
    ]
  }

  private func node(_ node: Diagram.Node) -> String {
    let loops = diagram.edges.filter { $0.isLoop && $0.source == node.id }
    let pairs =
      [("id", "\"\(node.id)\""), ("label", "<\(label(node, loops))>")]
      + shape(node) + margin(node) + [("tooltip", DOTText.quoted(node.tooltip))]
      + (node.link.map { [("URL", DOTText.quoted($0)), ("target", "\"_top\"")] } ?? [])
      // The graph names the edges that are lines of a label, as it names the others.
      + (loops.isEmpty ? [] : [("loops", "\"\(loops.map(\.id).joined(separator: " "))\"")])
    return "\(node.id) \(DOTText.attributes(pairs))"
  }

  /// The name, and under a rule what the state answers without being left.
  private func label(_ node: Diagram.Node, _ loops: [Diagram.Edge]) -> String {
    let name = markup(node.lines, aligned: node.kind == .actions ? "LEFT" : "CENTER")
    guard !loops.isEmpty else { return name }
    let rows = loops.map { "<TR>\(row($0))</TR>" }.joined()
    return """
      <TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="3" COLOR="\(theme.border)">\
      <TR><TD CELLPADDING="4">\(name)</TD></TR><HR/>\(rows)</TABLE>
      """
  }

  private func row(_ edge: Diagram.Edge) -> String {
    // A cell without a link loses its id and its title, so that it links to itself.
    let link = DOTText.attribute(edge.link ?? SVGPicture.ownLink(edge.id))
    let tooltip = DOTText.attribute(edge.tooltip)
    let color =
      edge.style.verdict == nil && edge.style.change == nil
      ? theme.ink : theme.color(of: edge.style)
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
    case .unknown:
      [("shape", "circle"), ("style", "\"filled,dashed\""), ("margin", "\"0.02\"")]
        + [("fillcolor", "\"\(theme.doubtFill)\""), ("color", "\"\(theme.doubt)\"")]
        + [("fontcolor", "\"\(theme.doubt)\""), ("width", "0.36"), ("height", "0.36")]
    case .trap, .thrown:
      [("shape", "octagon"), ("style", "filled"), ("margin", "\"0.06,0.03\""), ("fontsize", "10")]
        + [("fillcolor", "\"\(theme.alarmFill)\""), ("color", "\"\(theme.alarm)\"")]
        + [("fontcolor", "\"\(theme.alarm)\""), ("height", "0.3")]
    case .actions: [("style", "filled"), ("fontsize", "11")]
    case .nothing: [("shape", "plain"), ("fontcolor", "\"\(theme.muted)\"")]
    }
  }

  private func stateShape(_ node: Diagram.Node) -> [(String, String)] {
    var pairs: [(String, String)] = []
    if !node.isStable || node.change == .removed {
      pairs.append(("style", "\"rounded,filled,dashed\""))
    }
    if node.isFinal { pairs.append(("peripheries", "2")) }
    if node.isInitial { pairs.append(("fillcolor", "\"\(theme.accentFill)\"")) }
    if node.isFocus { pairs.append(("penwidth", "2.6")) }
    if let change = node.change {
      pairs += [("color", "\"\(theme.color(of: change))\""), ("penwidth", "2.4")]
    }
    return pairs
  }

  /// Room beside a long line, in hundredths of an inch: the viewer's font may be wider than the one
  /// that the drawing machine measures with.
  private func margin(_ node: Diagram.Node) -> [(String, String)] {
    guard node.kind == .state || node.kind == .any || node.kind == .actions else { return [] }
    let widest = node.lines.map(\.text.count).max() ?? 0
    guard widest > 12 else { return [] }
    let slack = min(20 + widest - 12, 48)
    return [("margin", "\"0.\(slack),0.1\"")]
  }
}
