import OrrerySyntax
import OrreryTrace
import SwiftSyntax

extension SyntaxProtocol {
  /// What a node stands in, the innermost first.
  package var ancestors: some Sequence<Syntax> {
    sequence(state: parent) { next in
      defer { next = next?.parent }
      return next
    }
  }

  /// The innermost node of a kind that it stands in.
  package func around<Node: SyntaxProtocol>(_ kind: Node.Type) -> Node? {
    ancestors.lazy.compactMap { $0.as(kind) }.first
  }

  /// The nodes of a kind in it, itself among them, in the order of the source.
  ///
  /// - Parameter isClosed: Whether what stands in an inner node is left out.
  package func all<Node: SyntaxProtocol>(
    _ kind: Node.Type, without isClosed: @escaping (Syntax) -> Bool = { _ in false }
  ) -> [Node] {
    let finder = NodeFinder<Node>(Syntax(self), without: isClosed)
    finder.walk(self)
    return finder.found
  }
}

private final class NodeFinder<Node: SyntaxProtocol>: SyntaxAnyVisitor {
  private(set) var found: [Node] = []
  private let whole: SyntaxIdentifier
  private let isClosed: (Syntax) -> Bool

  init(_ whole: Syntax, without isClosed: @escaping (Syntax) -> Bool) {
    (self.whole, self.isClosed) = (whole.id, isClosed)
    super.init(viewMode: .sourceAccurate)
  }

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    if let node = node.as(Node.self) { found.append(node) }
    return node.id != whole && isClosed(node) ? .skipChildren : .visitChildren
  }
}

extension Syntax {
  /// Whether it is a closure, a function or an accessor: to return from what it stands in is none of its
  /// business.
  package var isCode: Bool {
    self.is(ClosureExprSyntax.self) || self.is(FunctionDeclSyntax.self)
      || self.is(AccessorBlockSyntax.self)
  }
}

extension ExprSyntax {
  /// The name that it is, where it is a name alone.
  package var plainName: String? {
    self.as(DeclReferenceExprSyntax.self).map { Naming.identifier($0.baseName.text) }
  }

  /// The name of a variable, or of a property of `self`.
  package var ownName: String? {
    guard let member = self.as(MemberAccessExprSyntax.self) else { return plainName }
    return member.base?.isSelf ?? false ? Naming.identifier(member.declName.baseName.text) : nil
  }

  /// The operands and operators of a chain.
  package var chain: [ExprSyntax]? { self.as(SequenceExprSyntax.self).map { Array($0.elements) } }
}

extension CodeBlockItemSyntax {
  /// What a statement evaluates or returns.
  package var value: ExprSyntax? {
    item.as(ExprSyntax.self) ?? item.as(ReturnStmtSyntax.self)?.expression
  }
}

extension CodeBlockItemListSyntax {
  /// What the statements give, where they do nothing else.
  package var onlyValue: ExprSyntax? { count == 1 ? first?.value : nil }
}
