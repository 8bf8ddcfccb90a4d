import SwiftSyntax
import SwiftSyntaxMacros

/// `@ObservableState`: a state whose properties are observed one by one.
enum ObservableStateMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) -> [ExtensionDeclSyntax] {
    guard declaration.is(StructDeclSyntax.self) || declaration.is(EnumDeclSyntax.self) else {
      context.report(.notAValue, at: node, fix: MacroFix.remove(node))
      return []
    }
    guard !protocols.isEmpty else { return [] }
    let conformance: DeclSyntax = "extension \(type.trimmed): Orrery.ObservableState {}"
    return conformance.as(ExtensionDeclSyntax.self).map { [$0] } ?? []
  }
}

extension MacroMessage {
  fileprivate static let notAValue = MacroMessage(
    id: "observable-state-misplaced",
    message: "'@ObservableState' marks a struct or an enum: a state is a value")
}
