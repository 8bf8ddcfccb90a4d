import OrrerySyntax
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

// What `@Traced` cannot do anything for.
extension TracedMacro {
  static func check(
    _ declaration: some DeclGroupSyntax, _ node: AttributeSyntax,
    in context: some MacroExpansionContext
  ) {
    if let argument = node.argument("state"), node.stringArgument("state") == nil {
      return context.report(.unreadableState, at: argument)
    }
    if declaration.is(ExtensionDeclSyntax.self) { return }
    if declaration.is(ProtocolDeclSyntax.self) {
      return context.report(.onProtocol, at: node, fix: MacroFix.remove(node))
    }
    if declaration.is(EnumDeclSyntax.self) {
      return context.report(.onEnum, at: node, fix: MacroFix.remove(node))
    }
    let name = stateName(node)
    guard let state = TracedState(named: name, in: declaration) else {
      return reportMissing(name, declaration, node, in: context)
    }
    if state.isNoEnum(in: declaration), let property = state.property {
      context.report(.noEnum(name), at: property.declaration)
    } else if let property = state.property, property.isLet, let container = state.container {
      context.report(.unknownLock(name, container), at: property.declaration)
    } else if let property = state.property, property.isLet, state.locked == nil {
      let specifier = property.declaration.bindingSpecifier
      let variable = specifier.with(\.tokenKind, .keyword(.var))
      context.report(
        .constant(name), at: specifier, fix: MacroFix.replace(specifier, with: variable))
    } else {
      checkCoding(declaration, in: context)
      warn(of: state, declaration, in: context)
    }
  }

  /// What is coded by itself has one property more now, which nobody wants coded.
  private static func checkCoding(
    _ declaration: some DeclGroupSyntax, in context: some MacroExpansionContext
  ) {
    let coding = declaration.inheritanceClause?.inheritedTypes.first {
      ["Codable", "Encodable", "Decodable"].contains($0.type.trimmedDescription)
    }
    guard let coding, let machine = Declaration(declaration), !machine.declares("CodingKeys") else {
      return
    }
    let members = declaration.memberBlock
    let names = StoredProperty.all(in: members.members).filter { !$0.isStatic }.map(\.spelling)
    let keys =
      "private enum CodingKeys: String, CodingKey { case \(names.joined(separator: ", ")) }"
    let brace = members.leftBrace.with(
      \.trailingTrivia,
      .newlines(1) + .spaces(2) + .unexpectedText(keys)
        + members.leftBrace.trailingTrivia)
    context.report(
      .coding(coding.type.trimmedDescription), at: coding,
      fix: MacroFix.add("enum CodingKeys", to: members.leftBrace, giving: brace))
  }

  private static func reportMissing(
    _ name: String, _ declaration: some DeclGroupSyntax, _ node: AttributeSyntax,
    in context: some MacroExpansionContext
  ) {
    let members = declaration.memberBlock.members
    let likely = StoredProperty.all(in: members).filter { property in
      !property.isStatic
        && TracedState(named: property.name, in: declaration).map {
          ($0.cases != nil && !property.isLet) || $0.locked != nil
        } ?? false
    }
    let type = Declaration(declaration)?.name.text ?? ""
    let fixes = likely.map { property -> FixIt in
      let list: LabeledExprListSyntax = [
        LabeledExprSyntax(
          label: .identifier("state"), colon: .colonToken(trailingTrivia: .space),
          expression: StringLiteralExprSyntax(content: property.name))
      ]
      let new = AttributeSyntax(
        atSign: node.atSign, attributeName: node.attributeName.trimmed,
        leftParen: .leftParenToken(), arguments: .argumentList(list),
        rightParen: .rightParenToken(trailingTrivia: node.trailingTrivia))
      return MacroFix.add("(state: \"\(property.name)\")", to: node, giving: new)
    }
    context.diagnose(
      Diagnostic(
        node: Syntax(node), message: MacroMessage.noState(name, of: type), fixIts: fixes))
  }

