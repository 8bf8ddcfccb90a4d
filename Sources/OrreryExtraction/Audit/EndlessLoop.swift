import SwiftSyntax

/// Loops that syntax alone tells to have no end: `while true` and `repeat … while true` that nothing
/// breaks.
enum EndlessLoop {
  static func isEndless(_ item: CodeBlockItemSyntax) -> Bool {
    if let loop = item.item.as(WhileStmtSyntax.self) {
      let first = loop.conditions.first?.condition.as(ExprSyntax.self)
      return loop.conditions.count == 1 && first.map(isTrue) == true && !isLeft(loop.body)
    }
    if let loop = item.item.as(RepeatStmtSyntax.self) {
      return isTrue(loop.condition) && !isLeft(loop.body)
    }
    return false
  }

  /// Whether a node stands after such a loop, so that no run comes to it.
  static func precedes(_ node: Syntax) -> Bool {
    var inner = node
    while let parent = inner.parent, !inner.isBody {
      if let list = parent.as(CodeBlockItemListSyntax.self),
        list.contains(where: { $0.position < inner.position && isEndless($0) })
      {
        return true
      }
      inner = parent
    }
    return false
  }

  private static func isTrue(_ node: ExprSyntax) -> Bool {
    node.as(BooleanLiteralExprSyntax.self)?.literal.tokenKind == .keyword(.true)
  }

  private static func isLeft(_ body: CodeBlockSyntax) -> Bool {
    let finder = BreakFinder(viewMode: .sourceAccurate)
    finder.walk(body)
    return finder.isFound
  }
}

/// Finds what leaves a loop: `break`, also out of an inner loop or switch where it says a label.
private final class BreakFinder: SyntaxVisitor {
  private(set) var isFound = false
  /// How many loops and switches are around.
  private var depth = 0

  override func visit(_ node: BreakStmtSyntax) -> SyntaxVisitorContinueKind {
    if depth == 0 || node.label != nil { isFound = true }
    return .skipChildren
  }

  override func visit(_ node: SwitchExprSyntax) -> SyntaxVisitorContinueKind { enter() }
  override func visitPost(_ node: SwitchExprSyntax) { depth -= 1 }
  override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind { enter() }
  override func visitPost(_ node: ForStmtSyntax) { depth -= 1 }
  override func visit(_ node: WhileStmtSyntax) -> SyntaxVisitorContinueKind { enter() }
  override func visitPost(_ node: WhileStmtSyntax) { depth -= 1 }
  override func visit(_ node: RepeatStmtSyntax) -> SyntaxVisitorContinueKind { enter() }
  override func visitPost(_ node: RepeatStmtSyntax) { depth -= 1 }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  private func enter() -> SyntaxVisitorContinueKind {
    depth += 1
    return .visitChildren
  }
}

extension Syntax {
  /// Whether the node is a body of code of its own.
  fileprivate var isBody: Bool {
    [.functionDecl, .closureExpr, .accessorDecl, .initializerDecl, .memberBlock].contains(kind)
  }
}
