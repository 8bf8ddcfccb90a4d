import OrreryRendering

/// A timeline as SVG: a row for each instance, a band for each stay in a state, a mark for each event
/// that was rejected.
public enum TimelineSVG {
  private static let margin = 12
  private static let nameWidth = 220
  private static let chartWidth = 960
  private static let rowHeight = 26
  /// Fills on which dark text can be read; the first states of a machine get the first ones.
  private static let fills = [
    "#CFE3F2", "#FBE3C0", "#CDE8DC", "#F3D3E4", "#E6E0F5", "#F9F0B8", "#D9DEE3", "#F6CFC0",
  ]

  /// The picture, which ends with a newline.
  public static func text(_ timeline: Timeline) -> String {
    let height = margin * 2 + rowHeight * (max(timeline.rows.count, 1) + 2)
    let width = margin * 2 + nameWidth + chartWidth
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" font-family="Helvetica,Arial,sans-serif" font-size="12" \
      fill="#1F2933">
      <rect width="100%" height="100%" fill="#FFFFFF"/>

      """
    let scale = Scale(timeline.span ?? 0...1)
    text += axis(scale, bottom: margin + rowHeight * (timeline.rows.count + 1))
    var colors = Colors()
    for (position, row) in timeline.rows.enumerated() {
      text += self.row(row, top: margin + rowHeight * (position + 1), scale, &colors)
    }
    return text + caption(timeline, y: height - margin) + "</svg>\n"
  }

  // MARK: - Parts

  private static func axis(_ scale: Scale, bottom: Int) -> String {
    (0...4).map { tick in
      let time = scale.span.lowerBound + scale.length / 4 * Int64(tick)
      let x = scale.x(time)
      return """
        <line x1="\(x)" y1="\(margin + rowHeight - 6)" x2="\(x)" y2="\(bottom)" stroke="#D9DEE3"/>
        <text x="\(x)" y="\(margin + 12)" text-anchor="\(tick == 4 ? "end" : "start")" \
        fill="#616E7C">\(duration(time - scale.span.lowerBound))</text>

        """
    }.joined()
  }

  private static func row(
    _ row: Timeline.Row, top: Int, _ scale: Scale, _ colors: inout Colors
  ) -> String {
    var text = "<g><title>\(XMLText.escaped(row.name.printable))</title>\n"
    text += "<text x=\"\(margin)\" y=\"\(top + 16)\">"
    text += "\(XMLText.escaped(row.name.printable.shortened(to: 32)))</text>\n"
    for band in row.bands {
      let color = fills[colors.position(of: band.state, in: row.machine) % fills.count]
      text += self.band(band, top: top, scale, fill: color)
    }
    for mark in row.rejected {
      let x = scale.x(mark.time)
      text += "<path d=\"M\(x),\(top + 1) v20\" stroke=\"#B8430B\" stroke-width=\"2\">"
      text += "<title>\(XMLText.escaped(mark.label.printable))</title></path>\n"
    }
    return text + "</g>\n"
  }

  private static func band(
    _ band: Timeline.Band, top: Int, _ scale: Scale, fill: String
  ) -> String {
    let width = scale.width(band.start, band.end)
    let state = band.state.printable
    let title = "\(state), \(duration(band.end - band.start))"
    var text =
      "<rect x=\"\(scale.x(band.start))\" y=\"\(top + 2)\" width=\"\(width)\" height=\"18\""
    text += " fill=\"\(fill)\" stroke=\"#52606D\" stroke-width=\"0.5\">"
    text += "<title>\(XMLText.escaped(title))</title></rect>\n"
    let characters = scale.pixels(band.end - band.start) / 7
    if characters >= 4 {
      text += "<text x=\"\(scale.x(band.start, plus: 4))\" y=\"\(top + 15)\">"
      text += "\(XMLText.escaped(state.shortened(to: characters - 1)))</text>\n"
    }
    return text
  }

  private static func caption(_ timeline: Timeline, y: Int) -> String {
    let parts = [
      timeline.rows.isEmpty ? "no instances" : nil,
      timeline.omittedRows > 0 ? "\(timeline.omittedRows) more instances not shown" : nil,
      timeline.omittedBands > 0 ? "\(timeline.omittedBands) later moves not shown" : nil,
    ].compactMap(\.self)
    guard !parts.isEmpty else { return "" }
    return
      "<text x=\"\(margin)\" y=\"\(y)\" fill=\"#616E7C\">\(parts.joined(separator: "; "))</text>\n"
  }

  /// Nanoseconds in the largest unit that leaves a whole number, with one decimal.
  private static func duration(_ nanoseconds: Int64) -> String {
    let units: [(name: String, size: Int64)] = [
      ("s", 1_000_000_000), ("ms", 1_000_000), ("µs", 1000),
    ]
    guard let unit = units.first(where: { nanoseconds >= $0.size }) else {
      return "\(nanoseconds) ns"
    }
    let tenths = nanoseconds / (unit.size / 10)
    return "\(tenths / 10).\(tenths % 10) \(unit.name)"
  }

  /// From nanoseconds to pixels, in tenths, without rounding that differs between machines.
  private struct Scale {
    let span: ClosedRange<Int64>

    init(_ span: ClosedRange<Int64>) {
      self.span = span
    }

    var length: Int64 { max(1, span.upperBound.subtractingReportingOverflow(span.lowerBound).0) }

    private func tenths(_ distance: Int64) -> Int {
      Int((Double(distance) / Double(length) * Double(chartWidth * 10)).rounded())
    }

    func pixels(_ distance: Int64) -> Int { tenths(distance) / 10 }

    func x(_ time: Int64, plus offset: Int = 0) -> String {
      Self.text((margin + nameWidth + offset) * 10 + tenths(time - span.lowerBound))
    }

    func width(_ start: Int64, _ end: Int64) -> String {
      Self.text(max(2, tenths(end - span.lowerBound) - tenths(start - span.lowerBound)))
    }

    private static func text(_ tenths: Int) -> String { "\(tenths / 10).\(tenths % 10)" }
  }

  /// The states of each machine in the order in which they are seen.
  private struct Colors {
    private var positions: [String: [String: Int]] = [:]

    mutating func position(of state: String, in machine: String) -> Int {
      if let known = positions[machine]?[state] { return known }
      let next = positions[machine]?.count ?? 0
      positions[machine, default: [:]][state] = next
      return next
    }
  }
}

extension String {
  fileprivate func shortened(to limit: Int) -> String {
    count > limit ? prefix(max(0, limit - 1)) + "…" : self
  }
}
