import OrreryTrace
import SwiftSyntax

/// The nodes of a tree by their kinds: many rules ask for a few nodes each, and one walk finds all.
final class NodeTable: SyntaxAnyVisitor, @unchecked Sendable {
  /// In the order of the source, a node before those in it.
  private var nodes: [ObjectIdentifier: [Syntax]] = [:]

  /// - Complexity: Linear in the size of the tree.
  init(_ root: Syntax) {
    super.init(viewMode: .sourceAccurate)
    walk(root)
  }

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    nodes[ObjectIdentifier(node.syntaxNodeType), default: []].append(node)
    return .visitChildren
  }

  // Of tokens none is asked for by its kind.
  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  /// The nodes of a kind in a part of the tree, itself among them.
  ///
  /// - Complexity: Linear in their number, and logarithmic in the number of those in the whole tree.
  func nodes<Node: SyntaxProtocol>(_ kind: Node.Type, in part: Syntax) -> [Node] {
    let all = nodes[ObjectIdentifier(kind)] ?? []
    let start = part.id.indexInTree.toOpaque()
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].id.indexInTree.toOpaque() < start { low = middle + 1 } else { high = middle }
    }
    // What comes later in the tree and begins before the part ends is in it.
    let end = part.endPosition
    return all[low...].prefix { $0.position < end || $0.id == part.id }
      .compactMap { $0.as(kind) }
  }
}

/// The tables of trees, each made when the first rule asks for nodes of the tree.
final class NodeTables: Sendable {
  /// Those that the rules of a run share; outside of one nothing is kept.
  @TaskLocal static var shared: NodeTables?

  private let tables = Lock<[SyntaxIdentifier: Once<NodeTable>]>([:])

  func table(of root: Syntax) -> NodeTable {
    let table = tables.withLock { tables in
      if let known = tables[root.id] { return known }
      let new = Once<NodeTable>()
      tables[root.id] = new
      return new
    }
    return table.value { NodeTable(root) }
  }
}
