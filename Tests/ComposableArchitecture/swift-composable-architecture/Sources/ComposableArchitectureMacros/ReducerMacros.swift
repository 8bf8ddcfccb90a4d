import SwiftSyntax
import SwiftSyntaxMacros

/// `@Reducer`: a conformance, case paths of the actions, and the parts of a reducer that is an enum.
struct ReducerMacro: ExtensionMacro, MemberAttributeMacro, MemberMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    let name =
      declaration.is(EnumDeclSyntax.self)
      ? "CaseReducer, ComposableArchitecture.Reducer" : "Reducer"
    return [try ExtensionDeclSyntax("extension \(type): ComposableArchitecture.\(raw: name) {}")]
  }

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    if let member = member.as(EnumDeclSyntax.self), member.name.text == "Action" {
      return ["@CasePathable"]
    }
    if let member = member.as(VariableDeclSyntax.self),
      member.bindings.first?.pattern.trimmedDescription == "body"
    {
      return ["@ComposableArchitecture.ReducerBuilder<Self.State, Self.Action>"]
    }
    return []
  }

  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(EnumDeclSyntax.self) else { return [] }
    let screens = declaration.cases
    func cases(_ suffix: String) -> String {
      screens.map { "case \($0.name)(\($0.payload ?? "Never").\(suffix))" }.joined(separator: "\n")
    }
    let scopes = screens.map {
      "Scope(state: \\State.AllCasePaths.\($0.name), action: \\Action.AllCasePaths.\($0.name)) "
        + "{ \($0.payload ?? "Never")() }"
    }
    return [
      """
      @CasePathable public enum State: CaseReducerState {
        public typealias StateReducer = \(declaration.name)
        \(raw: cases("State"))
      }
      """,
      "@CasePathable public enum Action { \(raw: "\n" + cases("Action") + "\n") }",
      """
      public static var body: Reduce<Self.State, Self.Action> {
        Reduce(CombineReducers { \(raw: "\n" + scopes.joined(separator: "\n") + "\n") })
      }
      """,
    ]
  }
}

/// `@CasePathable`: a path for each case that holds something.
struct CasePathableMacro: ExtensionMacro, MemberMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    [try ExtensionDeclSyntax("extension \(type): ComposableArchitecture.CasePathable {}")]
  }

  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(EnumDeclSyntax.self) else { return [] }
    let paths = declaration.cases.filter { $0.payload != nil }.map { found in
      """
      public var \(found.name): AnyCasePath<\(declaration.name.text), \(found.payload ?? "")> {
        AnyCasePath(
          embed: \(declaration.name.text).\(found.name),
          extract: { if case .\(found.name)(let value) = $0 { value } else { nil } })
      }
      """
    }
    return [
      "public struct AllCasePaths { \(raw: "\n" + paths.joined(separator: "\n") + "\n") }",
      "public static var allCasePaths: AllCasePaths { AllCasePaths() }",
    ]
  }
}

extension EnumDeclSyntax {
  /// The cases and the one type that each holds, if it does.
  fileprivate var cases: [(name: String, payload: String?)] {
    memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
      .flatMap(\.elements)
      .map { element in
        let types = element.parameterClause?.parameters.map(\.type.trimmedDescription)
        return (element.name.text, types?.count == 1 ? types?[0] : nil)
      }
  }
}
