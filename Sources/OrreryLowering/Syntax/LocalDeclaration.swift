import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// What declares a name at the place where it is used, inside of its function.
package enum LocalDeclaration {
  case type(TypeSyntax)
  /// `let name = value`, also where that is unwrapped.
  case value(ExprSyntax, isUnwrapped: Bool)
  /// `for name in list`.
  case element(of: ExprSyntax)
  /// `for (_, name) in list`.
  case elementPart(Int, of: ExprSyntax)
  /// A pattern, or a closure that does not say its types.
  case unknown

  /// The nearest declaration of a name around a node; nothing where its function has none.
  package static func find(_ name: String, at node: some SyntaxProtocol) -> LocalDeclaration? {
    var current = Syntax(node)
    while let parent = current.parent, !parent.is(MemberBlockSyntax.self) {
      if let found = parent.declaration(of: name, before: current) { return found }
      current = parent
    }
    return nil
  }
}

extension LocalDeclaration {
  /// What a typealias inside of a function stands for that a name means at some place.
  package static func alias(_ name: String, at node: some SyntaxProtocol) -> TypeSyntax? {
    var current = Syntax(node)
    while let parent = current.parent, !parent.is(MemberBlockSyntax.self) {
      for item in parent.as(CodeBlockItemListSyntax.self) ?? [] where !parent.isTopLevel {
        if let alias = item.item.as(TypeAliasDeclSyntax.self),
          Naming.identifier(alias.name.text) == name
        {
          return alias.initializer.value
        }
      }
      current = parent
    }
    return nil
  }
}

extension Syntax {
  /// Whether it is the list of what a file declares.
  fileprivate var isTopLevel: Bool { parent?.is(SourceFileSyntax.self) ?? true }

  fileprivate func declaration(of name: String, before inner: Syntax) -> LocalDeclaration? {
    if let items = self.as(CodeBlockItemListSyntax.self) {
      return items.prefix { $0.id != inner.id }.reversed().lazy.compactMap {
        $0.declaration(of: name)
      }.first
    }
    if let branch = self.as(IfExprSyntax.self), branch.body.id == inner.id {
      return branch.conditions.declaration(of: name, before: inner)
    }
    if let loop = self.as(WhileStmtSyntax.self), loop.body.id == inner.id {
      return loop.conditions.declaration(of: name, before: inner)
    }
    if let conditions = self.as(ConditionElementListSyntax.self) {
      return conditions.declaration(of: name, before: inner)
    }
    if let loop = self.as(ForStmtSyntax.self), inner.id == loop.body.id {
      return loop.pattern.declaration(of: name, matchingEachOf: loop.sequence)
    }
    if let clause = self.as(SwitchCaseSyntax.self), inner.id == clause.statements.id,
      case .case(let label) = clause.label
    {
      return label.caseItems.lazy.compactMap {
        $0.pattern.declaration(of: name, matching: clause.subject)
      }.first
    }
    if let clause = self.as(CatchClauseSyntax.self), inner.id == clause.body.id {
      return name == "error" || clause.catchItems.contains { $0.pattern?.binds(name) ?? false }
        ? .unknown : nil
    }
    if let closure = self.as(ClosureExprSyntax.self) {
      return closure.parameter(name) ?? closure.captured(name, at: inner)
    }
    let parameters =
      self.as(FunctionDeclSyntax.self)?.signature.parameterClause
      ?? self.as(InitializerDeclSyntax.self)?.signature.parameterClause
    return parameters?.parameters.first {
      Naming.identifier(($0.secondName ?? $0.firstName).text) == name
    }.map { .type($0.type) }
  }
}

extension CodeBlockItemSyntax {
  fileprivate func declaration(of name: String) -> LocalDeclaration? {
    if let check = item.as(GuardStmtSyntax.self) {
      return check.conditions.declaration(of: name, before: nil)
    }
    guard let variable = item.as(VariableDeclSyntax.self) else { return nil }
    return variable.bindings.lazy.compactMap { binding in
      guard binding.pattern.isName(name) else {
        return binding.pattern.binds(name) ? .unknown : nil
      }
      if let type = binding.typeAnnotation?.type { return .type(type) }
      return binding.initializer.map { .value($0.value, isUnwrapped: false) } ?? .unknown
    }.first
  }
}

extension ConditionElementListSyntax {
  fileprivate func declaration(of name: String, before inner: Syntax?) -> LocalDeclaration? {
    prefix { $0.id != inner?.id }.reversed().lazy.compactMap { element in
      switch element.condition {
      case .optionalBinding(let binding) where binding.pattern.isName(name):
        if let type = binding.typeAnnotation?.type { return .type(type) }
        let same = ExprSyntax(DeclReferenceExprSyntax(baseName: .identifier(name)))
        guard let value = binding.initializer?.value else {
          return LocalDeclaration.find(name, at: element).map { $0.unwrapped }
            ?? .value(
              same, isUnwrapped: true)
        }
        return .value(value, isUnwrapped: true)
      case .optionalBinding(let binding): return binding.pattern.binds(name) ? .unknown : nil
      case .matchingPattern(let match):
        return match.pattern.declaration(of: name, matching: match.initializer.value)
      default: return nil
      }
    }.first
  }
}

extension LocalDeclaration {
  fileprivate var unwrapped: LocalDeclaration {
    switch self {
    case .type(let type): .type(type.as(OptionalTypeSyntax.self)?.wrappedType ?? type)
    case .value(let value, _): .value(value, isUnwrapped: true)
    case .element, .elementPart, .unknown: .unknown
    }
  }
}

extension ClosureExprSyntax {
  fileprivate func parameter(_ name: String) -> LocalDeclaration? {
    guard parameterNames.contains(name) else { return nil }
    guard case .parameterClause(let clause)? = signature?.parameterClause else { return .unknown }
    let type = clause.parameters.first {
      Naming.identifier(($0.secondName ?? $0.firstName).text) == name
    }?.type
    return type.map { .type($0) } ?? .unknown
  }
}

extension ClosureExprSyntax {
  /// What a capture list says of a name: `[gate = keeper.gate]`.
  fileprivate func captured(_ name: String, at inner: Syntax) -> LocalDeclaration? {
    guard inner.id != signature?.id else { return nil }
    let items = signature?.capture?.items
    let value = items?.first { item in
      item.keptName.map { Naming.identifier($0.text) } == name
    }?.keptValue
    return value.map { .value($0, isUnwrapped: false) }
  }
}

extension PatternSyntax {
  fileprivate func isName(_ name: String) -> Bool {
    self.as(IdentifierPatternSyntax.self).map { Naming.identifier($0.identifier.text) } == name
  }

  package func binds(_ name: String) -> Bool {
    tokens(viewMode: .sourceAccurate).contains { Naming.identifier($0.text) == name }
  }
}
