import OrrerySyntax
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@ComposableStateMachine`: the child machines of a machine.
enum ComposableStateMachineMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    guard let machine = Declaration(declaration), let state = machine.nestedStruct("State") else {
      context.report(.noState, at: node, fix: MacroFix.remove(node))
      return []
    }
    let children = NestedChild.all(of: machine, state: state, context: context)
    guard !children.isEmpty else {
      // One that cannot be told is an error of its own.
      if !NestedChild.isMarked(in: machine, state: state) {
        context.report(.noChildren, at: node, fix: MacroFix.remove(node))
      }
      return []
    }
    let inputs = Forwarding.all(in: machine.nestedEnum("Input"), kind: .input, context: context)
    let results = Forwarding.all(
      in: machine.nestedEnum("IOResult"), kind: .ioResult, context: context)
    reportStrangers(inputs + results, to: children, in: context)
    reportDoubles(results, in: context)
    let bodies = children.map { child in
      NestedBody(
        child: child, inputs: inputs.filter { $0.child == child.type },
        results: results.filter { $0.child == child.type },
        inputCount: count(machine.nestedEnum("Input")),
        resultCount: count(machine.nestedEnum("IOResult"))
      ).text
    }
    return [
      """
      @Orrery.ReducerBuilder<State, Action>
      \(raw: machine.access)var nestedBody: some Orrery.Reducer<State, Action> {
      \(raw: bodies.joined(separator: "\n"))
      }
      """
    ]
  }

  private static func count(_ declaration: EnumDeclSyntax?) -> Int {
    declaration.map { EnumCase.all(in: $0).count } ?? 0
  }

  /// A forward needs exactly one child of its type.
  private static func reportStrangers(
    _ forwardings: [Forwarding], to children: [NestedChild], in context: some MacroExpansionContext
  ) {
    for forwarding in forwardings {
      switch children.filter({ $0.type == forwarding.child }).count {
      case 1: continue
      case 0: context.report(.noChild(forwarding.child), at: forwarding.attribute)
      default: context.report(.severalChildren(forwarding.child), at: forwarding.attribute)
      }
    }
  }
}

extension ComposableStateMachineMacro {
  /// A child's results can go to one case only.
  private static func reportDoubles(
    _ results: [Forwarding], in context: some MacroExpansionContext
  ) {
    var seen: Set<String> = []
    for result in results where !seen.insert(result.child).inserted {
      let attribute = result.attribute
      context.report(.doubled(result.child), at: attribute, fix: MacroFix.remove(attribute))
    }
  }
}

extension MacroMessage {
  fileprivate static func doubled(_ type: String) -> MacroMessage {
    MacroMessage(
      id: "forward-doubled",
      message: "another case carries the results of '\(type)' already")
  }

  fileprivate static let noState = MacroMessage(
    id: "composable-without-state",
    message: "'@ComposableStateMachine' needs a struct 'State' inside the type it is attached to")

  fileprivate static let noChildren = MacroMessage(
    id: "composable-without-children",
    message:
      "'@ComposableStateMachine' needs a property marked '@NestedState' in 'State', or a '@NestedFeature'"
  )

  fileprivate static func noChild(_ type: String) -> MacroMessage {
    MacroMessage(
      id: "forward-without-child",
      message: "'State' has no '@NestedState' property of type '\(type).State' to forward to")
  }

  fileprivate static func severalChildren(_ type: String) -> MacroMessage {
    MacroMessage(
      id: "forward-ambiguous",
      message: "'State' has several '@NestedState' properties of type '\(type).State'; "
        + "'@Forward' cannot tell them apart")
  }
}
