/// What is written together: the nodes of an area with the edges among them, or of the whole picture.
package struct Block: Hashable, Sendable {
  /// The area; nothing for the whole picture.
  package var area: Diagram.Area?
  /// The state whose inside this is.
  package var state: Diagram.Node?
  /// The nodes without an inside of their own.
  package var nodes: [Diagram.Node]
  package var starts: [String]
  package var edges: [Diagram.Edge]
  package var finals: [String]
  /// The areas directly within this one.
  package var blocks: [Block]
  /// Whether its regions can be drawn as concurrent: no edge leads into one or out of it, which the
  /// notation forbids.
  package var isConcurrent: Bool

  /// The point where edges enter; nothing where they end at the border.
  package var entry: String? { state.flatMap { $0.kind == .entry ? $0.id : nil } }

  /// The block and all within it.
  package var all: [Block] { [self] + blocks.flatMap(\.all) }
}

extension Diagram {
  /// The areas as they contain one another; an edge is in the innermost block that has both its ends.
  package var root: Block { Blocks(self).block(nil) }
}

private struct Blocks {
  private let diagram: Diagram
  /// The innermost area of each node, by their ids.
  private let homes: [String: String]
  private let parents: [String: String]
  private let inner: [String?: [Diagram.Area]]
  private let nodes: [String?: [Diagram.Node]]
  private var edges: [String?: [Diagram.Edge]] = [:]
  /// The states that have an inside.
  private let states: [String: Diagram.Node]

  init(_ diagram: Diagram) {
    self.diagram = diagram
    let homes = Dictionary(
      diagram.areas.flatMap { area in area.nodes.map { ($0, area.id) } },
      uniquingKeysWith: { _, inner in inner })
    self.homes = homes
    parents = Dictionary(
      diagram.areas.compactMap { area in area.parent.map { (area.id, $0) } },
      uniquingKeysWith: { first, _ in first })
    inner = Dictionary(grouping: diagram.areas, by: \.parent)
    nodes = Dictionary(grouping: diagram.nodes) { homes[$0.id] }
    let hosts = Set(diagram.areas.compactMap(\.state))
    states = Dictionary(
      diagram.nodes.filter { hosts.contains($0.id) }.map { ($0.id, $0) },
      uniquingKeysWith: { first, _ in first })
    edges = Dictionary(grouping: diagram.edges, by: home)
  }

  func block(_ area: Diagram.Area?) -> Block {
    let members = nodes[area?.id] ?? []
    let held = members + within(area?.id)
    let edges = edges[area?.id] ?? []
    let areas = inner[area?.id] ?? []
    let regions = Set(areas.filter { $0.kind == .region }.map(\.id))
    return Block(
      area: area, state: area?.state.flatMap { states[$0] },
      nodes: members.filter { $0.kind == .entry || states[$0.id] == nil },
      starts: starts(area, held, areas),
      edges: edges,
      finals: area?.kind == .superstate ? [] : held.filter(\.isFinal).map(\.id),
      blocks: areas.map(block),
      isConcurrent: regions.count > 1
        && edges.allSatisfy { edge in
          [edge.source, edge.target].allSatisfy { path($0).allSatisfy { !regions.contains($0) } }
        })
  }

  /// The nodes in the superstates of an area.
  private func within(_ area: String?) -> [Diagram.Node] {
    let boxes = (inner[area] ?? []).filter { $0.kind == .superstate }
    return boxes.flatMap { (nodes[$0.id] ?? []) + within($0.id) }
  }

  /// The states whose insides are areas, also those in superstates.
  private func hosts(_ areas: [Diagram.Area]) -> [Diagram.Node] {
    areas.compactMap { $0.state.flatMap { states[$0] } }
      + areas.filter { $0.kind == .superstate }.flatMap { hosts(inner[$0.id] ?? []) }
  }

  /// Where the area begins; a composite begins where its entry is.
  private func starts(
    _ area: Diagram.Area?, _ members: [Diagram.Node], _ areas: [Diagram.Area]
  ) -> [String] {
    // A superstate is entered where its states are: it has no start of its own.
    if area?.kind == .superstate { return [] }
    if let initial = area?.initial { return [initial] }
    let entries = hosts(areas).filter { $0.kind == .entry }
    return (members.filter { $0.kind != .entry } + entries).filter(\.isInitial).map(\.id)
  }

  /// The innermost area with both ends of an edge.
  private func home(of edge: Diagram.Edge) -> String? {
    let around = path(edge.source)
    return path(edge.target).first(where: around.contains)
  }

  /// The areas around a node, the innermost first.
  private func path(_ node: String) -> [String] {
    var path: [String] = []
    var area = homes[node]
    while let id = area, path.count <= parents.count {
      path.append(id)
      area = parents[id]
    }
    return path
  }
}
