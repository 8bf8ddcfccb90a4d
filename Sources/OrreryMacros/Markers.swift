import OrrerySyntax
import SwiftSyntax
import SwiftSyntaxMacros

/// `@NestedState`: a mark that `@ComposableStateMachine` reads.
enum NestedStateMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    if !declaration.is(VariableDeclSyntax.self) {
      context.error(.nestedStateMisplaced, at: node)
    }
    return []
  }
}

/// `@Forward`: a mark that `@ComposableStateMachine` reads.
enum ForwardMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    if !declaration.is(EnumCaseDeclSyntax.self) {
      context.error(.forwardMisplaced, at: node)
    }
    return []
  }
}

extension MacroMessage {
  fileprivate static let nestedStateMisplaced = MacroMessage(
    id: "nested-state-misplaced",
    message: "'@NestedState' marks a stored property that holds a child's state")

  fileprivate static let forwardMisplaced = MacroMessage(
    id: "forward-misplaced",
    message: "'@Forward' marks a case of 'Input' or 'IOResult'")
}
