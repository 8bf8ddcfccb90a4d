import SwiftSyntax
import SwiftSyntaxMacros

/// `@ObservableState`: properties are stored under another name, beside a registrar.
struct ObservableStateMacro: MemberMacro, MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard declaration.is(StructDeclSyntax.self) else { return [] }
    return ["var _$observationRegistrar = ComposableArchitecture.ObservationStateRegistrar()"]
  }

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard declaration.is(StructDeclSyntax.self), let member = member.as(VariableDeclSyntax.self),
      member.bindingSpecifier.tokenKind == .keyword(.var), member.attributes.isEmpty,
      member.bindings.first?.accessorBlock == nil
    else { return [] }
    return ["@ObservationStateTracked"]
  }
}

struct ObservationStateTrackedMacro: AccessorMacro, PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let name = declaration.propertyName else { return [] }
    return [
      """
      @storageRestrictions(initializes: _\(raw: name))
      init(initialValue) { _\(raw: name) = initialValue }
      """,
      "get { _\(raw: name) }",
      "set { _\(raw: name) = newValue }",
    ]
  }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let binding = declaration.as(VariableDeclSyntax.self)?.bindings.first,
      let name = declaration.propertyName
    else { return [] }
    let type = binding.typeAnnotation?.trimmedDescription ?? ""
    let value = binding.initializer?.trimmedDescription ?? ""
    return ["private var _\(raw: name)\(raw: type) \(raw: value)"]
  }
}

/// `@Presents`: an optional state that is stored in a `PresentationState`.
struct PresentsMacro: AccessorMacro, PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let name = declaration.propertyName else { return [] }
    return [
      """
      @storageRestrictions(initializes: _\(raw: name))
      init(initialValue) { _\(raw: name) = PresentationState(wrappedValue: initialValue) }
      """,
      "get { _\(raw: name).wrappedValue }",
      "set { _\(raw: name).wrappedValue = newValue }",
    ]
  }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let name = declaration.propertyName,
      let type = declaration.as(VariableDeclSyntax.self)?.bindings.first?.typeAnnotation?.type
        .as(OptionalTypeSyntax.self)?.wrappedType.trimmedDescription
    else { return [] }
    let state = "ComposableArchitecture.PresentationState<\(type)>"
    return [
      """
      var $\(raw: name): \(raw: state) {
        get { _\(raw: name).projectedValue }
        set { _\(raw: name).projectedValue = newValue }
      }
      """,
      "private var _\(raw: name) = \(raw: state)(wrappedValue: nil)",
    ]
  }
}

extension DeclSyntaxProtocol {
  fileprivate var propertyName: String? {
    self.as(VariableDeclSyntax.self)?.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?
      .identifier.text
  }
}
