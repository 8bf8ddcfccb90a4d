import OrreryModel

extension DOTWriter {
  func edge(_ edge: Diagram.Edge) -> String {
    var pairs = [("id", "\"\(edge.id)\"")]
    if !edge.lines.isEmpty { pairs.append((layout.labelAttribute, label(edge))) }
    pairs.append(("color", "\"\(theme.color(of: edge.style))\""))
    if edge.style.dash != .solid { pairs.append(("style", edge.style.dash.rawValue)) }
    switch edge.style.origin {
    case .input: break
    case .ioResult: pairs.append(("arrowhead", "vee"))
    case .internal: pairs.append(("arrowhead", "onormal"))
    case .child: pairs += [("dir", "both"), ("arrowtail", "odiamond")]
    }
    if !layout.constrains(edge) { pairs.append(("constraint", "false")) }
    if let width = edge.width { pairs.append(("penwidth", width)) }
    let tooltip = DOTText.quoted(edge.tooltip)
    pairs += [("tooltip", tooltip), ("labeltooltip", tooltip)]
    if let link = edge.link {
      pairs += [("URL", DOTText.quoted(link)), ("target", "\"_top\"")]
    }
    return "\(edge.source) -> \(edge.target) \(DOTText.attributes(pairs))"
  }
}

extension DOTWriter {
  /// The label with room around it, which keeps it off its own line and is left for a wider font.
  private func label(_ edge: Diagram.Edge) -> String {
    // Borders of areas are drawn under labels, which may lie on them.
    let ground = diagram.areas.isEmpty ? "" : " BGCOLOR=\"\(theme.paper)\""
    return "<<TABLE BORDER=\"0\" CELLPADDING=\"4\"><TR><TD>"
      + table(edge.lines, ground) + "</TD></TR></TABLE>>"
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
