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
      context.error(.nestedStateMisplaced, at: node, fix: MacroFix.remove(node))
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
      context.error(.forwardMisplaced, at: node, fix: MacroFix.remove(node))
    }
    return []
  }
}

/// `@NestedFeature`: a mark that `@ComposableStateMachine` reads.
enum NestedFeatureMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    let group = declaration.asProtocol((any WithAttributesSyntax).self)
    if group?.attribute("ComposableStateMachine") == nil {
      context.error(.nestedFeatureMisplaced, at: node, fix: MacroFix.remove(node))
    }
    return []
  }
}

/// `@ObservableState`: a mark on the state of a machine.
enum ObservableStateMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    if !declaration.is(StructDeclSyntax.self), !declaration.is(EnumDeclSyntax.self) {
      context.error(.observableStateMisplaced, at: node, fix: MacroFix.remove(node))
    }
    return []
  }
}

extension MacroMessage {
  fileprivate static let nestedFeatureMisplaced = MacroMessage(
    id: "nested-feature-misplaced",
    message: "'@NestedFeature' marks a type that is marked '@ComposableStateMachine'")

  fileprivate static let observableStateMisplaced = MacroMessage(
    id: "observable-state-misplaced",
    message: "'@ObservableState' marks a struct or an enum: a state is a value")

  fileprivate static let nestedStateMisplaced = MacroMessage(
    id: "nested-state-misplaced",
    message: "'@NestedState' marks a stored property that holds a child's state")

  fileprivate static let forwardMisplaced = MacroMessage(
    id: "forward-misplaced",
    message: "'@Forward' marks a case of 'Input' or 'IOResult'")
}
