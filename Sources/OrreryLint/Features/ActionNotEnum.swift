import OrreryLowering
import OrreryModel
import SwiftSyntax

/// Actions that are no enum.
enum ActionNotEnum: SourceRule {
  static let description = RuleDescription(
    "action-not-enum", .features, "An action of a feature that is a struct or a class.",
    why: """
      A `switch` over an enum names everything that can happen and is checked to be complete, \
      and children are scoped by its cases. A struct has neither.
      """,
    sources: [.smithTCA("Reducer Validation")],
    wrong: [
      RuleExample(
        "What can happen is not told.",
        """
        @Reducer
        struct CounterFeature {
          @ObservableState
          struct State { var count = 0 }
          struct Action {  // wrong
            var name: String
            var value: Int
          }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              if action.name == "increment" { state.count += action.value }
              return .none
            }
          }
        }
        """)
    ],
    right: [
      RuleExample(
        "Each action is a case; what a case carries may be a struct.",
        """
        @Reducer
        struct CounterFeature {
          @ObservableState
          struct State { var count = 0 }
          enum Action {
            case changed(Change)
            struct Change { var value: Int }
          }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .changed(let change):
                state.count += change.value
                return .none
              }
            }
          }
        }
        """)
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    subject.features.compactMap { feature in
      guard feature.ownsDomain, let action = feature.action,
        action.kind == .struct || action.isReference
      else { return nil }
      return finding(
        at: action.nameLocation, machine: feature.id,
        "the action of \(feature.name) is a \(action.kind == .struct ? "struct" : "class")",
        remedy: "make it an enum with a case for each thing that can happen")
    }
  }
}
