import OrreryTrace
import SwiftSyntax

extension FunctionCallExprSyntax {
  /// The last part of the name that is called.
  package var calleeName: String {
    if let member = calledExpression.as(MemberAccessExprSyntax.self) {
      return Naming.identifier(member.declName.baseName.text)
    }
    // `Task<Void, Never> { … }`
    let callee =
      calledExpression.as(GenericSpecializationExprSyntax.self)?.expression ?? calledExpression
    let name = callee.as(DeclReferenceExprSyntax.self)?.baseName.text
    return name.map(Naming.identifier) ?? ""
  }

  /// The closure that a call ends with.
  package var lastClosure: ClosureExprSyntax? {
    trailingClosure ?? arguments.last?.expression.as(ClosureExprSyntax.self)
  }
}
