import OrreryLowering
import OrreryModel
import SwiftSyntax

/// Work that a reducer does itself, and not an effect that it returns.
enum SideEffectInReducer: SourceRule {
  static let description = RuleDescription(
    "side-effect-in-reducer", .features,
    "Work that is done in the reducer itself and not in an effect that it returns.",
    why: """
      A reducer runs on the main thread while the state changes. Work that it does there blocks \
      the interface and cannot be cancelled, and no action reports its failure. Tests do not wait \
      for work that a `Task` starts.
      """,
    sources: [
      .playbook("Anti-Patterns and Fixes: 4. Side effects directly in reducer"),
      .playbook("PR Review Checklist"),
    ],
    wrong: [
      RuleExample(
        "Analytics and a network call, inline.",
        """
        import ComposableArchitecture

        @Reducer
        struct CounterFeature {
          struct State: Equatable { var count = 0 }
          enum Action { case incrementTapped, uploadTapped }
          @Dependency(\\.analytics) var analytics
          @Dependency(\\.api) var api

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .incrementTapped:
                state.count += 1
                analytics.track("increment")  // wrong
                return .none
              case .uploadTapped:
                let count = state.count
                Task { await api.upload(count) }  // wrong
                return .none
              }
            }
          }
        }
        """),
      RuleExample(
        "Settings are written, and others are told, while the state changes.",
        """
        import ComposableArchitecture

        @Reducer
        struct Onboarding {
          struct State { var isDone = false }
          enum Action { case doneTapped, laterTapped }

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .doneTapped:
                UserDefaults.standard.set(true, forKey: "isDone")  // wrong
                NotificationCenter.default.post(name: .done, object: nil)  // wrong
                state.isDone = true
                return .none
              case .laterTapped:
                return .none
              }
            }
          }
        }
        """),
    ],
    right: [
      RuleExample(
        "The work is an effect; what only answers a question may stand in the reducer.",
        """
        import ComposableArchitecture

        @Reducer
        struct CounterFeature {
          struct State: Equatable { var count = 0; var last: UUID? }
          enum Action { case incrementTapped }
          @Dependency(\\.analytics) var analytics
          @Dependency(\\.uuid) var uuid

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .incrementTapped:
                state.count += 1
                state.last = uuid()
                return .run { _ in
                  analytics.track("increment")
                }
              }
            }
          }
        }
        """),
      RuleExample(
        "What a method of the feature answers with is an effect that runs later.",
        """
        import ComposableArchitecture

        @Reducer
        struct Player {
          struct State { var isPlaying = false }
          enum Action { case playTapped, stopTapped }
          @Dependency(\\.audio) var audio

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .playTapped:
                state.isPlaying = true
                return play()
              case .stopTapped:
                state.isPlaying = false
                return .run { _ in await audio.stop() }
              }
            }
          }

          private func play() -> Effect<Action> {
            .run { _ in await audio.play() }
          }
        }
        """),
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    subject.features.flatMap { feature in
      ReducerWork.all(in: feature, of: subject).map { work in
        let what = work.isTask ? "starts work with `\(work.name)`" : "calls `\(work.name)`"
        return finding(
          at: work.file.location(of: work.node), machine: feature.id,
          event: feature.event(around: work.node),
          "the reducer of \(feature.name) \(what) itself, outside of any effect",
          remedy: remedy(for: work))
      }
    }
  }

  private static func remedy(for work: ReducerWork) -> String {
    work.isTask
      ? "return `.run { send in … }` in its place, so that it can be cancelled and tested"
      : "move it into the `.run` that the action returns, behind a dependency"
  }
}
