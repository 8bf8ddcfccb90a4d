/// Parts of a picture in rows: side by side, many of them make a picture that is wide and flat.
extension DOTWriter {
  /// Points and edges that are not drawn, and that keep each row of parts behind the one before.
  var rows: [String] {
    let rows = PartRows(diagram, layout).rows
    guard rows.count > 1 else { return [] }
    // Of boxes in a column one holds the others: further edges would keep the columns apart.
    let boxes = diagram.root.all.flatMap(stacked)
    let (upper, lower) = (Set(boxes.map(\.upper)), Set(boxes.map(\.lower)))
    return zip(rows.dropFirst(), rows).enumerated().flatMap { number, pair in
      let point = "start_row\(number + 2)"
      let settings = DOTText.attributes([
        ("shape", "point"), ("width", "0"), ("height", "0"), ("label", "\"\""),
        ("style", "invis"),
      ])
      let above = pair.1.flatMap(\.nodes).filter { !upper.contains($0) }
      let below = pair.0.flatMap(\.nodes).filter { !lower.contains($0) }
      return ["\(point) \(settings)"] + above.map { loose($0, point) }
        + below.map { loose(point, $0) }
    }
  }

  /// An edge that is not drawn and pulls at nothing: parts of one row stand where there is room.
  private func loose(_ source: String, _ target: String) -> String {
    "\(source) -> \(target) [id=\"start_\(target)\", weight=0, style=invis]"
  }
}

/// The parts of a picture that no arrow joins, row by row, in their order.
///
/// Rows stand one below the other, or one beside the other where layers do.
struct PartRows {
  struct Part {
    var id: String
    /// The nodes inside, and the points that they start from.
    var nodes: [String]
    /// About how much room it takes in its row, and across, in points.
    var breadth: Double
    var length: Double
  }

  private(set) var rows: [[Part]] = []

  /// Room for the border and its name.
  private static let border = 40.0
  /// What a row may have in any case.
  private static let page = 1_000.0

  init(_ diagram: Diagram, _ layout: DOTLayout) {
    let regions = diagram.areas.filter { $0.kind == .region && $0.parent == nil }
    let parts =
      regions.isEmpty
      ? Self.trees(diagram, layout) : regions.map { Self.region($0, diagram, layout) }
    let area = parts.reduce(0) { $0 + $1.breadth * $1.length }
    // Of parts side by side each is as long as the longest of its row.
    let slack = layout.shape == .sideways ? 2.0 : 1.0
    let limit = max(
      Self.page, (slack * area).squareRoot(), parts.map(\.breadth).max() ?? 0)
    var room = 0.0
    for part in parts {
      room -= part.breadth
      if room < 0 || rows.isEmpty {
        rows.append([])
        room = limit - part.breadth
      }
      rows[rows.count - 1].append(part)
    }
  }

  private static func region(
    _ area: Diagram.Area, _ diagram: Diagram, _ layout: DOTLayout
  ) -> Part {
    var inside = [area.id]
    for inner in diagram.areas where inner.parent.map(inside.contains) ?? false {
      inside.append(inner.id)
    }
    let areas = diagram.areas.filter { inside.contains($0.id) }
    var part = part(area.id, areas.flatMap(\.nodes), diagram, layout)
    part.nodes += areas.compactMap(\.initial).map { "start_\($0)" }
    return part
  }

  /// The parts of a feature tree.
  private static func trees(_ diagram: Diagram, _ layout: DOTLayout) -> [Part] {
    guard diagram.nodes.contains(where: { $0.kind == .machine }) else { return [] }
    var parts: [String: Int] = [:]
    var members: [[String]] = []
    for node in diagram.nodes {
      parts[node.id] = members.count
      members.append([node.id])
    }
    for edge in diagram.edges {
      guard let one = parts[edge.source], let other = parts[edge.target], one != other else {
        continue
      }
      let (first, second) = (min(one, other), max(one, other))
      for node in members[second] { parts[node] = first }
      members[first] += members[second]
      members[second] = []
    }
    return members.filter { !$0.isEmpty }.map { part($0[0], $0, diagram, layout) }
      .enumerated().sorted {
        $0.element.length == $1.element.length
          ? $0.offset < $1.offset : $0.element.length > $1.element.length
      }
      .map(\.element)
  }

  private static func part(
    _ id: String, _ names: [String], _ diagram: Diagram, _ layout: DOTLayout
  ) -> Part {
    let known = Set(names)
    let nodes = diagram.nodes.filter { known.contains($0.id) }
    let edges = diagram.edges.filter {
      known.contains($0.source) && known.contains($0.target) && !$0.isLoop
    }
    let extent = LayerExtent(nodes, edges)
    let size = layout.shape == .sideways ? extent.sideways : extent.downwards
    let (breadth, length) =
      layout.shape == .sideways ? (size.height, size.width) : (size.width, size.height)
    return Part(id: id, nodes: names, breadth: breadth + border, length: length + border)
  }
}
