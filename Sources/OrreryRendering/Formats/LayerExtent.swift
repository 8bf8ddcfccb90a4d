/// About how much room the layers of a graph take, in points.
struct LayerExtent {
  struct Size {
    var width = 0.0
    var height = 0.0
  }

  /// What fits on a page, and is read without scrolling.
  private static let page = 1_400.0
  private static let gap = 30.0

  /// The room that layers take one below the other, and side by side.
  let downwards: Size
  let sideways: Size

  /// Whether the layers are too wide one below the other, and fit better side by side.
  var isWide: Bool {
    downwards.width > Self.page
      && max(sideways.width, sideways.height) < max(downwards.width, downwards.height)
  }

  init(_ nodes: [Diagram.Node], _ edges: [Diagram.Edge]) {
    let levels = Layers(nodes, edges).levels
    // A layer of nodes, and after it the labels of the edges that lead on from it.
    var layers: [Int: [Size]] = [:]
    let loose = LooseNodes(nodes, edges)
    for node in nodes {
      let lines = (node.lines.map(\.text) + node.submachines.map(\.name)).map(\.length)
      let size = Size(
        width: max(54, Double(lines.max() ?? 0) * 6.4 + 30),
        height: max(30, Double(lines.count) * 15 + 15))
      let level = loose.level(of: node.id) ?? levels[node.id] ?? 0
      layers[2 * level, default: []].append(size)
    }
    for edge in edges where !edge.lines.isEmpty {
      let lines = edge.lines.map(\.text.length)
      let between = (levels[edge.source] ?? 0) + (levels[edge.target] ?? 0)
      // Where both ends are in one layer, the label is pushed into the next gap.
      let size = Size(
        width: Double(lines.max() ?? 0) * 5.4 + 12, height: Double(lines.count) * 13 + 8)
      layers[between % 2 == 0 ? between + 1 : between, default: []].append(size)
    }
    downwards = Self.extent(layers.values, along: \.height, across: \.width, as: Size.init)
    sideways = Self.extent(
      layers.values, along: \.width, across: \.height, as: { Size(width: $1, height: $0) })
  }

  /// Layers one after the other, and what is in each beside one another.
  private static func extent(
    _ layers: some Sequence<[Size]>, along: KeyPath<Size, Double>, across: KeyPath<Size, Double>,
    as size: (Double, Double) -> Size
  ) -> Size {
    var (breadth, length) = (0.0, 0.0)
    for layer in layers {
      breadth = max(breadth, layer.reduce(0) { $0 + $1[keyPath: across] + gap })
      length += (layer.map { $0[keyPath: along] }.max() ?? 0) + gap
    }
    return size(breadth, length)
  }
}

/// The layers that a layered layout makes: by the longest path, with edges that lead back left out.
private struct Layers {
  private(set) var levels: [String: Int] = [:]
  private let targets: [String: [String]]
  private var open: Set<String> = []
  /// The nodes from the last that is done to the first.
  private var done: [String] = []
  private var forward: [String: [String]] = [:]

  init(_ nodes: [Diagram.Node], _ edges: [Diagram.Edge]) {
    targets = Dictionary(grouping: edges, by: \.source).mapValues { $0.map(\.target) }
    for node in nodes.filter(\.isInitial) + nodes where forward[node.id] == nil { visit(node.id) }
    for node in done.reversed() {
      let level = levels[node] ?? 0
      for target in forward[node] ?? [] { levels[target] = max(levels[target] ?? 0, level + 1) }
    }
  }

  private mutating func visit(_ node: String) {
    forward[node] = []
    open.insert(node)
    for target in targets[node] ?? [] where !open.contains(target) {
      forward[node]?.append(target)
      if forward[target] == nil { visit(target) }
    }
    open.remove(node)
    done.append(node)
  }
}

/// The nodes that no edge joins, which stand in a block: as a row they would be wider than the rest.
struct LooseNodes {
  /// Their ids, in columns of the block.
  let columns: [[String]]

  init(_ nodes: [Diagram.Node], _ edges: [Diagram.Edge]) {
    let joined = Set(edges.flatMap { [$0.source, $0.target] })
    let points: [Diagram.Node.Kind] = [.entry, .exit]
    let loose = nodes.filter { !points.contains($0.kind) && !joined.contains($0.id) }.map(\.id)
    let height = max(Int(Double(loose.count).squareRoot().rounded(.up)), 1)
    columns = stride(from: 0, to: loose.count, by: height).map {
      Array(loose[$0..<min($0 + height, loose.count)])
    }
  }

  /// The row of a node in the block.
  func level(of node: String) -> Int? {
    columns.lazy.compactMap { $0.firstIndex(of: node) }.first
  }
}
