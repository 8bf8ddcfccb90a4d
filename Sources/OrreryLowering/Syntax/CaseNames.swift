import OrreryTrace
import SwiftSyntax

/// The cases that an expression may be, as far as syntax tells.
package enum CaseNames {
  /// `.a`, `State.a(1)`, both sides of a ternary, or a variable by its name.
  package static func named(by node: ExprSyntax) -> [String] {
    switch node.as(ExprSyntaxEnum.self) {
    case .memberAccessExpr(let node): [Naming.identifier(node.declName.baseName.text)]
    case .functionCallExpr(let node): named(by: node.calledExpression)
    case .declReferenceExpr(let node): [Naming.identifier(node.baseName.text)]
    case .tryExpr(let node): named(by: node.expression)
    case .awaitExpr(let node): named(by: node.expression)
    case .unresolvedTernaryExpr(let node): named(by: node.thenExpression)
    default: []
    }
  }
}
