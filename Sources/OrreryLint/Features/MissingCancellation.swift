import OrreryLowering
import OrreryModel
import OrreryTrace
import SwiftSyntax

/// An endless effect that no id and no view ends.
enum MissingCancellation: SourceRule {
  static let description = RuleDescription(
    "missing-cancellation", .features,
    "An effect that listens or repeats without end, and that neither an id nor a view ends.",
    why: """
      Each time the action comes another loop starts, and the older ones go on: events are answered \
      twice and more, timers run faster, and what they hold is never given back.
      """,
    isOptIn: true,
    sources: [
      .playbook("Anti-Patterns and Fixes: 7. Missing cancellation"),
      .playbook("PR Review Checklist"), .tcaSM("2. State-Driven Cancellation"),
    ],
    wrong: [
      RuleExample(
        "A second tap starts a second timer, and nothing stops either.",
        """
        import ComposableArchitecture

        @Reducer
        struct Stopwatch {
          struct State { var seconds = 0 }
          enum Action { case startButtonTapped, ticked }
          @Dependency(\\.continuousClock) var clock

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .startButtonTapped:
                return .run { send in  // wrong
                  for await _ in clock.timer(interval: .seconds(1)) {
                    await send(.ticked)
                  }
                }
              case .ticked:
                state.seconds += 1
                return .none
              }
            }
          }
        }
        """),
      RuleExample(
        "The screen listens again each time it appears.",
        """
        import ComposableArchitecture

        @Reducer
        struct Inbox {
          struct State { var mails: [Mail] = [] }
          enum Action { case onAppear, received(Mail) }
          @Dependency(\\.mailbox) var mailbox

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .onAppear:
                return .run { send in  // wrong
                  for await mail in mailbox.arrivals() {
                    await send(.received(mail))
                  }
                }
              case .received(let mail):
                state.mails.append(mail)
                return .none
              }
            }
          }
        }
        """),
    ],
    right: [
      RuleExample(
        "The id ends the loop that runs, and so does the other button.",
        """
        import ComposableArchitecture

        @Reducer
        struct Stopwatch {
          struct State { var seconds = 0 }
          enum Action { case startButtonTapped, stopButtonTapped, ticked }
          enum CancelID { case timer }
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
                return .cancel(id: CancelID.timer)
              case .ticked:
                state.seconds += 1
                return .none
              }
            }
          }
        }
        """),
      RuleExample(
        "The view waits for the effect to finish, and ends it when it goes.",
        """
        import ComposableArchitecture
        import SwiftUI

        @Reducer
        struct Inbox {
          struct State { var mails: [Mail] = [] }
          enum Action { case task, received(Mail) }
          @Dependency(\\.mailbox) var mailbox

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .task:
                return .run { send in
                  for await mail in mailbox.arrivals() {
                    await send(.received(mail))
                  }
                }
              case .received(let mail):
                state.mails.append(mail)
                return .none
              }
            }
          }
        }

        struct InboxView: View {
          let store: StoreOf<Inbox>
          var body: some View {
            List(store.mails) { MailRow($0) }
              .task { await store.send(.task).finish() }
          }
        }
        """),
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    let lifetimes = EffectLifetimes(subject)
    return subject.features.flatMap { feature -> [Finding] in
      let endless = feature.effects.compactMap { effect in
        effect.isBounded ? nil : LongEffects.loop(in: effect.closure).map { (effect, $0) }
      }
      // A feature that is dismissed takes with it what began when it appeared.
      guard !endless.isEmpty else { return [] }
      let kept = lifetimes.kept(of: feature)
      return endless.compactMap { effect, loop in
        let places = feature.places(of: effect.call)
        let names = places.reduce(into: Set<String>()) { $0.formUnion($1.clauseNames) }
        guard let event = places.lazy.compactMap({ feature.event(around: $0) }).first,
          loop.isTimer || !effect.isGuarded, !places.contains(where: isBounded),
          names.isDisjoint(with: kept), !names.contains(where: comesOnce),
          !lifetimes.isPresented(feature) || !names.contains(where: isAppearing)
        else { return nil }
        return finding(of: effect, loop, event, in: feature)
      }
    }
  }

  private static func finding(
    of effect: EffectClosure, _ loop: LongEffects.Loop, _ event: Event.ID, in feature: Feature
  ) -> Finding {
    let line = effect.file.location(of: loop.node).line
    return finding(
      at: effect.file.location(of: effect.call), machine: feature.id, event: event,
      "each `\(event.name)` of \(feature.name) starts `\(loop.name)` in line \(line), and "
        + "nothing ends it",
      remedy: "add `.cancellable(id:cancelInFlight: true)`, or let the view wait with "
        + "`await store.send(.\(event.name)).finish()`")
  }

  /// Whether who calls a helper gives its effect an id.
  private static func isBounded(_ place: Syntax) -> Bool {
    place.as(FunctionCallExprSyntax.self).map { call in
      EffectClosure.following(call).contains { EffectIDs.users.contains($0.calleeName) }
    } ?? false
  }

  /// Whether an app is told so once.
  private static func comesOnce(_ name: String) -> Bool {
    name.camelCaseWords.contains { $0.hasPrefix("launch") }
  }

  /// Whether a view tells so when it is shown.
  private static func isAppearing(_ name: String) -> Bool {
    let last = name.camelCaseWords.last ?? ""
    return ["appear", "appeared", "task", "load", "loaded"].contains(last)
  }
}
