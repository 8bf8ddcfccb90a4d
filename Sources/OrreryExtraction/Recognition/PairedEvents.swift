import OrreryTrace
import SwiftSyntax

// Methods that ask for the state and what they are handed at once.
extension MutatingStyle {
  /// Whether a method does nothing but switch over the state and a parameter, side by side: each of
  /// its cases is an event, whatever its type is called, unless that is the state's: then it is where
  /// to go.
  func isPaired(_ parameter: String, in function: FunctionInfo, _ access: StateAccess?) -> Bool {
    let type = function.parameters.first {
      Naming.identifier(($0.secondName ?? $0.firstName).text) == parameter
    }.flatMap { Reach.baseName(of: $0.type) }
    guard let access, access.member == nil, !access.isBoxed,
      type.map(access.typeNames.contains) == false, type != function.ownerName,
      let items = function.body?.statements,
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

extension FunctionInfo {
  /// The last part of the name of the type that declares it.
  fileprivate var ownerName: String? { owner?.split(separator: ".").last.map(String.init) }
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
