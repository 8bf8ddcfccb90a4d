import OrreryModel

/// How the layout of a graph is bounded and guided.
struct DOTLayout {
  enum Shape {
    /// Few enough nodes and edges that the layered layout has time for all it can do.
    case plain
    /// As few, with layers side by side: one below the other they would be wider than a page.
    case sideways
    /// Many, all but a few of them near one another in the order of the states.
    case large
    /// Many, and some edges lead far, which stretches layers by the longest path: layers by the
    /// distance from the start show more on a tenth of the paper, in a tenth of the time.
    case tangled
  }

  let shape: Shape
  private let levels: [String: Int]

  private static let sizeLimit = 120
  private static let smallTree = 8

  init(_ diagram: Diagram) {
    let edges = diagram.edges.filter { !$0.isLoop }
    guard edges.count > Self.sizeLimit || diagram.nodes.count > Self.sizeLimit else {
      (shape, levels) = (Self.isSideways(diagram, edges) ? .sideways : .plain, [:])
      return
    }
    let places = Dictionary(zip(diagram.nodes.map(\.id), 0...)) { first, _ in first }
    let far = edges.count {
      abs((places[$0.source] ?? 0) - (places[$0.target] ?? 0)) > max(diagram.nodes.count / 8, 8)
    }
    shape = far * 30 > edges.count ? .tangled : .large
    levels = shape == .tangled ? Self.levels(diagram.nodes, edges) : [:]
  }

  /// The attributes of the graph.
  var settings: [(String, String)] {
    switch shape {
    case .plain: [("rankdir", "TB"), ("nodesep", "0.4"), ("ranksep", "0.5")]
    case .sideways: [("rankdir", "LR"), ("nodesep", "0.25"), ("ranksep", "0.4")]
    case .large: [("rankdir", "TB"), ("nodesep", "0.4"), ("ranksep", "0.5")] + Self.bounds
    case .tangled: [("rankdir", "LR"), ("nodesep", "0.15"), ("ranksep", "1.5")] + Self.bounds
    }
  }

  /// Where labels go: in the ranking they are what makes a large layout slow.
  var labelAttribute: String { [.plain, .sideways].contains(shape) ? "label" : "xlabel" }

  /// Edges that lead to no later layer do not decide on the layers.
  func constrains(_ edge: Diagram.Edge) -> Bool {
    shape != .tangled || (levels[edge.source] ?? 0) < (levels[edge.target] ?? 0)
  }

  /// Bounds on the network simplex and on the passes that undo crossings, which have none else.
  private static let bounds = [
    ("nslimit", "1"), ("nslimit1", "1"), ("mclimit", "0.1"), ("searchsize", "10"),
    ("forcelabels", "true"),
  ]

  /// Whether layers side by side fit better into a page.
  ///
  /// Regions stand in rows, which are one below the other.
  private static func isSideways(_ diagram: Diagram, _ edges: [Diagram.Edge]) -> Bool {
    guard diagram.areas.allSatisfy({ $0.kind == .superstate }) else { return false }
    // A tree of features is read as folders are.
    let isTree = diagram.nodes.contains { $0.kind == .machine }
    if isTree, diagram.nodes.count > Self.smallTree { return true }
    return LayerExtent(diagram.nodes, edges).isWide
  }

  /// How many edges each node is from the start; what cannot be reached starts anew.
  private static func levels(_ nodes: [Diagram.Node], _ edges: [Diagram.Edge]) -> [String: Int] {
    let targets = Dictionary(grouping: edges, by: \.source)
    var levels: [String: Int] = [:]
    let starts = nodes.filter(\.isInitial) + nodes
    for start in starts where levels[start.id] == nil {
      levels[start.id] = 0
      var queue = [start.id]
      var next = 0
      while next < queue.count {
        for edge in targets[queue[next]] ?? [] where levels[edge.target] == nil {
          levels[edge.target] = (levels[queue[next]] ?? 0) + 1
          queue.append(edge.target)
        }
        next += 1
      }
    }
    return levels
  }
}
