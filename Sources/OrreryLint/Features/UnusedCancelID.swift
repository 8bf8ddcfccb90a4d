import OrreryLowering
import OrreryModel
import OrreryTrace
import SwiftSyntax

/// An id that effects are cancelled by, or that they run under, and never both.
enum UnusedCancelID: SourceRule {
  static let description = RuleDescription(
    "unused-cancel-id", .features,
    "A cancellation of an id that no effect runs under, or an id that nothing ever cancels.",
    why: """
      The code looks as if the effect were stopped, and it is not: it goes on after the screen is \
      gone, or its answer comes when nobody waits for it any more.
      """,
    sources: [
      .playbook("Anti-Patterns and Fixes: 7. Missing cancellation"),
      .playbook("PR Review Checklist"),
    ],
    wrong: [
      RuleExample(
        "The stop button cancels an id that no effect has.",
        """
        import ComposableArchitecture

        @Reducer
        struct Stopwatch {
          struct State { var seconds = 0 }
          enum Action { case startButtonTapped, stopButtonTapped, ticked }
          enum CancelID { case timer, clock }
          @Dependency(\\.continuousClock) var clock

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .startButtonTapped:
                return .run { send in
                  for await _ in clock.timer(interval: .seconds(1)) {
                    await send(.ticked)
                  }
                }
                .cancellable(id: CancelID.timer, cancelInFlight: true)
              case .stopButtonTapped:
                return .cancel(id: CancelID.clock)  // wrong
              case .ticked:
                state.seconds += 1
                return .none
              }
            }
          }
        }
        """),
      RuleExample(
        "The request has an id, and neither another request nor an action cancels it.",
        """
        import ComposableArchitecture

        @Reducer
        struct CounterFeature {
          struct State: Equatable { var count = 0; var fact = "" }
          enum Action { case factButtonTapped, factResponse(String) }
          enum CancelID { case fact }
          @Dependency(\\.numberFact) var numberFact

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .factButtonTapped:
                let n = state.count
                return .run { send in
                  let fact = await numberFact.fetch(n)
                  await send(.factResponse(fact))
                }
                .cancellable(id: CancelID.fact)  // wrong
              case .factResponse(let fact):
                state.fact = fact
                return .none
              }
            }
          }
        }
        """),
    ],
    right: [
      RuleExample(
        "Each id is used on both sides, one by one or all at once.",
        """
        import ComposableArchitecture

        @Reducer
        struct Feed {
          struct State { var items: [Item] = [] }
          enum Action { case onAppear, onDisappear, loaded([Item]) }
          enum CancelID: CaseIterable { case items }
          @Dependency(\\.api) var api

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .onAppear:
                return .run { send in await send(.loaded(api.items())) }
                  .cancellable(id: CancelID.items)
              case .onDisappear:
                return .merge(CancelID.allCases.map(Effect.cancel(id:)))
              case .loaded(let items):
                state.items = items
                return .none
              }
            }
          }
        }
        """),
      RuleExample(
        "An effect that cancels the one before it needs no other hand.",
        """
        import ComposableArchitecture

        @Reducer
        struct CounterFeature {
          struct State: Equatable { var count = 0; var fact = "" }
          enum Action { case factButtonTapped, factResponse(String) }
          enum CancelID { case fact }
          @Dependency(\\.numberFact) var numberFact

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .factButtonTapped:
                let n = state.count
                return .run { send in
                  let fact = await numberFact.fetch(n)
                  await send(.factResponse(fact))
                }
                .cancellable(id: CancelID.fact, cancelInFlight: true)
              case .factResponse(let fact):
                state.fact = fact
                return .none
              }
            }
          }
        }
        """),
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    let ids = IDUses(subject)
    return subject.features.flatMap { feature in
      feature.nodes(FunctionCallExprSyntax.self).compactMap { found -> Finding? in
        guard let id = EffectIDs.id(of: found.node), let key = EffectIDs.key(of: id),
          let text = problem(found.node, key, ids)
        else { return nil }
        return finding(
          at: found.file.location(of: id), machine: feature.id,
          event: feature.event(around: found.node), text.message, remedy: text.remedy)
      }
    }
  }

  private static func problem(
    _ call: FunctionCallExprSyntax, _ key: String, _ ids: IDUses
  ) -> (message: String, remedy: String)? {
    if call.calleeName == "cancel", !ids.isUsed(key) {
      return (
        "no effect runs under the id `\(key)`, so this cancels nothing",
        "add `.cancellable(id:)` to the effect that is meant, or remove the cancellation"
      )
    }
    if call.calleeName == "cancellable", !EffectIDs.cancelsInFlight(call), !ids.isCancelled(key) {
      return (
        "nothing cancels the id `\(key)`",
        "add `cancelInFlight: true`, cancel it where the work is not needed any more, or remove it"
      )
    }
    return nil
  }
}
