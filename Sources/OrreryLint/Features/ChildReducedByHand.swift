import OrreryLowering
import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// A child's reducer that the parent calls itself.
enum ChildReducedByHand: SourceRule {
  static let description = RuleDescription(
    "child-reduced-by-hand", .features,
    "A reducer that hands a child's actions to the child's reducer itself, by `reduce(into:)`.",
    why: """
      `Scope`, `ifLet` and `forEach` hand each action to the child before the parent sees it, \
      map its effects, and cancel them when the child goes. What is called by hand is called \
      only where somebody thought of it, and its effects live on.
      """,
    sources: [.playbook("Composition Patterns"), .playbook("PR Review Checklist")],
    wrong: [
      RuleExample(
        "The child gets its action only here, and after the parent.",
        """
        @Reducer
        struct ParentFeature {
          struct State { var counter = CounterFeature.State() }
          enum Action { case counter(CounterFeature.Action) }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .counter(let action):
                return CounterFeature().reduce(into: &state.counter, action: action)  // wrong
                  .map(Action.counter)
              }
            }
          }
        }
        @Reducer
        struct CounterFeature {
          struct State { var count = 0 }
          enum Action { case incrementTapped }
          var body: some ReducerOf<Self> {
            Reduce { state, action in .none }
          }
        }
        """),
      RuleExample(
        "A method that does the work of `Scope` for two children.",
        """
        struct Recorder: Reducer {
          struct State {
            var picker = Picker.State()
            var player: Player.State?
          }
          enum Action {
            case picker(Picker.Action)
            case player(Player.Action)
          }
          func reduce(into state: inout State, action: Action) -> Effect<Action> {
            switch action {
            case .picker(let picked):
              return Picker().reduce(into: &state.picker, action: picked)  // wrong
                .map(Action.picker)
            case .player(let played):
              return Player().reduce(into: &state.player!, action: played)  // wrong
                .map(Action.player)
            }
          }
        }
        """),
    ],
    right: [
      RuleExample(
        "The child is composed. That the parent makes it do something at once is no composition.",
        """
        @Reducer
        struct ParentFeature {
          struct State { var counter = CounterFeature.State() }
          enum Action { case counter(CounterFeature.Action); case reset }
          var body: some ReducerOf<Self> {
            Scope(state: \\.counter, action: \\.counter) {
              CounterFeature()
            }
            Reduce { state, action in
              switch action {
              case .counter: return .none
              case .reset:
                return CounterFeature().reduce(into: &state.counter, action: .resetTapped)
                  .map(Action.counter)
              }
            }
          }
        }
        @Reducer
        struct CounterFeature {
          struct State { var count = 0 }
          enum Action { case incrementTapped, resetTapped }
          var body: some ReducerOf<Self> {
            Reduce { state, action in .none }
          }
        }
        """)
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    subject.features.filter { !$0.isHigherOrder && $0.state != nil }.flatMap { feature in
      feature.code.flatMap { code in
        code.statements.calls(of: ["reduce"]).compactMap { call -> Finding? in
          guard let path = lent(by: call), path.count > 1, !isOwn(call), handsOn(call),
            path[0] == stateName(in: feature, of: code.statements)
          else { return nil }
          let property = path.dropFirst().joined(separator: ".")
          return finding(
            at: code.file.location(of: call), machine: feature.id,
            event: feature.event(around: call),
            "\(feature.name) calls a reducer itself with `\(property)` of its state",
            remedy: "compose it in the body: `Scope(state: \\.\(property), action: …)`, or `ifLet` "
              + "where it is optional")
        }
      }
    }
  }

  private static func lent(by call: FunctionCallExprSyntax) -> [String]? {
    guard let argument = call.arguments.first, argument.label?.text == "into" else { return nil }
    return argument.expression.as(InOutExprSyntax.self)?.expression.memberNames
  }

  /// Whether the action is one that came: with a certain action, the parent makes the child do what
  /// it would otherwise have to send.
  private static func handsOn(_ call: FunctionCallExprSyntax) -> Bool {
    call.arguments.contains {
      $0.label?.text == "action" && $0.expression.is(DeclReferenceExprSyntax.self)
    }
  }

  /// Whether the feature calls itself: a child of its own kind cannot be composed without end.
  private static func isOwn(_ call: FunctionCallExprSyntax) -> Bool {
    call.calledExpression.as(MemberAccessExprSyntax.self)?.base?.isSelf ?? true
  }

  private static func stateName(
    in feature: Feature, of statements: CodeBlockItemListSyntax
  ) -> String {
    feature.reducers.first { $0.statements.id == statements.id }?.stateName ?? "state"
  }
}
