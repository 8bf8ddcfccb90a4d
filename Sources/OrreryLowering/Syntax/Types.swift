import OrrerySyntax
import OrreryTrace
import SwiftSyntax

// What a type says as it is written.
extension TypeSyntax {
  /// What is inside of an optional.
  package var wrappedType: TypeSyntax? {
    if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType }
    return generic("Optional", of: 1)?.first
  }

  /// Whether values of the type may be absent, as far as is written: another word than a name may
  /// hide an optional.
  package var isOptional: Bool {
    if wrappedType != nil { return true }
    return !self.is(IdentifierTypeSyntax.self) && !self.is(MemberTypeSyntax.self)
  }

  /// The arguments of a generic type of a name.
  package func generic(_ name: String, of count: Int) -> [TypeSyntax]? {
    guard let type = self.as(IdentifierTypeSyntax.self), type.name.text == name,
      let arguments = type.genericArgumentClause?.arguments, arguments.count == count
    else { return nil }
    let types = arguments.types
    return types.count == count ? types : nil
  }

  /// The type that an optional is of.
  package var presentType: TypeSyntax {
    self.as(OptionalTypeSyntax.self)?.wrappedType.presentType
      ?? self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self)?.wrappedType.presentType ?? self
  }

  /// Whether the type is no optional; a single letter is a generic parameter, which may be one.
  package var isPresent: Bool {
    switch self.as(TypeSyntaxEnum.self) {
    case .identifierType(let type): type.name.text.count > 1 && type.name.text != "Optional"
    case .arrayType, .dictionaryType, .functionType: true
    case .memberType(let type): type.baseType.isPresent
    default: false
    }
  }
}

extension TypeSyntax {
  /// The function type without attributes such as `@Sendable`, and without parentheses around it.
  package var plainFunction: FunctionTypeSyntax? {
    switch self.as(TypeSyntaxEnum.self) {
    case .functionType(let type): type
    case .attributedType(let type): type.baseType.plainFunction
    case .tupleType(let type) where type.elements.count == 1:
      type.elements.first?.type.plainFunction
    default: nil
    }
  }

  /// Whether values of the type are closures, or may hold one.
  package var isCode: Bool {
    switch self.as(TypeSyntaxEnum.self) {
    case .functionType: true
    case .attributedType(let type): type.baseType.isCode
    case .optionalType(let type): type.wrappedType.isCode
    case .tupleType(let type): type.elements.contains { $0.type.isCode }
    default: false
    }
  }

  /// Whether a function of which it is the return type gives a value.
  var returnsValue: Bool { !["Void", "()"].contains(trimmedText) }

  /// Whether a parameter of the type is handed a closure that may not outlive the call.
  package var isLent: Bool {
    guard let type = self.as(AttributedTypeSyntax.self) else {
      return self.is(FunctionTypeSyntax.self)
    }
    return !type.attributes.types.contains { $0.trimmedText == "escaping" } && type.baseType.isLent
  }

  /// The type behind `inout`.
  package var inOutBase: TypeSyntax? {
    guard let type = self.as(AttributedTypeSyntax.self),
      type.specifiers.contains(where: {
        $0.as(SimpleTypeSpecifierSyntax.self)?.specifier.tokenKind == .keyword(.inout)
      })
    else { return nil }
    return type.baseType
  }
}

extension TypeSyntax {
  package var isCollection: Bool {
    if self.is(ArrayTypeSyntax.self) || self.is(DictionaryTypeSyntax.self) { return true }
    let name = self.as(IdentifierTypeSyntax.self)?.name.text ?? ""
    return ["Array", "Set", "Dictionary", "String", "Data"].contains(name)
  }

  /// What a collection of the type has.
  package var elementType: TypeSyntax? {
    switch self.as(TypeSyntaxEnum.self) {
    case .arrayType(let type): type.element
    case .dictionaryType(let type): type.value
    case .identifierType(let type) where Self.collections.contains(type.name.text):
      type.genericArgumentClause?.arguments.last?.type
    default: nil
    }
  }

  private static let collections: Set = [
    "Array", "ArraySlice", "ContiguousArray", "Set", "Dictionary", "Deque", "OrderedSet",
    "OrderedDictionary", "IdentifiedArrayOf",
  ]
}

extension AttributeListSyntax {
  /// The types by whose names there are attributes.
  package var types: [TypeSyntax] { compactMap { $0.as(AttributeSyntax.self)?.attributeName } }

  /// Whether there is an attribute of one of some names.
  package func has(_ names: Set<String>) -> Bool {
    types.contains { names.contains($0.trimmedText) }
  }
}

extension ClosureParameterSyntax {
  /// What the closure calls it.
  package var ownName: String { Naming.identifier((secondName ?? firstName).text) }
}

extension FunctionParameterSyntax {
  /// What the function calls it.
  package var ownName: String { Naming.identifier((secondName ?? firstName).text) }

  /// Whether it is a closure that is handed something to change.
  package var takesInOut: Bool {
    let type = type.as(AttributedTypeSyntax.self)?.baseType ?? type
    return type.as(FunctionTypeSyntax.self)?.parameters.contains {
      $0.type.inOutBase != nil
    } ?? false
  }
}