  /// Warns of what changes the state where no method is recorded.
  private static func warn(
    of state: TracedState, _ declaration: some DeclGroupSyntax,
    in context: some MacroExpansionContext
  ) {
    for member in Members.all(in: declaration.memberBlock.members) {
      if let variable = member.declaration.as(VariableDeclSyntax.self) {
        for binding in variable.bindings where binding.accessorBlock != nil {
          let name = binding.pattern.trimmedDescription
          guard name != state.name, writes(binding.accessorBlock, state) else { continue }
          context.report(.unseen("'\(name)'"), at: binding.pattern)
        }
      }
      if let subscripted = member.declaration.as(SubscriptDeclSyntax.self),
        writes(subscripted.accessorBlock, state)
      {
        context.report(.unseen("the subscript"), at: subscripted.subscriptKeyword)
      }
      if let end = member.declaration.as(DeinitializerDeclSyntax.self), let body = end.body,
        StateUses(of: state, in: body, locals: []).writes
      {
        context.report(.unseen("the deinitializer"), at: end.deinitKeyword)
      }
      if let node = member.declaration.as(FunctionDeclSyntax.self) {
        warn(of: node, state, in: context)
      }
    }
  }

  private static func warn(
    of node: FunctionDeclSyntax, _ state: TracedState, in context: some MacroExpansionContext
  ) {
    guard let function = TracedFunction(node, of: state), function.uses.writes else { return }
    let reason: String? =
      if node.has(.consuming) {
        "it ends the machine, as it is 'consuming'"
      } else if function.cannotBeWrapped {
        "Swift fails on a capture list in a method that rethrows; keep the values in variables"
      } else {
        nil
      }
    if let reason { context.report(.skipped(function.name, reason), at: node.name) }
    if reason == nil, let body = node.body, let lock = HeldLock.releasedByHand(in: body) {
      context.report(.released(function.name, lock), at: node.name)
    }
  }

  private static func writes(_ accessors: AccessorBlockSyntax?, _ state: TracedState) -> Bool {
    accessors.map { StateUses(of: state, in: $0, locals: []).writes } ?? false
  }
}

extension MacroMessage {
  fileprivate static let unreadableState = MacroMessage(
    id: "traced-state-unreadable",
    message: "'@Traced' takes the name of a property as a literal: '@Traced(state: \"phase\")'")

  fileprivate static let onProtocol = MacroMessage(
    id: "traced-protocol",
    message: "'@Traced' marks a struct, a class or an actor: a protocol has no state")

  fileprivate static let onEnum = MacroMessage(
    id: "traced-enum",
    message: "'@Traced' cannot record an enum that is its own state, which has no room for who it "
      + "is; mark the struct, class or actor that keeps it")

  fileprivate static func noState(_ name: String, of type: String) -> MacroMessage {
    MacroMessage(
      id: "traced-no-state",
      message: "'\(type)' has no stored property '\(name)' in its declaration; name the property "
        + "that holds the state: '@Traced(state: \"phase\")'")
  }

  fileprivate static func noEnum(_ name: String) -> MacroMessage {
    MacroMessage(
      id: "traced-no-enum",
      message: "'@Traced' records a state that is an enum, which '\(name)' is not")
  }

  fileprivate static func constant(_ name: String) -> MacroMessage {
    MacroMessage(
      id: "traced-constant", message: "'\(name)' never changes: the state is a variable")
  }

  fileprivate static func unknownLock(_ name: String, _ type: String) -> MacroMessage {
    MacroMessage(
      id: "traced-unknown-lock",
      message: "'@Traced' does not know '\(type)', which holds '\(name)', as a lock; it knows "
        + TracedState.locks.map { "'\($0)'" }.joined(separator: ", ")
        + ". Mark what it holds, or record by hand with a 'TraceInstance'")
  }

  fileprivate static func coding(_ name: String) -> MacroMessage {
    MacroMessage(
      id: "traced-coding",
      message:
        "'\(name)' needs 'CodingKeys' in a type that is traced: who it is in a log is not coded")
  }

  fileprivate static func unseen(_ what: String) -> MacroMessage {
    MacroMessage(
      id: "traced-accessor",
      message: "\(what) changes the state, which '@Traced' does not see: it records methods only",
      severity: .warning)
  }

  fileprivate static func released(_ name: String, _ lock: String) -> MacroMessage {
    MacroMessage(
      id: "traced-lock",
      message: "the step of '\(name)' is recorded outside of '\(lock)', where other threads come "
        + "between; write 'defer { \(lock).unlock() }' behind '\(lock).lock()'",
      severity: .warning)
  }

  fileprivate static func skipped(_ name: String, _ reason: String) -> MacroMessage {
    MacroMessage(
      id: "traced-skipped",
      message: "'\(name)' changes the state and is not recorded: \(reason)",
      severity: .warning)
  }
}
