/// How a graph is laid out: https://graphviz.org/docs/layouts/.
public enum GraphvizEngine: String, CaseIterable, Sendable {
  /// In layers, from the start downwards; the one that the pictures are made for.
  case dot
  /// By springs; for graphs of up to some hundred nodes.
  case neato
  /// By springs and repulsion.
  case fdp
  /// By springs on several scales; the fastest for thousands of nodes.
  case sfdp
  /// On circles.
  case circo
  /// On rings around the first node.
  case twopi
}
