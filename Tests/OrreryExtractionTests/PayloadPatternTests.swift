import OrreryModel
import Testing

@Suite("Patterns of what an event carries") struct PayloadPatternTests {
  @Test("of several values stand in parentheses, as a tuple's do")
  func severalValues() throws {
    try expectTransitions(
      """
      struct Retry {
        enum Timer { case backoff, grace }
        enum Event { case fired(Timer, at: Int), stop(force: Bool, after: Int, Timer) }
        enum Effect { case spawn, kill }
        enum Phase { case waiting, running }
        private(set) var phase: Phase = .waiting
        mutating func handle(_ event: Event) -> [Effect] {
          switch (phase, event) {
          case (.waiting, .fired(.backoff, _)):
            phase = .running
            return [.spawn]
          case (.running, .stop(let force, let after, .grace)) where after > 0:
            phase = .waiting
            return force ? [.kill] : []
          default:
            return []
          }
        }
      }
      """,
      [
        "waiting fired[case (.backoff, _)]/.spawn running",
        "waiting fired[!(case (.backoff, _))] ignored", "waiting stop ignored",
        "running fired ignored",
        "running stop[case (let force, let after, .grace) && after > 0 && force]/.kill waiting",
        "running stop[case (let force, let after, .grace) && after > 0 && !(force)] waiting",
        "running stop[!(case (let force, let after, .grace) && after > 0)] ignored",
      ])
  }

  @Test("stand in one row where one clause has several")
  func alternatives() throws {
    try expectTransitions(
      """
      struct Session {
        enum Failure { case network(String), login(String), token(String), late }
        enum Event { case open, failed(Failure), lost(Failure, Int) }
        enum Phase { case closed, open }
        private(set) var phase: Phase = .open
        mutating func handle(_ event: Event) -> String? {
          switch event {
          case .open: phase = .open
          case .failed(.network), .failed(.login): phase = .closed
          case .failed(.token(let text)): return text
          case .failed(.late): break
          case .lost(.network, _), .lost(.login, _), .failed(.late): phase = .closed
          case .lost: break
          }
          return nil
        }
      }
      """,
      [
        "closed open open", "closed failed[case .token(let text)]/text closed",
        "closed failed[case .network, .login] ignored", "closed failed[case .late] ignored",
        "closed lost[case (.network, _), (.login, _)] ignored",
        "closed lost[!(case (.network, _)) && !(case (.login, _))] ignored", "open open ignored",
        "open failed[case .token(let text)]/text open",
        "open failed[case .network, .login] closed", "open failed[case .late] ignored",
        "open lost[case (.network, _), (.login, _)] closed",
        "open lost[!(case (.network, _)) && !(case (.login, _))] ignored",
      ])
  }

  @Test("stand in one row of an action too")
  func actions() throws {
    try expectActions(
      """
      struct Model { var count = 0; var text = "" }
      enum Failure { case network, login, late }
      enum Event { case failed(Failure) }
      func reduce(state: inout Model, event: Event) {
        switch event {
        case .failed(.network), .failed(.login): state.count += 1
        case .failed: state.text = "late"
        }
      }
      """,
      [
        "failed[case .network, .login] count += 1",
        "failed[!(case .network) && !(case .login)] text = \"late\"",
      ])
  }
}
