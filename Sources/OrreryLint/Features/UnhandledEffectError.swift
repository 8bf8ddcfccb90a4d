import OrreryLowering
import OrreryModel
import SwiftSyntax

/// An error that leaves an effect, which nothing catches.
enum UnhandledEffectError: SourceRule {
  static let description = RuleDescription(
    "unhandled-effect-error", .features,
    "A call in an effect that may throw, where neither `catch:` nor `do` handles the error.",
    why: """
      The library reports such an error as an issue at run time and then drops it: no action comes \
      back, the state keeps saying that it is loading, and the user is told nothing. A test of the \
      failure cannot be written.
      """,
    sources: [
      .tcaSM("4. Deterministic Error Handling"), .playbook("PR Review Checklist"),
    ],
    wrong: [
      RuleExample(
        "`numberFact.fetch` may throw, and the reducer never hears of it.",
        """
        import ComposableArchitecture

        @Reducer
        struct CounterFeature {
          struct State: Equatable { var count = 0; var isLoading = false; var fact: String? }
          enum Action { case factButtonTapped, factResponse(String) }
          @Dependency(\\.numberFact) var numberFact

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .factButtonTapped:
                state.isLoading = true
                let n = state.count
                return .run { send in
                  let fact = try await numberFact.fetch(n)  // wrong
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
        """),
      RuleExample(
        "A `catch` for one kind of error lets the others through, and so does a sequence that throws.",
        """
        import ComposableArchitecture

        @Reducer
        struct Downloads {
          struct State { var percent = 0; var isBroken = false }
          enum Action { case startTapped, progressed(Int), refused }
          @Dependency(\\.downloads) var downloads

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .startTapped:
                return .run { send in
                  do {
                    try await downloads.prepare()  // wrong
                  } catch is Refusal {
                    await send(.refused)
                  }
                  for try await percent in downloads.progress() {
                    await send(.progressed(percent))
                  }
                }
              case .progressed(let percent):
                state.percent = percent
                return .none
              case .refused:
                state.isBroken = true
                return .none
              }
            }
          }
        }
        """),
    ],
    right: [
      RuleExample(
        "The error is an action like any other.",
        """
        import ComposableArchitecture

        @Reducer
        struct Items {
          struct State { var isLoading = false; var items: [Item] = []; var hasFailed = false }
          enum Action { case buttonTapped, dataLoaded([Item]), loadFailed }
          @Dependency(\\.api) var api

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .buttonTapped:
                state.isLoading = true
                return .run { send in
                  do {
                    let data = try await api.fetch()
                    await send(.dataLoaded(data))
                  } catch {
                    await send(.loadFailed)
                  }
                }
              case .dataLoaded(let items):
                state.isLoading = false
                state.items = items
                return .none
              case .loadFailed:
                state.hasFailed = true
                return .none
              }
            }
          }
        }
        """),
      RuleExample(
        "`catch:` handles it; a sleep throws only when the effect is cancelled; `Result` keeps it.",
        """
        import ComposableArchitecture

        @Reducer
        struct Search {
          struct State { var names: [String] = []; var query = "" }
          enum Action { case queryChanged(String), response(Result<[String], any Error>), failed }
          @Dependency(\\.api) var api
          @Dependency(\\.continuousClock) var clock

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .queryChanged(let query):
                state.query = query
                return .run { send in
                  try await clock.sleep(for: .milliseconds(300))
                  await send(.response(Result { try await api.search(query) }))
                }
              case .response(.success(let names)):
                state.names = names
                return .run { _ in
                  try await api.store(names)
                } catch: { _, send in
                  await send(.failed)
                }
              case .response(.failure), .failed:
                state.names = []
                return .none
              }
            }
          }
        }
        """),
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    subject.features.flatMap { feature in
      feature.effects.compactMap { finding(of: $0, in: feature) }
    }
  }

  /// Whether an action was to be sent after what may throw: somebody waits for it.
  private static func isWaitedFor(_ escape: Escapes.Escape, in effect: EffectClosure) -> Bool {
    let sender = effect.closure.parameterNames.first ?? "send"
    return effect.closure.calls(of: [sender]).contains { $0.endPosition > escape.node.position }
  }

  private static func finding(of effect: EffectClosure, in feature: Feature) -> Finding? {
    // The library's `fireAndForget` drops errors on purpose.
    guard effect.call.calleeName != "fireAndForget", !effect.catchesErrors else { return nil }
    let escapes = Escapes.all(
      in: effect.closure.statements, of: feature, sender: effect.closure.parameterNames.first)
    guard let first = escapes.first, isWaitedFor(first, in: effect) else { return nil }
    let others = escapes.dropFirst().count
    let more = others == 0 ? "" : ", and so may \(others) more"
    return finding(
      at: effect.file.location(of: first.node), machine: feature.id,
      event: feature.event(around: effect.call),
      "`\(first.name)` may throw\(more), and nothing handles the error that leaves the effect",
      remedy: "catch it with `catch:` or `do`, and send an action that tells of the failure")
  }
}
