import OrreryTrace
import SwiftSyntax

// Methods that ask for the state and what they are handed at once.
extension MutatingStyle {
  /// Whether a method does nothing but switch over the state and a parameter, side by side: each of
  /// its cases is an event, whatever its type is called.
  func isPaired(_ parameter: String, in function: FunctionInfo, _ access: StateAccess?) -> Bool {
    guard let access, access.member == nil, !access.isBoxed, let items = function.body?.statements,
      let last = items.last?.item,
      let node = last.as(SwitchExprSyntax.self)
        ?? last.as(ExpressionStmtSyntax.self)?.expression.as(SwitchExprSyntax.self)
        ?? last.as(ReturnStmtSyntax.self)?.expression?.as(SwitchExprSyntax.self),
      let elements = node.subject.as(TupleExprSyntax.self)?.elements, elements.count == 2
    else { return false }
    let names = elements.map { $0.expression.pairedName }
    return names.contains(parameter) && names.contains { $0.map(access.names.contains) ?? false }
  }
}

extension ExprSyntax {
  /// A variable, or a property of `self`.
  fileprivate var pairedName: String? {
    if let name = self.as(DeclReferenceExprSyntax.self)?.baseName.text {
      return Naming.identifier(name)
    }
    guard let member = self.as(MemberAccessExprSyntax.self), member.base?.isPlainSelf == true else {
      return nil
    }
    return Naming.identifier(member.declName.baseName.text)
  }
}
