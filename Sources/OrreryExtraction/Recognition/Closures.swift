import OrreryTrace
import SwiftSyntax

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

  /// The property whose method a closure is handed to, as the last argument.
  var lender: String? {
    let call =
      parent?.as(FunctionCallExprSyntax.self)
      ?? parent?.as(LabeledExprSyntax.self)?.parent?.parent?.as(FunctionCallExprSyntax.self)
    let base = call?.calledExpression.as(MemberAccessExprSyntax.self)?.base
    let name =
      base?.as(DeclReferenceExprSyntax.self)?.baseName.text
      ?? base?.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    return name.map { Naming.identifier($0.hasPrefix("$") ? String($0.dropFirst()) : $0) }
  }
}
