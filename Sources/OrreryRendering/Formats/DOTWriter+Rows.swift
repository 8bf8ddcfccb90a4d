/// Regions in rows: side by side, many of them make a picture that is wide and flat.
extension DOTWriter {
  /// Points and edges that are not drawn, and that keep each row under the one above.
  var rows: [String] {
    let rows = RegionRows(diagram).rows
    return zip(rows.dropFirst(), rows).enumerated().flatMap { number, pair in
      let point = "start_row\(number + 2)"
      let settings = DOTText.attributes([
        ("shape", "point"), ("width", "0"), ("height", "0"), ("label", "\"\""),
        ("style", "invis"),
      ])
      return ["\(point) \(settings)"]
        + pair.1.flatMap(\.nodes).map { loose($0, point) }
        + pair.0.flatMap(\.nodes).map { loose(point, $0) }
    }
  }

  /// An edge that is not drawn and pulls at nothing: regions of one row stand where there is room.
  private func loose(_ source: String, _ target: String) -> String {
    "\(source) -> \(target) [id=\"start_\(target)\", weight=0, style=invis]"
  }
}

/// The regions of a picture, row by row, in their order.
struct RegionRows {
  struct Region {
    var id: String
    /// The nodes inside, and the point that they start from.
    var nodes: [String]
    /// About how wide it is drawn, in points.
    var width: Double
  }

  private(set) var rows: [[Region]] = []

  private static let leastWidth = 200.0
  /// About how high a row of regions is, in points.
  private static let height = 330.0
  /// The width, in points, that a row may have in any case.
  private static let page = 900.0

  init(_ diagram: Diagram) {
    let regions = diagram.areas.filter { $0.kind == .region && $0.parent == nil }
      .map { Self.region($0, diagram) }
    let area = regions.reduce(0) { $0 + $1.width * Self.height }
    let limit = max(Self.page, area.squareRoot(), regions.map(\.width).max() ?? 0)
    var room = 0.0
    for region in regions {
      room -= region.width
      if room < 0 || rows.isEmpty {
        rows.append([])
        room = limit - region.width
      }
      rows[rows.count - 1].append(region)
    }
  }

  private static func region(_ area: Diagram.Area, _ diagram: Diagram) -> Region {
    var inside = [area.id]
    for inner in diagram.areas where inner.parent.map(inside.contains) ?? false {
      inside.append(inner.id)
    }
    let areas = diagram.areas.filter { inside.contains($0.id) }
    let nodes = areas.flatMap(\.nodes)
    let widths = nodes.map { node in
      diagram.edges.filter { ($0.source == node || $0.target == node) && !$0.isLoop }
        .reduce(0.0) { $0 + width(of: $1) }
    }
    return Region(
      id: area.id, nodes: nodes + areas.compactMap(\.initial).map { "start_\($0)" },
      width: max(leastWidth, widths.max() ?? 0))
  }

  /// About how wide the label of an edge is.
  private static func width(of edge: Diagram.Edge) -> Double {
    max(100, Double(edge.lines.map(\.text.count).max() ?? 0) * 5.5 + 30)
  }
}
