import OrrerySyntax
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

extension KeyPathExprSyntax {
  /// The names of the properties on the way, where there is nothing else.
  package var properties: [String]? {
    let steps = components.map(\.component).filter { !$0.is(KeyPathOptionalComponentSyntax.self) }
    let names = steps.compactMap {
      $0.as(KeyPathPropertyComponentSyntax.self).map {
        Naming.identifier($0.declName.baseName.text)
      }
    }
    return names.count == steps.count && !names.isEmpty && names[0] != "self" ? names : nil
  }
}

extension ExprSyntax {
  package var isCollection: Bool {
    if self.is(ArrayExprSyntax.self) || self.is(DictionaryExprSyntax.self) { return true }
    let call = self.as(FunctionCallExprSyntax.self)?.calledExpression
    return call?.isCollection
      ?? ["Set", "Data"].contains(
        self.as(GenericSpecializationExprSyntax.self)?.expression.trimmedText ?? trimmedText)
  }
}

extension YieldStmtSyntax {
  /// What it lends, where that is one thing.
  package var lent: ExprSyntax? {
    switch yieldedExpressions {
    case .single(let node): node
    case .multiple(let list):
      list.elements.count == 1 ? list.elements.first?.expression : nil
    }
  }
}

extension PatternBindingSyntax {
  /// The name that a binding gives.
  package var boundName: String? {
    pattern.as(IdentifierPatternSyntax.self).map { Naming.identifier($0.identifier.text) }
  }
}

extension AccessorBlockSyntax {
  /// The accessors by their words; none where all of it is a getter.
  var list: [AccessorDeclSyntax] {
    if case .accessors(let list) = accessors { Array(list) } else { [] }
  }
}

extension AccessorDeclSyntax {
  func isOne(of keywords: Keyword...) -> Bool {
    keywords.contains { accessorSpecifier.tokenKind == .keyword($0) }
  }
}

extension DeclModifierListSyntax {
  func has(_ keyword: Keyword) -> Bool { contains { $0.name.tokenKind == .keyword(keyword) } }
}

extension VariableDeclSyntax {
  package var isAsync: Bool { modifiers.has(.async) }
}

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
