#if Graphviz
import CGraphvizShims

/// The library's context: one for the process, because each leaks a little when it is closed.
struct GraphvizSession: ~Copyable, @unchecked Sendable {
  private let context: UnsafeMutableRawPointer

  private init(_ context: UnsafeMutableRawPointer) {
    self.context = context
  }

  deinit { orrery_gv_context_close(context) }

  /// A session, or nothing where the library is missing.
  static func open() -> GraphvizSession? {
    guard orrery_gv_available(), let context = orrery_gv_context_open() else { return nil }
    return GraphvizSession(context)
  }

  var version: String { String(cString: orrery_gv_version(context)) }

  /// Lays the graph out and writes it.
  ///
  /// - Parameter laidOut: Called with the number of clusters that the layout has.
  func render(
    dot: String, as format: GraphvizFormat, engine: GraphvizEngine, laidOut: (Int) -> Void
  ) throws(GraphvizError) -> [UInt8] {
    let graph = try GraphvizGraph(dot: dot)
    guard orrery_gv_layout(context, graph.pointer, engine.rawValue) == 0 else {
      throw GraphvizError(.layout(Self.message))
    }
    defer { orrery_gv_layout_free(context, graph.pointer) }
    laidOut(Int(orrery_gv_clusters(graph.pointer)))
    // Markup that is not well formed and edges that got lost leave a picture that is not the graph.
    guard !orrery_gv_failed() else { throw GraphvizError(.layout(Self.message)) }
    var bytes: UnsafeMutablePointer<CChar>?
    var count = 0
    let status = orrery_gv_render(context, graph.pointer, format.rawValue, &bytes, &count)
    defer { orrery_gv_bytes_free(bytes) }
    guard status == 0, let bytes else {
      throw GraphvizError(.format(format, Self.message))
    }
    return [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
  }

  func edges(dot: String) throws(GraphvizError) -> [GraphvizEdge] {
    let graph = try GraphvizGraph(dot: dot)
    var edges: [GraphvizEdge] = []
    withUnsafeMutablePointer(to: &edges) { edges in
      orrery_gv_edges(graph.pointer, edges) { edges, tail, head, id in
        guard let edges, let tail, let head, let id else { return }
        let ids = String(cString: id).split(separator: " ", omittingEmptySubsequences: false)
        edges.assumingMemoryBound(to: [GraphvizEdge].self).pointee += ids.map {
          GraphvizEdge(tail: String(cString: tail), head: String(cString: head), id: String($0))
        }
      }
    }
    return edges
  }

  /// What the library said since the graph was read, on one line.
  fileprivate static var message: String {
    let lines = String(cString: orrery_gv_messages()).split(whereSeparator: \.isNewline)
    return lines.isEmpty ? "no reason given" : lines.joined(separator: "; ")
  }
}

/// A graph that was read, closed on every path.
private struct GraphvizGraph: ~Copyable {
  let pointer: UnsafeMutableRawPointer

  init(dot: String) throws(GraphvizError) {
    pointer = try Self.read(dot)
  }

  deinit { orrery_gv_graph_close(pointer) }

  private static func read(_ dot: String) throws(GraphvizError) -> UnsafeMutableRawPointer {
    // The text would end at its first NUL without a word.
    guard !dot.utf8.contains(0) else {
      throw GraphvizError(.syntax("the text holds a NUL character"))
    }
    orrery_gv_messages_begin()
    guard let pointer = orrery_gv_graph_read(dot) else {
      throw GraphvizError(.syntax(GraphvizSession.message))
    }
    guard !orrery_gv_failed() else {
      orrery_gv_graph_close(pointer)
      throw GraphvizError(.syntax(GraphvizSession.message))
    }
    return pointer
  }
}

extension Optional where Wrapped == GraphvizSession {
  /// Calls the body with the session inside.
  mutating func use<Value>(
    _ body: (borrowing GraphvizSession) throws(GraphvizError) -> Value
  ) throws(GraphvizError) -> Value {
    switch self {
    case .some(let session): return try body(session)
    case .none: throw GraphvizError(.unavailable)
    }
  }
}
#endif
