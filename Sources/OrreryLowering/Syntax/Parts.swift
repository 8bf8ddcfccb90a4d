import OrrerySyntax
import OrreryTrace
import SwiftSyntax

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
