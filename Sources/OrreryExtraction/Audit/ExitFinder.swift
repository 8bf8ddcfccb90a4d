import OrreryLowering
import SwiftSyntax

/// Finds the places where a body ends: `return`, `throw`, traps, and the last statement of each
/// branch that reaches the end.
final class ExitFinder: SyntaxVisitor {
  private var found: [Syntax] = []

  static func find(in body: CodeBlockItemListSyntax) -> [Syntax] {
    let finder = ExitFinder(viewMode: .sourceAccurate)
    finder.walk(body)
    return finder.found + ends(of: body)
  }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    found.append(Syntax(node))
    return .visitChildren
  }

  /// A closure that outlives its machine does nothing.
  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    node.bindsSelf ? .skipChildren : .visitChildren
  }

  override func visit(_ node: ThrowStmtSyntax) -> SyntaxVisitorContinueKind {
    if !Self.isCaught(Syntax(node)) { found.append(Syntax(node)) }
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if Self.isTrap(Syntax(node)) { found.append(Syntax(node)) }
    return .visitChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    node.bindings.contains { $0.accessorBlock != nil } ? .skipChildren : .visitChildren
  }

  private static func isTrap(_ node: Syntax) -> Bool {
    let callee = node.as(FunctionCallExprSyntax.self)?.calledExpression
      .as(DeclReferenceExprSyntax.self)?.baseName.text
    return callee == "preconditionFailure" || callee == "fatalError"
  }

  /// Whether a `catch` of the same body takes an error.
  private static func isCaught(_ node: Syntax) -> Bool {
    var inner = node
    while let parent = inner.parent, !parent.is(ClosureExprSyntax.self) {
      if let attempt = parent.as(DoStmtSyntax.self), inner.id == attempt.body.id,
        !attempt.catchClauses.isEmpty
      {
        return true
      }
      if parent.is(FunctionDeclSyntax.self) { return false }
      inner = parent
    }
    return false
  }

  // MARK: The end of the body

  /// The last statements of the branches that fall off the end of a block.
  private static func ends(of block: CodeBlockItemListSyntax) -> [Syntax] {
    guard let last = block.last else { return [] }
    switch Syntax(last.item).kind {
    case .returnStmt, .throwStmt, .continueStmt, .fallThroughStmt: return []
    default: break
    }
    if let branches = last.item.as(IfConfigDeclSyntax.self) { return ends(of: branches) }
    if isTrap(Syntax(last.item)) || EndlessLoop.isEndless(last) { return [] }
    let expression =
      last.item.as(ExpressionStmtSyntax.self)?.expression ?? last.item.as(ExprSyntax.self)
    if let node = expression?.as(IfExprSyntax.self) { return ends(of: node) }
    if let node = expression?.as(SwitchExprSyntax.self) {
      return node.cases.flatMap { clause -> [Syntax] in
        guard case .switchCase(let clause) = clause else { return [] }
        return ends(of: clause.statements)
      }
    }
    return [Syntax(last.item)]
  }

  /// Without `#else` there is one more way.
  private static func ends(of node: IfConfigDeclSyntax) -> [Syntax] {
    let inner = node.clauses.flatMap { clause -> [Syntax] in
      guard case .statements(let items) = clause.elements, !items.stopBuilds else { return [] }
      return ends(of: items)
    }
    return node.clauses.contains { $0.condition == nil } ? inner : inner + [Syntax(node)]
  }

  private static func ends(of node: IfExprSyntax) -> [Syntax] {
    let first = ends(of: node.body.statements)
    switch node.elseBody {
    case .codeBlock(let block): return first + ends(of: block.statements)
    case .ifExpr(let next): return first + ends(of: next)
    case nil: return first + [Syntax(node)]
    }
  }
}
