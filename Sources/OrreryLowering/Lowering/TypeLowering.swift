import OrreryProgram
import OrreryTrace
import SwiftSyntax

/// Types as they are written, their names resolved and their aliases written out.
extension LoweringContext {
  /// - Parameter names: What is declared inside of the function where the type stands.
  func reference(_ type: TypeSyntax, _ names: Names = Names()) -> TypeReference {
    TypeLowering(context: self, names: names, scope: owner, generics: generics).reference(type)
  }
}

private struct TypeLowering {
  let context: LoweringContext
  let names: Names
  /// The type that names are seen from.
  var scope: TypeInfo?
  var generics: Set<String>
  /// How many aliases have been written out.
  var depth = 0

  private static let mostAliases = 4

  func reference(_ type: TypeSyntax) -> TypeReference {
    switch type.as(TypeSyntaxEnum.self) {
    case .identifierType(let type): return named(type)
    case .memberType(let type): return member(type)
    case .optionalType(let type): return .optional(reference(type.wrappedType))
    case .implicitlyUnwrappedOptionalType(let type): return .optional(reference(type.wrappedType))
    case .arrayType(let type): return .array(reference(type.element))
    case .dictionaryType(let type): return .dictionary(reference(type.key), reference(type.value))
    case .attributedType(let type): return reference(type.baseType)
    case .someOrAnyType(let type): return reference(type.constraint)
    case .functionType: return .function
    case .tupleType(let type): return tuple(type)
    default: return .other(type.folded)
    }
  }

  private func tuple(_ type: TupleTypeSyntax) -> TypeReference {
    if let only = type.elements.first, type.elements.count == 1 { return reference(only.type) }
    return .tuple(
      type.elements.map { element in
        let label = element.firstName.map { Naming.identifier($0.text) }
        return TypeReference.Element(label == "_" ? nil : label, reference(element.type))
      })
  }

  private func named(_ type: IdentifierTypeSyntax) -> TypeReference {
    let name = Naming.identifier(type.name.text)
    let arguments = (type.genericArgumentClause?.arguments.types ?? []).map(reference)
    if name == "Self" {
      return scope.map { .nominal(key: $0.key, name: $0.name, arguments: []) }
        ?? .parameter(name)
    }
    if generics.contains(name) { return .parameter(name) }
    if depth == 0, case .type(let target)? = names.find(name)?.meaning {
      let alias = target.map { SourceIndex.Alias(target: $0, owner: scope) }
      return alias.map { expanded($0) } ?? .nominal(key: nil, name: name, arguments: arguments)
    }
    if let known = standard(name, arguments) { return known }
    if let alias = context.index.alias(name, in: scope, file: context.file),
      depth < Self.mostAliases
    {
      return expanded(alias)
    }
    return .nominal(key: key(of: name), name: name, arguments: arguments)
  }

  private func member(_ type: MemberTypeSyntax) -> TypeReference {
    let name = Naming.identifier(type.name.text)
    let arguments = (type.genericArgumentClause?.arguments.types ?? []).map(reference)
    guard let parts = SourceIndex.parts(of: TypeSyntax(type)) else { return .other(type.folded) }
    if parts.first == "Swift", let known = standard(name, arguments) { return known }
    let outer = context.index.info(key(of: parts.dropLast().joined(separator: ".")))
    if let outer, let target = outer.aliases[name], depth < Self.mostAliases {
      return expanded(SourceIndex.Alias(target: target, owner: outer))
    }
    return .nominal(key: key(of: parts.joined(separator: ".")), name: name, arguments: arguments)
  }

  private func key(of name: String) -> String? {
    let found = context.index.resolve(
      name: name, in: scope, module: context.file.module, file: context.file)
    // `Module.Name`.
    return found ?? context.index.info(name)?.key
  }

  private func expanded(_ alias: SourceIndex.Alias) -> TypeReference {
    var inner = self
    (inner.scope, inner.depth) = (alias.owner ?? scope, depth + 1)
    let clause = alias.target.parent?.parent?.as(TypeAliasDeclSyntax.self)?.genericParameterClause
    inner.generics.formUnion(clause?.parameters.map(\.name.text) ?? [])
    return inner.reference(alias.target)
  }

  /// The types of the standard library that the language has a spelling for.
  private func standard(_ name: String, _ arguments: [TypeReference]) -> TypeReference? {
    switch (name, arguments.count) {
    case ("Void", 0): .tuple([])
    case ("Optional", 1): .optional(arguments[0])
    case ("Array", 1): .array(arguments[0])
    case ("Dictionary", 2): .dictionary(arguments[0], arguments[1])
    default: nil
    }
  }
}
