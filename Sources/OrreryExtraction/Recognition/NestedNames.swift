import OrreryLowering
import OrreryTrace
import SwiftSyntax

/// Looks for `.outer(.inner)`, as a pattern names a nested case.
final class NestedNames: SyntaxVisitor {
  private let outer: String
  private let inner: String
  private var found = false

  static func find(_ outer: String, _ inner: String, in body: CodeBlockItemListSyntax) -> Bool {
    let finder = NestedNames(outer, inner)
    finder.walk(body)
    return finder.found
  }

  private init(_ outer: String, _ inner: String) {
    (self.outer, self.inner) = (outer, inner)
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if node.calleeName == outer, node.isInPattern, let first = node.arguments.first?.expression {
      let call = first.as(FunctionCallExprSyntax.self)?.calledExpression ?? first
      let name = call.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      found = found || name.map(Naming.identifier) == inner
    }
    return found ? .skipChildren : .visitChildren
  }
}

extension FunctionCallExprSyntax {
  /// Whether a value is matched with it, or compared to it.
  fileprivate var isInPattern: Bool {
    let operators = parent?.as(ExprListSyntax.self)?.compactMap {
      $0.as(BinaryOperatorExprSyntax.self)?.operator.text
    }
    if operators?.contains(where: ["==", "!=", "~="].contains) == true { return true }
    var current = parent
    while let node = current, !node.is(CodeBlockItemSyntax.self) {
      if node.is(ExpressionPatternSyntax.self) || node.is(ValueBindingPatternSyntax.self) {
        return true
      }
      current = node.parent
    }
    return false
  }
}
