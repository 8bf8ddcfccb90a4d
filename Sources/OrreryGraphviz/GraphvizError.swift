/// Why a graph was not drawn.
public struct GraphvizError: Error, Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// This build has no Graphviz.
    case unavailable
    /// The text is not a graph; what the parser said.
    case syntax(String)
    /// The graph could not be laid out; what the layout said.
    case layout(String)
    /// The drawing could not be written in that format; what the writer said.
    case format(GraphvizFormat, String)
  }

  public var kind: Kind

  public init(_ kind: Kind) {
    self.kind = kind
  }
}

extension GraphvizError: CustomStringConvertible {
  public var description: String {
    switch kind {
    case .unavailable:
      """
      This build of Orrery has no Graphviz, so it draws no SVG, PNG or PDF. To fix, install \
      libgraphviz-dev (apt) or graphviz (brew) and build again with the trait Graphviz; the text \
      formats work without it.
      """
    case .syntax(let message):
      "Graphviz cannot read the graph: \(message)"
    case .layout(let message):
      "Graphviz cannot lay out the graph: \(message)"
    case .format(let format, let message):
      """
      Graphviz cannot write \(format.rawValue.uppercased()): \(message). Its plugin may be missing; \
      `dot -c` registers those that are installed.
      """
    }
  }
}
