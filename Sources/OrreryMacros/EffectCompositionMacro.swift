import OrrerySyntax
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@EffectComposition`: trees of effects, and a method for each kind of effect.
enum EffectCompositionMacro {}

extension EffectCompositionMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [AttributeSyntax] {
    guard let effect = member.as(EnumDeclSyntax.self), effect.name.text == "IOEffect",
      effect.attribute("ComposableEffect") == nil
    else { return [] }
    return ["@ComposableEffect"]
  }
}

extension EffectCompositionMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) -> [ExtensionDeclSyntax] {
    guard let machine = Declaration(declaration), machine.nestedEnum("IOEffect") != nil,
      !machine.isGeneric, !protocols.isEmpty
    else { return [] }
    let conformance: DeclSyntax = "extension \(type.trimmed): Orrery.EffectComposing {}"
    return conformance.as(ExtensionDeclSyntax.self).map { [$0] } ?? []
  }
}

extension EffectCompositionMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    guard let machine = Declaration(declaration), let effect = machine.nestedEnum("IOEffect") else {
      context.report(.noEffects, at: node, fix: MacroFix.remove(node))
      return []
    }
    guard !machine.isGeneric else {
      context.report(.generic(machine.name.text), at: node)
      return []
    }
    let cases = EnumCase.all(in: effect).filter { !$0.isConditional }
    return [
      "\(raw: machine.access)typealias Composed = IOEffect.Composed",
      "\(raw: machine.access)typealias Transition = (State?, IOEffect.Composed?)",
      "\(raw: runner(cases, of: machine))",
      "\(raw: dispatcher(cases, of: machine))",
    ]
  }

  private static func runner(_ cases: [EnumCase], of machine: Declaration) -> String {
    let methods = cases.map { effect in
      let parameters = parameters(of: effect).map(\.requirement)
      return "  func \(method(for: effect))(\(parameters.joined(separator: ", ")))"
        + " -> AsyncStream<\(machine.name.text).IOResult>"
    }
    return """
      \(machine.access)protocol EffectRunner {
      \(methods.joined(separator: "\n"))
      }
      """
  }

  private static func dispatcher(_ cases: [EnumCase], of machine: Declaration) -> String {
    let clauses = cases.map { effect in
      let parameters = parameters(of: effect)
      let bindings = parameters.map(\.binding).joined(separator: ", ")
      let pattern = parameters.isEmpty ? "" : "(\(bindings))"
      let arguments = parameters.map(\.argument).joined(separator: ", ")
      return "  case .\(effect.spelling)\(pattern): runner.\(method(for: effect))(\(arguments))"
    }
    // Called through the protocol, so that a machine without a runner is told that it has none.
    let start = cases.isEmpty ? "" : "  let runner: any EffectRunner = self\n  return "
    return """
      \(machine.access)func runIOEffect(_ ioEffect: IOEffect) -> AsyncStream<IOResult> {
      \(start)switch ioEffect {
      \(clauses.joined(separator: "\n"))
        }
      }
      """
  }

  private static func parameters(of effect: EnumCase) -> [Parameter] {
    (effect.element.parameterClause?.parameters).map(Parameter.all) ?? []
  }

  /// `fetchData` runs in `runFetchData`.
  private static func method(for effect: EnumCase) -> String {
    let name = "run" + effect.name.prefix(1).uppercased() + effect.name.dropFirst()
    return effect.spelling.hasPrefix("`") && !name.allSatisfy(\.isIdentifierPart)
      ? "`\(name)`" : name
  }
}

extension Character {
  fileprivate var isIdentifierPart: Bool { isLetter || isNumber || self == "_" }
}

extension MacroMessage {
  fileprivate static let noEffects = MacroMessage(
    id: "effect-composition-without-effects",
    message: "'@EffectComposition' needs an enum 'IOEffect' inside the type it is attached to")

  fileprivate static func generic(_ name: String) -> MacroMessage {
    MacroMessage(
      id: "effect-composition-generic",
      message:
        "'@EffectComposition' writes a nested protocol, which the generic type '\(name)' cannot hold"
    )
  }
}
