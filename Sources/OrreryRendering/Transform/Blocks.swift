/// What is written together: the nodes of a region with the edges among them, or all that is left.
package struct Block: Hashable, Sendable {
  /// The region; nothing for what lies outside of all.
  package var area: Diagram.Area?
  package var nodes: [Diagram.Node]
  package var starts: [String]
  package var edges: [Diagram.Edge]
  package var finals: [String]
}

extension Diagram {
  /// Whether the regions can be drawn as concurrent: no edge leads from one into another, which the
  /// notation forbids.
  package var isConcurrent: Bool {
    areas.count > 1 && edges.allSatisfy { areaIndex($0.source) == areaIndex($0.target) }
  }

  /// The regions in order, and last what belongs to none: an edge that crosses a border is there.
  package var blocks: [Block] {
    let indices: [Int?] = areas.indices.map { $0 } + [nil]
    return indices.map { index in
      let members = nodes.filter { areaIndex($0.id) == index }
      return Block(
        area: index.map { areas[$0] }, nodes: members, starts: starts(members, index),
        edges: edges.filter { inside($0) == index },
        finals: members.filter(\.isFinal).map(\.id))
    }
  }

  private func starts(_ members: [Node], _ index: Int?) -> [String] {
    if let index, let initial = areas[index].initial { return [initial] }
    return members.filter(\.isInitial).map(\.id)
  }

  private func inside(_ edge: Edge) -> Int? {
    let index = areaIndex(edge.source)
    return index == areaIndex(edge.target) ? index : nil
  }

  private func areaIndex(_ node: String) -> Int? {
    areas.firstIndex { $0.nodes.contains(node) }
  }
}
