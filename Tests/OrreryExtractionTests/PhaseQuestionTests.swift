import OrreryModel
import Testing

@Suite("Questions about the phase of a struct") struct PhaseQuestionTests {
  @Test("a getter of the phase answers for each phase, wherever the enum is declared")
  func getter() throws {
    try expectTransitions(
      """
      enum Phase { case idle, live, ended; var isActive: Bool { self == .live } }
      struct CallState { var phase: Phase = .idle; var count = 0 }
      enum CallEvent { case start, lost, end }
      func reduce(_ state: inout CallState, event: CallEvent) {
        switch (state.phase, event) {
        case (.idle, .start): state.phase = .live
        case (_, .lost) where state.phase.isActive: state.count += 1
        case (_, .end) where state.phase.isActive: state.phase = .ended
        default: return
        }
      }
      """,
      [
        "idle start live", "idle lost ignored", "idle end ignored", "live start ignored",
        "live lost live", "live end ended", "ended start ignored", "ended lost ignored",
        "ended end ignored",
      ])
  }

  @Test("the phase is still what it was where nothing has written it")
  func unchanged() throws {
    for kept in ["let from = state.phase", "let before = state; let from = before.phase"] {
      try expectActions(
        """
        struct CallState {
          enum Phase { case idle, live }
          var phase: Phase = .idle
          var count = 0
        }
        enum CallEvent { case start, lost }
        enum CallEffect { case track }
        func reduce(_ state: inout CallState, event: CallEvent) -> [CallEffect] {
          \(kept)
          switch event {
          case .start: if state.phase == .idle { state.phase = .live }
          case .lost: state.count += 1
          }
          if state.phase != from { return [.track] }
          return []
        }
        """,
        [
          "start[state.phase == .idle]/.track phase = .live", "start[!(state.phase == .idle)] ",
          "lost count += 1",
        ])
    }
  }

  @Test("an optional that holds a case is that case where it is taken out")
  func unwrapped() throws {
    try expectTransitions(
      """
      enum Phase { case live, text }
      struct CallState { var phase: Phase = .live; let held: Phase? }
      enum CallEvent { case resume }
      func reduce(_ state: inout CallState, event: CallEvent) {
        switch (event, state.held) {
        case (.resume, .text): state.phase = state.held!
        default: break
        }
      }
      """,
      [
        "live resume[case .text = state.held] text",
        "live resume[!(case .text = state.held)] ignored",
        "text resume[case .text = state.held] ignored",
        "text resume[!(case .text = state.held)] ignored",
      ])
  }

  @Test("an effect is put before those that are there")
  func inserted() throws {
    try expectTransitions(
      """
      enum Phase { case idle, live }
      enum Event { case start, end }
      enum Effect { case open, track }
      func reduce(_ state: inout Phase, event: Event) -> [Effect] {
        var effects: [Effect] = []
        switch (state, event) {
        case (.idle, .start): state = .live; effects.append(.open)
        case (.live, .end): state = .idle
        default: return []
        }
        effects.insert(.track, at: 0)
        return effects
      }
      """,
      [
        "idle start/merge(.track, .open) live", "idle end ignored", "live start ignored",
        "live end/.track idle",
      ])
  }

  @Test("a value that an initializer makes which cannot fail is there")
  func made() throws {
    try expectTransitions(
      """
      enum Reason { case timeout, error(Error); init(error: Error) { self = .error(error) } }
      final class Client {
        private enum Status { case closed, open }
        private var status: Status = .closed
        func open() { status = .open }
        func failed(_ error: Error) { close(.init(error: error)) }
        func end() { close(nil) }
        private func close(_ reason: Reason?) {
          guard let reason else { status = .closed; return }
          log(reason)
        }
      }
      """,
      [
        "closed open open", "open open ignored", "closed failed ignored", "open failed ignored",
        "closed end ignored", "open end closed",
      ])
  }
}
