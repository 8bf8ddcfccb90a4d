/// The nodes that no edge joins, which stand in a block: as a row they would be wider than the rest.
struct LooseNodes {
  /// Their ids, in columns of the block.
  let columns: [[String]]
  private let levels: [String: Int]

  init(_ nodes: [Diagram.Node], _ edges: [Diagram.Edge]) {
    let joined = Set(edges.flatMap { [$0.source, $0.target] })
    let points: [Diagram.Node.Kind] = [.entry, .exit]
    let loose = nodes.filter { !points.contains($0.kind) && !joined.contains($0.id) }.map(\.id)
    let height = max(Int(Double(loose.count).squareRoot().rounded(.up)), 1)
    columns = stride(from: 0, to: loose.count, by: height).map {
      Array(loose[$0..<min($0 + height, loose.count)])
    }
    levels = Dictionary(loose.enumerated().map { ($1, $0 % height) }) { first, _ in first }
  }

  /// The row of a node in the block.
  func level(of node: String) -> Int? { levels[node] }
}
