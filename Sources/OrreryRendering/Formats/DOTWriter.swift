import OrreryModel

/// Writes a graph in the DOT language.
///
/// The graph has a fixed name: an unnamed one puts a counter of the process in its drawing. Comments
/// at its head carry what the drawing of it is finished with.
struct DOTWriter: DiagramWriter {
  static var capabilities: Capabilities {
    var capabilities = Capabilities()
    capabilities.loops = .inside
    capabilities.attachesToComposites = false
    capabilities.labelWidth = 36
    capabilities.labelLines = 24
    return capabilities
  }

  static func text(_ diagram: Diagram) -> String {
    DOTWriter(
      diagram: diagram, theme: diagram.look.theme.colors, layout: DOTLayout(diagram)
    ).text
  }

  let diagram: Diagram
  let theme: Theme
  let layout: DOTLayout

  private var text: String {
    var text = "digraph orrery {\n"
    func add(_ line: String) {
      text += "  "
      text += line
      text += "\n"
    }
    SVGCaption(diagram).comments.forEach(add)
    settings.forEach(add)
    text += "\n"
    body.forEach(add)
    text += "\n"
    for edge in diagram.edges where !edge.isInside { add(self.edge(edge)) }
    rows.forEach(add)
    return text + "}\n"
  }

  // MARK: - The graph

  private static let fonts = "\"Helvetica,Arial,sans-serif\""

  private var settings: [String] {
    var graph = [
      ("bgcolor", "\"\(theme.paper)\""), ("fontname", Self.fonts), ("fontsize", "10"),
      ("fontcolor", "\"\(theme.muted)\""), ("labelloc", "t"), ("labeljust", "l"),
      ("pad", "0.2"), ("compound", "true"),
      ("label", heading),
    ]
    // Where an edge with a label joins nodes of one rank, Graphviz 2.42 frees memory twice; ranks
    // that hold across borders leave no such edge.
    if !diagram.areas.isEmpty { graph.append(("newrank", "true")) }
    graph += layout.settings
    if diagram.look.scale > 1 { graph.append(("dpi", "\(96 * diagram.look.scale)")) }
    return [
      "graph \(DOTText.attributes(graph))",
      """
      node [shape=box, style="rounded,filled", fillcolor="\(theme.fill)", color="\(theme.border)", \
      fontname=\(Self.fonts), fontsize=12, fontcolor="\(theme.ink)", penwidth=1.2, \
      margin="0.2,0.1", height=0.42]
      """,
      """
      edge [color="\(theme.border)", fontname=\(Self.fonts), fontsize=10, \
      fontcolor="\(theme.ink)", arrowsize=0.75, penwidth=1.2]
      """,
    ]
  }

  // MARK: - The heading

  /// The title, remarks, what the strokes mean and what is not drawn, in the label of the graph.
  ///
  /// The layout does not move for them there. A cluster around the states would have room for them,
  /// too, but its layout loses memory with each edge.
  private var heading: String {
    let title = DOTText.colored(DOTText.markup(diagram.title), theme.ink)
    let legend = diagram.legend.map(self.legend)
    // Four entries a row, so that a narrow graph is not made wide.
    let rows = stride(from: 0, to: legend.count, by: 4).map {
      legend[$0..<min($0 + 4, legend.count)].joined(separator: "   ")
    }
    let cells =
      [Self.cell("<FONT POINT-SIZE=\"15\"><B>\(title)</B></FONT>")]
      + (rows + diagram.caption.map(DOTText.markup)).map { Self.cell($0) }
      + diagram.notes.map(note)
      + [Self.cell("", "HEIGHT=\"6\"")]
    let table = cells.map { "<TR>\($0)</TR>" }.joined()
    return "<<TABLE BORDER=\"0\" CELLSPACING=\"3\" CELLPADDING=\"2\">\(table)</TABLE>>"
  }

