import OrreryModel
import Testing

@Suite("Reducers of a struct that throw") struct RefusalTests {
  private func found(_ signature: String, _ body: String) throws -> Machine {
    try machine(
      """
      struct JobState {
        enum Phase { case idle, open, done }
        var phase: Phase = .idle
        var count = 0
      }
      enum JobEvent { case open, close }
      struct Invalid: Error {}
      enum JobReducer {
        static func reduce\(signature) {
      \(body)
        }
      }
      """)
  }

  @Test("an error that leaves the state as it was is a throw of each state, and no action")
  func refused() throws {
    let copied = try found(
      "(state: JobState, event: JobEvent) throws -> JobState",
      """
      var next = state
      switch (state.phase, event) {
      case (.idle, .open):
        guard state.count < 3 else { throw Invalid() }
        next.phase = .open
      case (.open, .close): next.phase = .done
      default: throw Invalid()
      }
      return next
      """)
    #expect(
      copied.transitions.map(describe) == [
        "idle open[!(state.count < 3)] throws", "idle open[state.count < 3] open",
        "idle close throws", "open open throws", "open close done", "done open throws",
        "done close throws",
      ])
    #expect(
      copied.actions.map(describe) == [
        "open[case .idle = state.phase && state.count < 3] phase = .open",
        "close[case .open = state.phase] phase = .done",
      ])
    #expect(copied.unresolved == [])
    #expect(copied.transitions.allSatisfy { $0.certainty == .exact })
  }

  @Test("so it is where the state is handed in to be changed, by a call that throws as well")
  func handedIn() throws {
    let found = try found(
      "(state: inout JobState, event: JobEvent) throws",
      """
      switch event {
      case .open:
        try Rules.check(state.count)
        state.phase = .open
      case .close:
        guard state.phase == .open else { throw Invalid() }
        state.phase = .done
      }
      """)
    #expect(
      found.transitions.map(describe) == [
        "idle open open", "idle close throws", "open open ignored", "open close done",
        "done open open", "done close throws",
      ])
    #expect(found.actions.count == 2)
  }

  @Test("an error after a write leaves what was written")
  func written() throws {
    let found = try found(
      "(state: inout JobState, event: JobEvent) throws",
      """
      switch event {
      case .open:
        state.phase = .open
        guard state.count < 3 else { throw Invalid() }
        state.count += 1
      case .close:
        state.count = 0
        throw Invalid()
      }
      """)
    #expect(
      found.actions.map(describe) == [
        "open[!(state.count < 3)] phase = .open",
        "open[state.count < 3] phase = .open; count += 1", "close count = 0",
      ])
    #expect(
      found.transitions.map(describe) == [
        "idle open[!(state.count < 3)] open", "idle open[state.count < 3] open",
        "idle close idle", "open open[!(state.count < 3)] throws",
        "open open[state.count < 3] open", "open close open",
      ])
  }

  @Test("a state without phases has no transition that tells of the error: that is said")
  func withoutPhases() throws {
    let found = try machine(
      """
      struct CountState { var count = 0 }
      enum CountEvent { case add }
      struct Full: Error {}
      func reduce(state: inout CountState, event: CountEvent) throws {
        switch event {
        case .add:
          guard state.count < 3 else { throw Full() }
          state.count += 1
        }
      }
      """)
    #expect(found.actions.map(describe) == ["add[state.count < 3] count += 1"])
    #expect(
      found.unresolved.map(\.reason) == [
        "add throws here, but no transition shows it: the state has no phases"
      ])
  }
}
