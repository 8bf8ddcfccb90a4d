import OrrerySyntax
import SwiftSyntax
import SwiftSyntaxMacros

/// `@NestedState`: a mark that `@ComposableStateMachine` reads.
enum NestedStateMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    guard let property = declaration.as(VariableDeclSyntax.self) else {
      context.report(.nestedStateMisplaced, at: node, fix: MacroFix.remove(node))
      return []
    }
    let stored = StoredProperty.all(in: [MemberBlockItemSyntax(decl: property)])
    if stored.isEmpty || stored.contains(where: \.isStatic) {
      context.report(.nestedStateComputed, at: node, fix: MacroFix.remove(node))
    } else if stored.contains(where: \.isLet) {
      let specifier = property.bindingSpecifier
      let variable = specifier.with(\.tokenKind, .keyword(.var))
      context.report(
        .nestedStateConstant, at: specifier, fix: MacroFix.replace(specifier, with: variable))
    } else if let hidden = property.privateModifier {
      let visible = hidden.with(
        \.name, .keyword(.fileprivate, trailingTrivia: hidden.name.trailingTrivia))
      context.report(.nestedStateHidden, at: hidden, fix: MacroFix.replace(hidden, with: visible))
    } else {
      context.checkReader(of: node, inside: ["State"])
    }
    return []
  }
}

extension VariableDeclSyntax {
  /// What hides the property, or its setter, from the type around the state.
  fileprivate var privateModifier: DeclModifierSyntax? {
    modifiers.first { $0.name.tokenKind == .keyword(.private) }
  }
}

/// `@Forward`: a mark that `@ComposableStateMachine` reads.
enum ForwardMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    guard declaration.is(EnumCaseDeclSyntax.self) else {
      context.report(.forwardMisplaced, at: node, fix: MacroFix.remove(node))
      return []
    }
    context.checkReader(of: node, inside: ["Input", "IOResult"])
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
      context.report(.nestedFeatureMisplaced, at: node, fix: MacroFix.remove(node))
    }
    return []
  }
}

extension MacroExpansionContext {
  /// Warns where no `@ComposableStateMachine` will read a mark: it sees no more than the types that
  /// are written inside the one that it is attached to.
  fileprivate func checkReader(of mark: AttributeSyntax, inside names: [String]) {
    let name = mark.attributeName.trimmedDescription
    let container = lexicalContext.first?.asProtocol((any NamedDeclSyntax).self)?.name.text
    guard let container, names.contains(container) else {
      return report(.unread(name, inside: names), at: mark)
    }
    let machine = lexicalContext.dropFirst().first
    let attributes = machine?.asProtocol((any WithAttributesSyntax).self)
    if machine?.is(ExtensionDeclSyntax.self) == true {
      report(.inExtension(name, container), at: mark)
    } else if attributes?.attribute("ComposableStateMachine") == nil {
      report(.withoutReader(name, container), at: mark)
    }
  }
}

extension MacroMessage {
  fileprivate static let nestedFeatureMisplaced = MacroMessage(
    id: "nested-feature-misplaced",
    message: "'@NestedFeature' marks a type that is marked '@ComposableStateMachine'")

  fileprivate static let nestedStateMisplaced = MacroMessage(
    id: "nested-state-misplaced",
    message: "'@NestedState' marks a stored property that holds a child's state")

  fileprivate static let nestedStateComputed = MacroMessage(
    id: "nested-state-computed",
    message: "'@NestedState' marks a stored property; name a computed one with "
      + "'@NestedFeature(Child.self, state: \\.property)' on the machine")

  fileprivate static let nestedStateConstant = MacroMessage(
    id: "nested-state-constant",
    message: "'@NestedState' marks a variable: a child changes its state")

  fileprivate static let nestedStateHidden = MacroMessage(
    id: "nested-state-hidden",
    message: "'private' hides a '@NestedState' property from the machine around 'State'")

  fileprivate static let forwardMisplaced = MacroMessage(
    id: "forward-misplaced",
    message: "'@Forward' marks a case of 'Input' or 'IOResult'")

  fileprivate static func unread(_ mark: String, inside names: [String]) -> MacroMessage {
    MacroMessage(
      id: "mark-unread",
      message: "'@\(mark)' does nothing here: it belongs inside a type called "
        + names.map { "'\($0)'" }.joined(separator: " or "),
      severity: .warning)
  }

  fileprivate static func inExtension(_ mark: String, _ type: String) -> MacroMessage {
    MacroMessage(
      id: "mark-in-extension",
      message: "'@\(mark)' does nothing in an extension, which '@ComposableStateMachine' cannot "
        + "see; move '\(type)' into the declaration of the machine",
      severity: .warning)
  }

  fileprivate static func withoutReader(_ mark: String, _ type: String) -> MacroMessage {
    MacroMessage(
      id: "mark-without-reader",
      message: "'@\(mark)' does nothing here: the machine around '\(type)' is not marked "
        + "'@ComposableStateMachine'",
      severity: .warning)
  }
}
