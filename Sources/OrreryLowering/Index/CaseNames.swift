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

  /// The case of an enum that an expression makes, also inside the box that starts with it.
  package static func made(by node: ExprSyntax, of state: TypeInfo, depth: Int = 0) -> String? {
    if let start = state.constant(node), depth < 4 {
      return made(by: start, of: state, depth: depth + 1)
    }
    let call = node.as(FunctionCallExprSyntax.self)
    let member = (call?.calledExpression ?? node).as(MemberAccessExprSyntax.self)
    if let name = member.map({ Naming.identifier($0.declName.baseName.text) }),
      state.enumCase(name) != nil
    {
      return name
    }
    return call?.arguments.first.flatMap { made(by: $0.expression, of: state) }
  }
}

extension TypeInfo {
  /// What a constant of the type is that an expression names: `.initial`, `State.initial`.
  package func constant(_ node: ExprSyntax) -> ExprSyntax? {
    guard let member = node.as(MemberAccessExprSyntax.self),
      case let base = member.base?.trimmedText.split(separator: ".").last,
      base == nil || base == "Self" || base.map(String.init) == self.name,
      case let name = Naming.identifier(member.declName.baseName.text), enumCase(name) == nil
    else { return nil }
    if let stored = stored.first(where: { $0.property.name == name && $0.property.isStatic }) {
      return stored.property.isLet ? stored.property.initializer : nil
    }
    return computed.first { $0.name == name && $0.isStatic }?.body.onlyValue
  }
}
