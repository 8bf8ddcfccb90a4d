#if Graphviz
import OrreryTrace
#endif

/// Lays out and draws graphs through libgraphviz, in this process.
///
/// The library is not safe to use from two threads, whatever their contexts, so that all calls wait
/// for one another. A layout cannot be stopped: callers that want a limit run it in a process.
public enum Graphviz {
  /// Whether this build can draw.
  public static var isAvailable: Bool { version != nil }

  /// The version of the library, such as `2.43.0`; nothing where there is none.
  public static var version: String? {
    #if Graphviz
    session.withLock { $0?.version }
    #else
    nil
    #endif
  }

  /// About how many KiB of memory the library has lost in this process.
  ///
  /// It loses some with each drawing and more with each cluster, and nobody can free them, so that
  /// callers that draw without end do it in processes that end.
  public static var lost: Int {
    #if Graphviz
    loss.load(ordering: .relaxed)
    #else
    0
    #endif
  }

  /// Draws a graph.
  ///
  /// - Parameters:
  ///   - dot: The graph in the DOT language.
  ///   - format: What to write.
  ///   - engine: How to lay the graph out.
  /// - Returns: The bytes of the file.
  /// - Throws: `GraphvizError`, with what the library said.
  public static func render(
    dot: String, as format: GraphvizFormat, engine: GraphvizEngine = .dot
  ) throws(GraphvizError) -> [UInt8] {
    #if Graphviz
    try use { session throws(GraphvizError) in
      try session.render(dot: dot, as: format, engine: engine) { clusters in
        // As measured with 2.42 on small machines, rounded up.
        loss.add(1 + 10 * clusters, ordering: .relaxed)
      }
    }
    #else
    throw GraphvizError(.unavailable)
    #endif
  }

  /// Whether a graph is so large that its layout may take longer than a moment, so that it should be
  /// made where it can be stopped.
  ///
  /// - Throws: `GraphvizError`, with what the parser said.
  public static func isLarge(dot: String) throws(GraphvizError) -> Bool {
    // An edge takes more than its arrow, so that a short text needs no parser.
    guard dot.utf8.count > 20_000 else { return false }
    return try edges(dot: dot).count > 60
  }

  /// The edges of a graph as the library's parser reads them, in its order.
  ///
  /// - Throws: `GraphvizError`, with what the parser said.
  package static func edges(dot: String) throws(GraphvizError) -> [GraphvizEdge] {
    #if Graphviz
    try use { session throws(GraphvizError) in try session.edges(dot: dot) }
    #else
    throw GraphvizError(.unavailable)
    #endif
  }

  #if Graphviz
  private static let session = Lock(GraphvizSession.open())
  private static let loss = AtomicValue(0)

  private static func use<Value: Sendable>(
    _ body: (borrowing GraphvizSession) throws(GraphvizError) -> Value
  ) throws(GraphvizError) -> Value {
    try session.withLock { session throws(GraphvizError) in
      guard session != nil else { throw GraphvizError(.unavailable) }
      return try session.use(body)
    }
  }
  #endif
}

/// An edge as libgraphviz reads it.
package struct GraphvizEdge: Hashable, Sendable {
  package var tail: String
  package var head: String
  /// The attribute `id`, empty where there is none.
  package var id: String

  package init(tail: String, head: String, id: String) {
    self.tail = tail
    self.head = head
    self.id = id
  }
}
