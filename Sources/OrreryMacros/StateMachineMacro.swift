import OrrerySyntax
import OrreryTrace
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@StateMachine`: the `Action` type, and the names that traces use.
enum StateMachineMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    guard let machine = Declaration(declaration) else {
      context.report(.notAType, at: node, fix: MacroFix.remove(node))
      return []
    }
    if let reduce = machine.handWrittenReduce {
      context.report(.notReduced(machine.name.text), at: reduce.name, fix: .bodiless(reduce))
    }
    var members: [String] = []
    if !machine.declares("Action") {
      members.append(
        "\(machine.access)typealias Action = Orrery.StateMachineEvent<Input, IOResult>")
    }
    members.append(traceID(of: machine, attribute: node, in: context))
    members.append(vocabulary(of: machine))
    members += names(in: machine)
    return members.map { "\(raw: $0)" }
  }

  private static func traceID(
    of machine: Declaration, attribute: AttributeSyntax, in context: some MacroExpansionContext
  ) -> String {
    let path = TypePath.lexical(context.lexicalContext) + [machine.name.text]
    let id = Naming.machine(module: module(of: attribute, in: context), path: path)
    return "\(machine.access)static var traceID: String { \(literal(id)) }"
  }

  private static func module(
    of node: AttributeSyntax, in context: some MacroExpansionContext
  ) -> String {
    let location = context.location(of: node, at: .afterLeadingTrivia, filePathMode: .fileID)
    let file = location?.file.as(StringLiteralExprSyntax.self)?.representedLiteralValue
    return file.map(Naming.module(fileID:)) ?? ""
  }
}
