import OrrerySyntax
import OrreryTrace
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Traced`: a machine that records itself.
enum TracedMacro {
  /// The name of the state's property, as the attribute gives it.
  static func stateName(_ node: AttributeSyntax) -> String {
    node.stringArgument("state") ?? "state"
  }

  /// The state of a declaration; nothing where it has none.
  static func state(
    of declaration: some DeclGroupSyntax, _ node: AttributeSyntax
  ) -> TracedState? {
    let name = stateName(node)
    if declaration.is(ExtensionDeclSyntax.self) { return TracedState(elsewhere: name) }
    return TracedState(named: name, in: declaration)
  }
}

extension TracedMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    check(declaration, node, in: context)
    guard !declaration.is(ExtensionDeclSyntax.self), let machine = Declaration(declaration),
      !declaration.is(EnumDeclSyntax.self), let state = state(of: declaration, node)
    else { return [] }
    let path = TypePath.lexical(context.lexicalContext) + [machine.name.text]
    let id = Naming.machine(module: module(of: node, in: context), path: path)
    let access = isInlined(declaration) ? "@usableFromInline " : ""
    let start = state.usualStart(in: declaration).map { ", usualStart: \(literal($0))" } ?? ""
    let isCopied = state.isCopied(with: declaration)
    let instance =
      "\(access)\(isCopied ? "var" : "let") _traced = "
      + "OrreryTraced.TracedInstance(machine: \(literal(id))\(start))"
    var members = [instance, (state.locked == nil ? access : "") + state.nameMember]
    if state.locked != nil {
      members.append(state.unreadableMember)
    } else if declaration.is(StructDeclSyntax.self) {
      members.append(access + beginMember(isCopied: isCopied))
    }
    return members.map { "\(raw: $0)" }
  }

  /// The member that begins a step of a struct.
  private static func beginMember(isCopied: Bool) -> String {
    let head = "func _tracedBegin(waits: Bool = false) -> OrreryTraced.TracedStep? {\n  "
    let instance = "OrreryTraced.TracedInstance.begin(&self._traced, waits: waits, "
    return isCopied
      ? "mutating \(head)\(instance)self._tracedState)\n}"
      : "\(head)self._traced.begin(self._tracedState)\n}"
  }

  /// Whether other modules may have copies of the methods.
  private static func isInlined(_ declaration: some DeclGroupSyntax) -> Bool {
    Members.all(in: declaration.memberBlock.members).contains { member in
      let attributes = member.declaration.asProtocol((any WithAttributesSyntax).self)
      return attributes?.attribute("inlinable") != nil
    }
  }

  private static func module(
    of node: AttributeSyntax, in context: some MacroExpansionContext
  ) -> String {
    let location = context.location(of: node, at: .afterLeadingTrivia, filePathMode: .fileID)
    let file = location?.file.as(StringLiteralExprSyntax.self)?.representedLiteralValue
    return file.map(Naming.module(fileID:)) ?? ""
  }
}

extension TracedMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) -> [AttributeSyntax] {
    guard let function = member.as(FunctionDeclSyntax.self) else { return [] }
    return attributes(of: declaration, node)[TracedFunction.key(function)].map { ["\(raw: $0)"] }
      ?? []
  }

  /// What was made of the last declaration: the compiler asks for each member of one.
  private static let last = Lock<(text: String, attributes: [String: String])>(("", [:]))

  /// The attributes of the methods of a declaration, by ``TracedFunction/key(_:)``.
  private static func attributes(
    of declaration: some DeclGroupSyntax, _ node: AttributeSyntax
  ) -> [String: String] {
    let text = declaration.trimmedText + "@" + stateName(node)
    return last.withLock { last in
      if last.text == text { return last.attributes }
      guard !declaration.is(EnumDeclSyntax.self), let state = state(of: declaration, node) else {
        return [:]
      }
      let attributes = TracedFunctions.plans(of: state, in: declaration).mapValues {
        attribute($0, state)
      }
      last = (text, attributes)
      return attributes
    }
  }

  private static func attribute(_ plan: TracedFunctions.Plan, _ state: TracedState) -> String {
    var arguments = [literal(plan.event)]
    if state.name != "state" { arguments.append("state: \(literal(state.name))") }
    if let parameter = plan.parameter { arguments.append("parameter: \(literal(parameter))") }
    if plan.ifMoved { arguments.append("ifMoved: true") }
    if plan.isPart { arguments.append("part: true") }
    if !plan.parts.isEmpty { arguments.append("parts: \(list(plan.parts))") }
    if !plan.hops.isEmpty { arguments.append("hops: \(list(plan.hops))") }
    if state.locked != nil { arguments.append("locked: true") }
    return "@OrreryTraced._TracedMethod(\(arguments.joined(separator: ", ")))"
  }

  private static func list(_ names: [String]) -> String {
    "[\(names.map(literal).joined(separator: ", "))]"
  }
}

extension AttributeSyntax {
  private var labelled: LabeledExprListSyntax? {
    guard case .argumentList(let list) = arguments else { return nil }
    return list
  }

  func argument(_ label: String?) -> ExprSyntax? {
    labelled?.first { $0.label?.text == label }?.expression
  }

  /// The text of an argument that is a string literal.
  func stringArgument(_ label: String?) -> String? {
    argument(label)?.as(StringLiteralExprSyntax.self)?.representedLiteralValue
  }

  func flagArgument(_ label: String) -> Bool {
    argument(label)?.as(BooleanLiteralExprSyntax.self)?.literal.tokenKind == .keyword(.true)
  }

  /// The texts of an argument that is a list of string literals.
  func listArgument(_ label: String) -> [String] {
    argument(label)?.as(ArrayExprSyntax.self)?.elements.compactMap {
      $0.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
    } ?? []
  }
}
