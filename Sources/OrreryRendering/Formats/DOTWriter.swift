import OrreryModel

/// Writes a graph in the DOT language.
///
/// The graph has a fixed name: an unnamed one puts a counter of the process in its drawing.
enum DOTWriter: DiagramWriter {
  static let capabilities = Capabilities()

  static func text(_ diagram: Diagram) -> String {
    let lines =
      ["digraph orrery {"] + settings(diagram).map { "  " + $0 }
      + ["", "  subgraph cluster_machine {"] + title(diagram).map { "    " + $0 }
      + body(diagram).map { "    " + $0 } + ["  }", ""]
      + diagram.edges.map { "  " + edge($0, isLarge: diagram.isLarge) } + ["}"]
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: - The graph

  private static let fonts = "\"Helvetica,Arial,sans-serif\""

  private static func settings(_ diagram: Diagram) -> [String] {
    var graph = [
      ("bgcolor", "\"\(Theme.paper)\""), ("fontname", fonts), ("fontsize", "10"),
      ("fontcolor", "\"\(Theme.muted)\""), ("labelloc", "b"), ("labeljust", "l"),
      ("rankdir", "TB"), ("nodesep", "0.45"), ("ranksep", "0.55"), ("pad", "0.2"),
      ("compound", "true"), ("label", footer(diagram)),
    ]
    // Edge labels in the ranking and an unbounded network simplex are what makes a layout slow.
    if diagram.isLarge {
      graph += [
        ("nslimit", "1"), ("nslimit1", "1"), ("mclimit", "0.1"), ("searchsize", "10"),
        ("forcelabels", "true"),
      ]
    }
    return [
      "graph \(DOTText.attributes(graph))",
      """
      node [shape=box, style="rounded,filled", fillcolor="\(Theme.fill)", color="\(Theme.border)", \
      fontname=\(fonts), fontsize=12, fontcolor="\(Theme.ink)", penwidth=1.2, margin="0.2,0.1", \
      height=0.42]
      """,
      """
      edge [color="\(Theme.border)", fontname=\(fonts), fontsize=10, fontcolor="\(Theme.ink)", \
      arrowsize=0.75, penwidth=1.2]
      """,
    ]
  }

  private static func title(_ diagram: Diagram) -> [String] {
    let name = DOTText.colored(DOTText.markup(diagram.title), Theme.ink)
    return [
      "graph [label=<<B>\(name)</B>>, labelloc=t, labeljust=l, fontsize=15, penwidth=0, margin=6]"
    ]
  }

  /// Remarks, what the strokes mean and what is not drawn: in the margin, where the layout of the
  /// graph does not move for it.
  private static func footer(_ diagram: Diagram) -> String {
    let legend = diagram.legend.map { entry in
      let sample = entry.style.sample + (entry.mark.isEmpty ? "" : " " + entry.mark)
      return DOTText.colored(DOTText.markup(sample), entry.style.color) + " "
        + DOTText.markup(entry.meaning)
    }
    // Four entries a row, so that a narrow graph is not made wide.
    let rows = stride(from: 0, to: legend.count, by: 4).map {
      legend[$0..<min($0 + 4, legend.count)].joined(separator: "   ")
    }
    let lines = rows + diagram.caption.map(DOTText.markup)
    let cells =
      diagram.notes.map(note)
      + (lines.isEmpty
        ? [] : [cell(lines.map { $0 + "<BR ALIGN=\"LEFT\"/>" }.joined(), "BORDER=\"0\"")])
    guard !cells.isEmpty else { return "\"\"" }
    let table = cells.map { "<TR>\($0)</TR>" }.joined()
    return "<<TABLE BORDER=\"0\" CELLSPACING=\"4\" CELLPADDING=\"4\">\(table)</TABLE>>"
  }

  private static func note(_ note: Diagram.Note) -> String {
    let (fill, line) =
      switch note.kind {
      case .doubt: (Theme.doubtFill, Theme.doubt)
      case .composition: (Theme.fill, Theme.unseen)
      }
    let lines = note.lines.flatMap { $0.wrapped(at: 72) }.map { [Span(.name, $0)] }
    let title = "<B>\(DOTText.markup(note.title))</B><BR ALIGN=\"LEFT\"/>"
    let text = DOTText.colored(title + DOTText.lines(lines, aligned: "LEFT"), Theme.ink)
    return cell(text, "BORDER=\"1\" BGCOLOR=\"\(fill)\" COLOR=\"\(line)\"")
  }

  private static func cell(_ text: String, _ attributes: String) -> String {
    "<TD ALIGN=\"LEFT\" BALIGN=\"LEFT\" \(attributes)>\(text)</TD>"
  }

  // MARK: - Nodes

  private static func body(_ diagram: Diagram) -> [String] {
    diagram.blocks.flatMap { block -> [String] in
      let content = block.starts.flatMap(start) + block.nodes.map(node)
      guard let area = block.area else { return content }
      let settings = DOTText.attributes([
        ("label", "<\(DOTText.markup(area.name))>"), ("style", "\"dashed,rounded\""),
        ("color", "\"\(Theme.muted)\""), ("fontcolor", "\"\(Theme.muted)\""),
        ("fontsize", "11"), ("penwidth", "1"), ("margin", "12"),
      ])
      return ["subgraph cluster_\(area.id) {", "  graph \(settings)"]
        + content.map { "  " + $0 } + ["}"]
    }
  }

  private static func start(_ node: String) -> [String] {
    [
      """
      start_\(node) [shape=circle, label="", width=0.16, height=0.16, fixedsize=true, \
      style=filled, fillcolor="\(Theme.ink)", color="\(Theme.ink)", tooltip="initial"]
      """,
      "start_\(node) -> \(node) [id=\"start_\(node)\", weight=4, tooltip=\"initial\"]",
    ]
  }

  private static func node(_ node: Diagram.Node) -> String {
    let alignment = node.kind == .actions ? "LEFT" : "CENTER"
    let pairs =
      [("id", "\"\(node.id)\""), ("label", "<\(DOTText.lines(node.lines, aligned: alignment))>")]
      + shape(node) + [("tooltip", DOTText.quoted(node.tooltip))]
    return "\(node.id) \(DOTText.attributes(pairs))"
  }

  private static func shape(_ node: Diagram.Node) -> [(String, String)] {
    switch node.kind {
    case .state: stateShape(node)
    case .any:
      [("style", "\"rounded,dashed,filled\""), ("fillcolor", "\"\(Theme.paper)\"")]
        + [("color", "\"\(Theme.unseen)\""), ("fontsize", "11")]
    case .unknown:
      [("shape", "circle"), ("style", "\"filled,dashed\""), ("margin", "\"0.02\"")]
        + [("fillcolor", "\"\(Theme.doubtFill)\""), ("color", "\"\(Theme.doubt)\"")]
        + [("fontcolor", "\"\(Theme.doubt)\""), ("width", "0.36"), ("height", "0.36")]
    case .trap, .thrown:
      [("shape", "octagon"), ("style", "filled"), ("margin", "\"0.06,0.03\""), ("fontsize", "10")]
        + [("fillcolor", "\"\(Theme.alarmFill)\""), ("color", "\"\(Theme.alarm)\"")]
        + [("fontcolor", "\"\(Theme.alarm)\""), ("height", "0.3")]
    case .actions: [("style", "filled"), ("fontsize", "11")]
    case .nothing: [("shape", "plain"), ("fontcolor", "\"\(Theme.muted)\"")]
    }
  }

  private static func stateShape(_ node: Diagram.Node) -> [(String, String)] {
    var pairs: [(String, String)] = []
    if !node.isStable || node.change == .removed {
      pairs.append(("style", "\"rounded,filled,dashed\""))
    }
    if node.isFinal { pairs.append(("peripheries", "2")) }
    if node.isInitial { pairs.append(("fillcolor", "\"\(Theme.accentFill)\"")) }
    if node.isFocus { pairs.append(("penwidth", "2.6")) }
    if let change = node.change {
      pairs += [("color", "\"\(change.color)\""), ("penwidth", "2.4")]
    }
    return pairs
  }

  // MARK: - Edges

  private static func edge(_ edge: Diagram.Edge, isLarge: Bool) -> String {
    var pairs = [("id", "\"\(edge.id)\"")]
    if !edge.lines.isEmpty {
      let cell = DOTText.lines(edge.lines, aligned: "LEFT")
      let table = """
        <TABLE BORDER="0" CELLPADDING="3" CELLSPACING="0"><TR><TD ALIGN="LEFT" BALIGN="LEFT">\
        \(cell)</TD></TR></TABLE>
        """
      pairs.append((isLarge ? "xlabel" : "label", "<\(table)>"))
    }
    pairs.append(("color", "\"\(edge.style.color)\""))
    if edge.style.dash != .solid { pairs.append(("style", edge.style.dash.rawValue)) }
    switch edge.style.origin {
    case .input: break
    case .ioResult: pairs.append(("arrowhead", "vee"))
    case .internal: pairs.append(("arrowhead", "onormal"))
    case .child: pairs += [("dir", "both"), ("arrowtail", "odiamond")]
    }
    if let width = edge.width { pairs.append(("penwidth", width)) }
    let tooltip = DOTText.quoted(edge.tooltip)
    pairs += [("tooltip", tooltip), ("labeltooltip", tooltip)]
    return "\(edge.source) -> \(edge.target) \(DOTText.attributes(pairs))"
  }
}

extension Diagram {
  /// Whether the layout has to be bounded: measured in edges, which make it slow.
  fileprivate var isLarge: Bool { edges.count > 120 || nodes.count > 120 }
}

extension EdgeStyle {
  /// The stroke as text, for the legend.
  fileprivate var sample: String {
    if origin == .internal { return "──▷" }
    if origin == .child { return "◇─▶" }
    return switch dash {
    case .solid: "──▶"
    case .dashed: "– –>"
    case .dotted: "····▶"
    }
  }
}

extension Diagram.Edge {
  /// Wider with each doubling of the count, and wider for what must not be overlooked.
  fileprivate var width: String? {
    guard let count else { return style.isStrong ? "2" : nil }
    let doublings = max(count, 1).bitWidth - max(count, 1).leadingZeroBitCount - 1
    let tenths = min(12 + 3 * doublings, 48)
    return "\(tenths / 10).\(tenths % 10)"
  }
}
