import OrrerySyntax
import OrreryTrace
import SwiftSyntax

// What the code around an expression says of its type, where it stands in the same file.
extension ExprSyntax {
  /// The types that whoever takes the value says: those of the function that returns it, and of the
  /// variable that it is bound to.
  var typesTaking: [TypeSyntax] {
    guard let parent else { return [] }
    if let binding = parent.as(InitializerClauseSyntax.self)?.parent?.as(PatternBindingSyntax.self)
    {
      return binding.typeAnnotation.map { [$0.type] } ?? []
    }
    let items = parent.as(CodeBlockItemSyntax.self)?.parent?.as(CodeBlockItemListSyntax.self)
    let isAnswer = parent.is(ReturnStmtSyntax.self) || items?.count == 1
    return isAnswer ? parent.returnType.map { [$0] } ?? [] : []
  }

  /// The type of a function's answer or of a variable, by its declaration around the expression.
  var declaredType: TypeSyntax? {
    let call = self.as(FunctionCallExprSyntax.self)
    let node = call?.calledExpression ?? self
    let member = node.as(MemberAccessExprSyntax.self)
    guard member.map({ $0.base?.isSelf ?? false }) ?? node.is(DeclReferenceExprSyntax.self),
      let token = (member?.declName ?? node.as(DeclReferenceExprSyntax.self))?.baseName
    else { return nil }
    let name = Naming.identifier(token.text)
    let isMember = call != nil || member != nil
    return ancestors.lazy.filter { !isMember || $0.is(MemberBlockSyntax.self) }
      .compactMap { $0.declaration(of: name, isCalled: call != nil) }.first?.type
  }
}

/// What a declaration says of a type, which may be nothing.
private struct WrittenType {
  var type: TypeSyntax?
}

extension Syntax {
  /// The type that the function, closure or property around a statement answers.
  fileprivate var returnType: TypeSyntax? {
    guard let code = isCode ? self : ancestors.first(where: \.isCode) else { return nil }
    return code.as(ClosureExprSyntax.self)?.answer
      ?? code.as(FunctionDeclSyntax.self)?.signature.returnClause?.type
      ?? code.parent?.as(PatternBindingSyntax.self)?.typeAnnotation?.type
  }

  /// What a node declares under some name: a parameter, a variable or a member.
  fileprivate func declaration(of name: String, isCalled: Bool) -> WrittenType? {
    if let block = self.as(MemberBlockSyntax.self) {
      return block.members.lazy.compactMap { $0.decl.declares(name, isCalled: isCalled) }.first
    }
    if isCalled { return nil }
    if let items = self.as(CodeBlockItemListSyntax.self) {
      return items.lazy.compactMap { item in
        item.item.as(DeclSyntax.self)?.declares(name, isCalled: false)
      }.first
    }
    if let function = self.as(FunctionDeclSyntax.self) {
      return function.signature.parameterClause.parameters.first { $0.ownName == name }.map {
        WrittenType(type: $0.type)
      }
    }
    guard let closure = self.as(ClosureExprSyntax.self),
      closure.parameterNames.contains(name)
    else { return nil }
    guard case .parameterClause(let clause)? = closure.signature?.parameterClause else {
      return WrittenType()
    }
    return clause.parameters.first { $0.ownName == name }.map { WrittenType(type: $0.type) }
  }
}

extension DeclSyntax {
  /// The type of what a declaration declares under a name; nothing where that is something else.
  fileprivate func declares(_ name: String, isCalled: Bool) -> WrittenType? {
    if let function = self.as(FunctionDeclSyntax.self) {
      guard isCalled, Naming.identifier(function.name.text) == name else { return nil }
      return WrittenType(type: function.signature.returnClause?.type)
    }
    guard !isCalled, let variable = self.as(VariableDeclSyntax.self) else { return nil }
    return variable.bindings.lazy.compactMap { binding in
      binding.boundName == name ? WrittenType(type: binding.typeAnnotation?.type) : nil
    }.first
  }
}

extension ClosureExprSyntax {
  /// What the closure answers: as it says, or as the operator that it is handed to wants.
  fileprivate var answer: TypeSyntax? {
    if let type = signature?.returnClause?.type { return type }
    let call =
      parent?.as(FunctionCallExprSyntax.self)
      ?? parent?.parent?.parent?.as(FunctionCallExprSyntax.self)
    guard let call, call.calleeName == "flatMap", call.isOnFuture else { return nil }
    return TypeSyntax(IdentifierTypeSyntax(name: .identifier("Future")))
  }
}

extension TypeSyntax {
  /// Whether values of the type are one that comes later.
  var isFuture: Bool {
    carrierName.map {
      $0.hasSuffix("Future") || $0.hasSuffix("Promise")
        || ["Single", "Maybe", "Completable"].contains($0)
    } ?? false
  }

  /// Whether values of the type come one after the other.
  var isStream: Bool {
    carrierName.map {
      $0.hasSuffix("Publisher") || $0.hasSuffix("Observable")
        || ["Driver", "Signal", "SignalProducer", "Flowable"].contains($0)
    } ?? false
  }

  private var carrierName: String? {
    switch self.as(TypeSyntaxEnum.self) {
    case .someOrAnyType(let type): type.constraint.carrierName
    case .attributedType(let type): type.baseType.carrierName
    default: plainName
    }
  }

  /// The last part of a type's name, optional or not; nothing for what has no name.
  package var plainName: String? {
    switch self.as(TypeSyntaxEnum.self) {
    case .optionalType(let type): type.wrappedType.plainName
    case .identifierType(let type): type.name.text
    case .memberType(let type): type.name.text
    default: nil
    }
  }
}
