import OrreryLowering
import OrreryModel
import SwiftSyntax

/// A feature that conforms to `Reducer` by hand.
enum MissingReducerMacro: SourceRule {
  static let description = RuleDescription(
    "missing-reducer-macro", .features,
    "A feature that conforms to `Reducer` without `@Reducer`.",
    why: """
      `@Reducer` makes the case paths of the actions that `Scope`, `ifLet` and tests are written \
      with, and reports misuse when it is built. Without it a feature has to be composed by the \
      old `/Action.child`. Silent where no feature of the sources has the macro: the library may \
      be too old.
      """,
    isOptIn: true,
    sources: [.smithTCA("Reducer Validation"), .playbook("Canonical Feature Shape")],
    wrong: [
      RuleExample(
        "One of two features has the macro.",
        """
        @Reducer
        struct CounterFeature {
          struct State { var count = 0 }
          enum Action { case incrementTapped }
          var body: some ReducerOf<Self> {
            Reduce { state, action in .none }
          }
        }
        struct TimerFeature: Reducer {  // wrong
          struct State { var seconds = 0 }
          enum Action { case ticked }
          var body: some ReducerOf<Self> {
            Reduce { state, action in .none }
          }
        }
        """)
    ],
    right: [
      RuleExample(
        "What adds something to any reducer has no actions of its own.",
        """
        @Reducer
        struct CounterFeature {
          struct State { var count = 0 }
          enum Action { case incrementTapped }
          var body: some ReducerOf<Self> {
            Reduce { state, action in .none }
          }
        }
        struct Logging<Base: Reducer>: Reducer {
          let base: Base
          func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
            base.reduce(into: &state, action: action)
          }
        }
        """),
      RuleExample(
        "The library is from before macros.",
        """
        struct TimerFeature: ReducerProtocol {
          struct State { var seconds = 0 }
          enum Action { case ticked }
          var body: some ReducerProtocolOf<Self> {
            Reduce { state, action in .none }
          }
        }
        """),
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    guard subject.usesReducerMacro else { return [] }
    return subject.features.compactMap { feature in
      let info = feature.info
      guard info.kind == .struct, feature.ownsDomain, !feature.isHigherOrder,
        feature.action?.kind == .enum, !info.has(attribute: "Reducer"),
        info.conforms(to: ["Reducer", "ReducerProtocol"])
      else { return nil }
      return finding(
        at: info.nameLocation, machine: feature.id,
        "\(feature.name) conforms to `Reducer` itself; other features have `@Reducer`",
        remedy: "write `@Reducer` before it, and take the conformance away")
    }
  }
}