  private func legend(_ entry: Diagram.Legend) -> String {
    let meaning = DOTText.markup(" " + entry.meaning)
    guard let style = entry.style else {
      return DOTText.colored(DOTText.markup(entry.mark), theme.ink) + meaning
    }
    let sample = style.sample + (entry.mark.isEmpty ? "" : " " + entry.mark)
    return DOTText.colored(DOTText.markup(sample), theme.color(of: style)) + meaning
  }

  private func note(_ note: Diagram.Note) -> String {
    let (fill, line) =
      switch note.kind {
      case .doubt, .remarks: (theme.doubtFill, theme.doubt)
      case .composition, .wildcards, .conditions: (theme.fill, theme.unseen)
      }
    let title = "<B>\(DOTText.markup(note.title))</B><BR ALIGN=\"LEFT\"/>"
    let border = "BORDER=\"1\" CELLPADDING=\"5\" BGCOLOR=\"\(fill)\" COLOR=\"\(line)\""
    guard note.pages.contains(where: { $0 != nil }) else {
      let lines = note.lines.flatMap { $0.wrapped(at: 72) }.map { [Span(.name, $0)] }
      let text = DOTText.colored(title + markup(lines, aligned: "LEFT"), theme.ink)
      return Self.cell(text, border)
    }
    // Each line is a cell of its own, so that it can be followed.
    let rows = zip(note.lines, note.pages).map { line, page in
      pageRow(line, page, color: page == nil ? theme.ink : theme.accent)
    }
    let head = "<TR>\(Self.cell(DOTText.colored(title, theme.ink)))</TR>"
    let table =
      "<TABLE BORDER=\"0\" CELLPADDING=\"1\" CELLSPACING=\"0\">\(head)\(rows.joined())</TABLE>"
    return Self.cell(table, border)
  }

  /// A line that leads to the picture of a machine.
  func pageRow(_ line: String, _ page: String?, color: String) -> String {
    let text = markup(line.wrapped(at: 72).map { [Span(.name, $0)] }, aligned: "LEFT")
    let link = page.map {
      "HREF=\"\(DOTText.attribute($0 + ".svg"))\" TITLE=\"\(DOTText.attribute(line))\" TARGET=\"_top\""
    }
    let font = "<FONT POINT-SIZE=\"10\" COLOR=\"\(color)\">\(text)</FONT>"
    return "<TR>\(Self.cell(font, link ?? ""))</TR>"
  }

  /// A label, where what is said of each event is a row of its own.
  func table(_ lines: [Line], _ ground: String = "") -> String {
    var groups: [[Line]] = []
    for line in lines {
      if line.isContinuation, !groups.isEmpty {
        groups[groups.count - 1].append(line)
      } else {
        groups.append([line])
      }
    }
    let rows = groups.map { "<TR>\(Self.cell(markup($0, aligned: "LEFT")))</TR>" }.joined()
    return "<TABLE BORDER=\"0\" CELLPADDING=\"1\" CELLSPACING=\"0\"\(ground)>\(rows)</TABLE>"
  }

  static func cell(_ text: String, _ attributes: String...) -> String {
    var cell = "<TD ALIGN=\"LEFT\" BALIGN=\"LEFT\""
    for attribute in attributes {
      cell += " "
      cell += attribute
    }
    cell += ">"
    cell += text
    return cell + "</TD>"
  }

  /// Lines with each span in the type face of its role.
  func markup(_ lines: [Line], aligned alignment: String) -> String {
    let ending = "<BR ALIGN=\"\(alignment)\"/>"
    let rows = lines.map { $0.map(markup).joined() }
    // The last line takes its alignment from its own break, except where lines are centred.
    return rows.joined(separator: ending) + (alignment == "CENTER" || rows.isEmpty ? "" : ending)
  }

  private func markup(_ span: Span) -> String {
    // Viewers drop a space at the begin of a run of text.
    let text =
      span.text.hasPrefix(" ")
      ? "&#160;" + DOTText.markup(String(span.text.dropFirst())) : DOTText.markup(span.text)
    return switch span.role {
    case .name, .event, .mark: text
    case .detail, .condition: DOTText.colored(text, theme.muted)
    case .effect: DOTText.colored(text, theme.accent)
    }
  }
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
