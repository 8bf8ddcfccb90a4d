import OrrerySyntax
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@ComposableEffect`: a tree of effects that is written with the names of the cases.
enum ComposableEffectMacro: MemberMacro {
  /// What the tree itself is called; a case of that name could not be told from it.
  private static let reserved = ["just", "merge", "concat", "tree", "init"]

  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    guard let effect = declaration.as(EnumDeclSyntax.self), let type = Declaration(effect) else {
      context.report(.notAnEnum, at: node, fix: MacroFix.remove(node))
      return []
    }
    let cases = EnumCase.all(in: effect).filter { !$0.isConditional }
    for clash in cases where reserved.contains(clash.name) {
      context.report(.reserved(clash.name), at: clash.element.name)
    }
    guard !cases.contains(where: { reserved.contains($0.name) }) else { return [] }
    return ["\(raw: composed(cases, of: effect, access: type.access))"]
  }

  private static func composed(
    _ cases: [EnumCase], of effect: EnumDeclSyntax, access: String
  ) -> String {
    let name = effect.name.text
    let lifts = cases.map { lift($0, access: access) }.joined(separator: "\n")
    return """
      \(access)struct Composed: Orrery.ComposedEffect\(equality(of: effect)) {
        \(access)var tree: Orrery.ComposableEffect<\(name)>
        \(access)init(tree: Orrery.ComposableEffect<\(name)>) {
          self.tree = tree
        }
      \(lifts)
      }
      """
  }

  private static func lift(_ effect: EnumCase, access: String) -> String {
    guard let parameters = effect.element.parameterClause?.parameters else {
      return "  \(access)static var \(effect.spelling): Self { .just(.\(effect.spelling)) }"
    }
    let declared = Parameter.all(parameters).map(\.declaration).joined(separator: ", ")
    let passed = Parameter.all(parameters).map(\.argument).joined(separator: ", ")
    return """
        \(access)static func \(effect.spelling)(\(declared)) -> Self {
          .just(.\(effect.spelling)(\(passed)))
        }
      """
  }

  /// Trees are equal where their effects are, which only the enum's own line tells.
  private static func equality(of effect: EnumDeclSyntax) -> String {
    let inherited = effect.inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription) ?? []
    if inherited.contains("Hashable") { return ", Hashable" }
    return inherited.contains("Equatable") ? ", Equatable" : ""
  }
}

extension MacroMessage {
  fileprivate static let notAnEnum = MacroMessage(
    id: "composable-effect-not-an-enum",
    message: "'@ComposableEffect' can only be attached to an enum")

  fileprivate static func reserved(_ name: String) -> MacroMessage {
    MacroMessage(
      id: "composable-effect-reserved-name",
      message: "'@ComposableEffect' names a part of its tree '\(name)'; rename the case")
  }
}
