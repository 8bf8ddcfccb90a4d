import SwiftSyntax

extension PatternSyntax {
  /// What stands before the case that the pattern asks for: `LoadError` of `LoadError.offline`.
  package var caseBase: ExprSyntax? {
    if let binding = self.as(ValueBindingPatternSyntax.self) { return binding.pattern.caseBase }
    let expression = self.as(ExpressionPatternSyntax.self)?.expression
    let callee = expression?.as(FunctionCallExprSyntax.self)?.calledExpression ?? expression
    return callee?.as(MemberAccessExprSyntax.self)?.base
  }
}

extension MemberAccessExprSyntax {
  /// Whether the member may be a case: it stands alone, or what is before it names a type.
  package var isCaseName: Bool { base?.namesType ?? true }
}

extension ExprSyntax {
  /// Whether an expression is the name of a type, by its capitals.
  fileprivate var namesType: Bool {
    switch self.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let name): name.baseName.text.first?.isUppercase ?? false
    case .memberAccessExpr(let member):
      (member.declName.baseName.text.first?.isUppercase ?? false)
        && (member.base?.namesType ?? true)
    case .genericSpecializationExpr(let type): type.expression.namesType
    case .typeExpr: true
    default: false
    }
  }
}
