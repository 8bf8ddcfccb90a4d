import OrreryLowering
import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// An action that no reducer of its feature names, since a `default` takes it.
enum DefaultInReducer: SourceRule {
  static let description = RuleDescription(
    "default-in-reducer", .features,
    "An action of the feature that no reducer names: only `default:` takes it.",
    why: """
      The action is swallowed without a word: the button does nothing, the failure is never shown. \
      The compiler, which could have named the missing clause, is silent.
      """,
    sources: [.playbook("Canonical Feature Shape"), .smithTCA("Reducer Validation")],
    wrong: [
      RuleExample(
        "The fact comes, and nothing happens.",
        """
        import ComposableArchitecture

        @Reducer
        struct CounterFeature {
          struct State: Equatable { var count = 0; var isLoading = false }
          enum Action { case incrementTapped, factButtonTapped, factResponse(String) }
          @Dependency(\\.numberFact) var numberFact

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .incrementTapped:
                state.count += 1
                return .none
              case .factButtonTapped:
                state.isLoading = true
                return .run { [n = state.count] send in
                  await send(.factResponse(numberFact.fetch(n)))
                }
              default:  // wrong
                return .none
              }
            }
          }
        }
        """),
      RuleExample(
        "Each of two reducers leaves the failure to the other.",
        """
        import ComposableArchitecture

        @Reducer
        struct Restore {
          struct State { var words = ""; var isRestored = false }
          enum Action { case wordsChanged(String), restoreTapped, failed }
          @Dependency(\\.wallet) var wallet

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .wordsChanged(let words):
                state.words = words
                return .none
              default:
                return .none
              }
            }
            Reduce { state, action in
              switch action {
              case .restoreTapped:
                guard wallet.accepts(state.words) else { return .send(.failed) }
                state.isRestored = true
                return .none
              default: return .none  // wrong
              }
            }
          }
        }
        """),
    ],
    right: [
      RuleExample(
        "Each action is named, also those that need no answer.",
        """
        import ComposableArchitecture

        @Reducer
        struct CounterFeature {
          struct State: Equatable { var count = 0 }
          enum Action { case incrementTapped, decrementTapped, alert }

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .incrementTapped:
                state.count += 1
                return .none
              case .decrementTapped:
                state.count -= 1
                return .none
              case .alert:
                return .none
              }
            }
          }
        }
        """),
      RuleExample(
        "Two reducers share the actions, and each leaves the other its part; a child's are its own.",
        """
        import ComposableArchitecture

        @Reducer
        struct CounterFeature {
          struct State: Equatable { var count = 0; var child = Child.State() }
          enum Action { case incrementTapped, resetTapped, child(Child.Action) }

          var body: some ReducerOf<Self> {
            Scope(state: \\.child, action: \\.child) { Child() }
            Reduce { state, action in
              switch action {
              case .incrementTapped:
                state.count += 1
                return .none
              default:
                return .none
              }
            }
            Reduce { state, action in
              switch action {
              case .resetTapped:
                state.count = 0
                return .none
              default:
                return .none
              }
            }
          }
        }
        """),
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    let found = subject.features.compactMap { feature -> (Feature, [EnumCase])? in
      guard let action = feature.action, feature.declaresAction, !subject.mayBeWitness(action),
        ReducerSwitches.lastDefault(in: feature) != nil
      else { return nil }
      let named = ReducerSwitches.namedCases(in: feature)
      let swallowed = action.cases.filter { !$0.isOfOthers && !named.contains($0.name) }
      return swallowed.isEmpty ? nil : (feature, swallowed)
    }
    let answered = ReducerSwitches.answeredByOthers(
      Set(found.flatMap { $0.1.map(\.name) }), in: subject)
    return found.compactMap { feature, swallowed in
      finding(of: swallowed.filter { !answered.contains($0.name) }, in: feature)
    }
  }

  private static func finding(of swallowed: [EnumCase], in feature: Feature) -> Finding? {
    guard let first = swallowed.first, let (clause, file) = ReducerSwitches.lastDefault(in: feature)
    else {
      return nil
    }
    let sends = feature.nodes(FunctionCallExprSyntax.self).filter { $0.node.calleeName == "send" }
    let list = swallowed.map { event in
      let send = sends.first { $0.node.arguments.first?.expression.implicitCase == event.name }
      let place = send.map { $0.file.location(of: $0.node) }
      return "`\(event.name)`"
        + (place.map { ", which it sends at \($0.fileName):\($0.line)" } ?? "")
    }
    return finding(
      at: file.location(of: clause), machine: feature.id, event: Event.ID(.input, first.name),
      "no reducer of \(feature.name) names \(list.joined(separator: ", nor ")); `default` swallows it",
      remedy:
        "answer `case \(swallowed.map { ".\($0.spelling)" }.joined(separator: ", "))`, and name "
        + "the other cases in place of `default`")
  }
}
