import OrreryModel
import Testing

@Suite("Getters that change what they are asked of") struct MutatingGetterTests {
  @Test("who reads one changes the state")
  func read() throws {
    try expectTransitions(
      """
      struct Parser {
        enum State { case start, body, end }
        private var state: State = .start
        private var token: Int { mutating get { state = .body; return 1 } }
        mutating func step() -> Int { if state == .start { return token }; return 0 }
        mutating func skip() { _ = self.token }
        mutating func finish() { state = .end }
      }
      """,
      [
        "start step body", "body step ignored", "end step ignored",
        "start skip body", "body skip ignored", "end skip body",
        "start finish end", "body finish end", "end finish ignored",
      ])
  }

  @Test("so does a reducer that reads one of its state")
  func reducer() throws {
    try expectTransitions(
      """
      struct State {
        enum Phase { case first, second }
        var phase = Phase.first
        var token: Int { mutating get { phase = .second; return 1 } }
      }
      enum Event { case read, reset }
      func reduce(state: inout State, event: Event) {
        switch event {
        case .read: _ = state.token
        case .reset: state.phase = .first
        }
      }
      """,
      [
        "first read second", "first reset ignored", "second read ignored", "second reset first",
      ])
  }

  @Test("one of an object may do so without saying it")
  func object() throws {
    try expectTransitions(
      """
      final class Reader {
        enum State { case closed, open }
        private var state: State = .closed
        private var file: Int {
          if state == .closed { state = .open }
          return 1
        }
        func read() { print(file) }
        func close() { if state == .open { state = .closed } }
      }
      """,
      [
        "closed read open", "open read ignored", "closed close ignored", "open close closed",
      ])
  }
}
