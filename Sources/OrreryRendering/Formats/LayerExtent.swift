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
    // In their order: how sums of fractions are rounded must not differ.
    let sorted = layers.sorted { $0.key < $1.key }.map(\.value)
    downwards = Self.extent(sorted, along: \.height, across: \.width, as: Size.init)
    sideways = Self.extent(
      sorted, along: \.width, across: \.height, as: { Size(width: $1, height: $0) })
  }

  /// Layers one after the other, and what is in each beside one another.
  private static func extent(
    _ layers: [[Size]], along: KeyPath<Size, Double>, across: KeyPath<Size, Double>,
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

  /// Walks on from a node, deepest first: no recursion, as a machine may be a chain of any length.
  private mutating func visit(_ start: String) {
    var path: [(node: String, next: Int)] = [(start, 0)]
    forward[start] = []
    open.insert(start)
    while let (node, next) = path.last {
      let targets = targets[node] ?? []
      guard next < targets.count else {
        open.remove(node)
        done.append(node)
        path.removeLast()
        continue
      }
      path[path.count - 1].next += 1
      let target = targets[next]
      guard !open.contains(target) else { continue }
      forward[node]?.append(target)
      guard forward[target] == nil else { continue }
      forward[target] = []
      open.insert(target)
      path.append((target, 0))
    }
  }
}
