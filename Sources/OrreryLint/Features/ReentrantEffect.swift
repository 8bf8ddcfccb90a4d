import OrreryLowering
import OrreryModel
import OrreryTrace
import SwiftSyntax

/// A request that may run twice at the same time, so that the older answer may come last.
enum ReentrantEffect: SourceRule {
  static let description = RuleDescription(
    "reentrant-effect", .features,
    "A request that an action starts again while the last one runs, without `cancelInFlight`.",
    why: """
      Answers do not come in the order of the questions. The user types `swift`, the answer to \
      `swi` comes last, and the list shows what nobody asked for.
      """,
    isOptIn: true,
    sources: [
      .playbook("Anti-Patterns and Fixes: 7. Missing cancellation"),
      .playbook("Effects and Concurrency"),
    ],
    wrong: [
      RuleExample(
        "The fact of the number before may come last.",
        """
        import ComposableArchitecture

        @Reducer
        struct CounterFeature {
          struct State: Equatable { var count = 0; var isLoading = false; var fact = "" }
          enum Action { case factButtonTapped, factResponse(String) }
          @Dependency(\\.numberFact) var numberFact

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .factButtonTapped:
                state.isLoading = true
                let n = state.count
                return .run { send in  // wrong
                  let fact = await numberFact.fetch(n)
                  await send(.factResponse(fact))
                }
              case .factResponse(let fact):
                state.isLoading = false
                state.fact = fact
                return .none
              }
            }
          }
        }
        """)
    ],
    right: [
      RuleExample(
        "The request before is cancelled.",
        """
        import ComposableArchitecture

        @Reducer
        struct CounterFeature {
          struct State: Equatable { var count = 0; var isLoading = false; var fact = "" }
          enum Action { case factButtonTapped, factResponse(String) }
          enum CancelID { case fact }
          @Dependency(\\.numberFact) var numberFact

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .factButtonTapped:
                state.isLoading = true
                let n = state.count
                return .run { send in
                  let fact = await numberFact.fetch(n)
                  await send(.factResponse(fact))
                }
                .cancellable(id: CancelID.fact, cancelInFlight: true)
              case .factResponse(let fact):
                state.isLoading = false
                state.fact = fact
                return .none
              }
            }
          }
        }
        """),
      RuleExample(
        "No second request starts while one runs.",
        """
        import ComposableArchitecture

        @Reducer
        struct CounterFeature {
          struct State: Equatable { var count = 0; var isLoading = false; var fact = "" }
          enum Action { case factButtonTapped, factResponse(String) }
          @Dependency(\\.numberFact) var numberFact

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .factButtonTapped:
                guard !state.isLoading else { return .none }
                state.isLoading = true
                return .run { [n = state.count] send in
                  await send(.factResponse(numberFact.fetch(n)))
                }
              case .factResponse(let fact):
                state.isLoading = false
                state.fact = fact
                return .none
              }
            }
          }
        }
        """),
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    subject.features.flatMap { feature in
      feature.effects.compactMap { effect -> Finding? in
        guard !effect.isBounded, LongEffects.loop(in: effect.closure) == nil, !effect.isGuarded,
          let event = feature.event(around: effect.call), isRepeated(effect, event),
          let answer = answer(of: effect, in: feature)
        else { return nil }
        return finding(
          at: effect.file.location(of: effect.call), machine: feature.id, event: event,
          "two `\(event.name)` of \(feature.name) may run at once, and the older `\(answer)` may "
            + "come last",
          remedy: "add `.cancellable(id:cancelInFlight: true)`")
      }
    }
  }

  /// Whether a user may send the action again at once: by a button, a text field or a pull.
  private static func isRepeated(_ effect: EffectClosure, _ event: Event.ID) -> Bool {
    let names = effect.call.clauseNames.union([event.name])
    return names.contains { name in
      let words = name.camelCaseWords
      return ["tapped", "tap", "changed", "pressed", "selected", "toggled"]
        .contains(words.last ?? "")
        || ["refresh", "reload", "search", "retry", "query"].contains(words.first ?? "")
    }
  }

  /// The action that brings what was waited for, where a reducer writes state for it.
  private static func answer(of effect: EffectClosure, in feature: Feature) -> String? {
    guard let sender = effect.closure.parameterNames.first else { return nil }
    let sends = effect.closure.calls(of: [sender])
    let waits = effect.closure.descendants(AwaitExprSyntax.self).filter { wait in
      !wait.descendants(FunctionCallExprSyntax.self).allSatisfy {
        [sender, "sleep"].contains($0.calleeName) || $0.calledExpression.implicitCase != nil
      }
    }
    guard let first = waits.first else { return nil }
    return sends.lazy.filter { $0.endPosition > first.position }.compactMap {
      $0.arguments.first?.expression
    }
    .filter { $0.is(FunctionCallExprSyntax.self) }.compactMap(\.implicitCase)
    .first { name in
      feature.action?.enumCase(name).map { !$0.values.isEmpty && !$0.isOfOthers } ?? false
    }
  }
}
