import OrreryTrace
import SwiftSyntax

/// The cases that an expression may be, as far as syntax tells.
enum CaseNames {
  /// `.a`, `State.a(1)`, both sides of a ternary, or a variable by its name.
  static func named(by node: ExprSyntax) -> [String] {
    switch node.as(ExprSyntaxEnum.self) {
    case .memberAccessExpr(let node): [Naming.identifier(node.declName.baseName.text)]
    case .functionCallExpr(let node): named(by: node.calledExpression)
    case .declReferenceExpr(let node): [Naming.identifier(node.baseName.text)]
    default: []
    }
  }
}

extension LabeledExprSyntax {
  /// The case that the argument is.
  var caseNames: [String] {
    expression.is(DeclReferenceExprSyntax.self) ? [] : CaseNames.named(by: expression)
  }
}

extension FunctionCallExprSyntax {
  /// The closure that a call ends with.
  var lastClosure: ClosureExprSyntax? {
    trailingClosure ?? arguments.last?.expression.as(ClosureExprSyntax.self)
  }
}

extension ClosureExprSyntax {
  /// What the closure calls its arguments, where it names them.
  var parameterNames: [String] {
    switch signature?.parameterClause {
    case .simpleInput(let names): names.map { Naming.identifier($0.name.text) }
    case .parameterClause(let clause):
      clause.parameters.map { Naming.identifier(($0.secondName ?? $0.firstName).text) }
    case nil: []
    }
  }
}
