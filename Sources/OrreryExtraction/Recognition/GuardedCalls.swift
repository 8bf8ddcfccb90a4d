import OrreryLowering
import OrreryTrace
import SwiftSyntax

/// What the `guard`s of a function call to see whether it goes on: those of closures in it are others'.
final class GuardedCalls: SyntaxVisitor {
  private var found: Set<String> = []
  private var isCondition = false

  /// - Returns: The names of methods of its own.
  static func find(in node: some SyntaxProtocol) -> Set<String> {
    let finder = GuardedCalls(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder.found
  }

  override func visit(_ node: GuardStmtSyntax) -> SyntaxVisitorContinueKind {
    isCondition = true
    walk(node.conditions)
    isCondition = false
    return .skipChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let base = node.calledExpression.as(MemberAccessExprSyntax.self)?.base
    let isOwn = base?.isSelf ?? node.calledExpression.is(DeclReferenceExprSyntax.self)
    if isCondition, isOwn { found.insert(node.calleeName) }
    return .visitChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
