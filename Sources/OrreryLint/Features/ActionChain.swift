import OrreryLowering
import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// An action that only the reducer itself sends, so as to run code that several actions share.
enum ActionChain: SourceRule {
  static let description = RuleDescription(
    "action-chain", .features,
    "An action that nobody but the reducer itself sends, at once, to share the code that answers it.",
    why: """
      A method would do. An action passes through all reducers of the app, any of which may answer \
      it; other actions may come in between; it always runs after what sent it; and each test of a \
      button has to receive the steps in between, which no user ever took.
      """,
    sources: [.playbook("Mental Model"), .playbook("Anti-Patterns and Fixes")],
    wrong: [
      RuleExample(
        "Two buttons share a step by an action.",
        """
        import ComposableArchitecture

        @Reducer
        struct Totals {
          struct State { var count = 0; var isOn = false; var total = 0 }
          enum Action { case buttonTapped, toggleChanged, sharedComputation }

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .buttonTapped:
                state.count += 1
                return .send(.sharedComputation)  // wrong
              case .toggleChanged:
                state.isOn.toggle()
                return .send(.sharedComputation)
              case .sharedComputation:
                state.total = state.isOn ? state.count : 0
                return .none
              }
            }
          }
        }
        """),
      RuleExample(
        "An effect that does nothing else is the same.",
        """
        import ComposableArchitecture

        @Reducer
        struct Start {
          struct State { var isReady = false }
          enum Action { case onAppear, prepare }

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .onAppear:
                return .run { send in await send(.prepare) }  // wrong
              case .prepare:
                state.isReady = true
                return .none
              }
            }
          }
        }
        """),
    ],
    right: [
      RuleExample(
        "A method of the feature is shared.",
        """
        import ComposableArchitecture

        @Reducer
        struct Totals {
          struct State { var count = 0; var isOn = false; var total = 0 }
          enum Action { case buttonTapped, toggleChanged }

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .buttonTapped:
                state.count += 1
                return computeTotal(&state)
              case .toggleChanged:
                state.isOn.toggle()
                return computeTotal(&state)
              }
            }
          }

          private func computeTotal(_ state: inout State) -> Effect<Action> {
            state.total = state.isOn ? state.count : 0
            return .none
          }
        }
        """),
      RuleExample(
        "A parent is told; what follows an effect has to be an action.",
        """
        import ComposableArchitecture

        @Reducer
        struct Editor {
          struct State { var isSaved = false }
          enum Action {
            case saveTapped, saved, delegate(Delegate)
            enum Delegate { case didSave }
          }
          @Dependency(\\.files) var files

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .saveTapped:
                return .concatenate(.run { _ in await files.save() }, .send(.saved))
              case .saved:
                state.isSaved = true
                return .send(.delegate(.didSave))
              case .delegate:
                return .none
              }
            }
          }
        }
        """),
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    let chains = subject.features.map { feature in
      (
        feature,
        Dictionary(grouping: ActionSends.own(of: feature), by: \.name).filter { sends in
          sends.value.allSatisfy { $0.call.isPlainSend }
        }
      )
    }
    let others = ActionSends.mentions(of: Set(chains.flatMap(\.1.keys)), in: subject)
    return chains.flatMap { feature, sends in
      sends.filter { others[$0.key, default: 0] == $0.value.count }
        .compactMap { finding(of: $0.key, $0.value, in: feature) }
    }
  }

  private static func finding(
    of name: String, _ sends: [ActionSends.Send], in feature: Feature
  ) -> Finding? {
    let places = sends.map { $0.file.location(of: $0.call) }.sorted()
    guard let first = places.first else { return nil }
    let lines = places.dropFirst().map { String($0.line) }
    let also = lines.isEmpty ? "" : ", also in line \(lines.joined(separator: ", "))"
    let around = sends.first { $0.file.location(of: $0.call) == first }
    return finding(
      at: first, machine: feature.id, event: around.flatMap { feature.event(around: $0.call) },
      "only the reducer of \(feature.name) sends `\(name)`\(also), to run code that it could call",
      remedy: "move what `\(name)` does into a method that takes the state as `inout` and returns "
        + "the effect, and call it")
  }
}
