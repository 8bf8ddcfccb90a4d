import OrreryExtraction
import OrreryModel
import Testing

@Suite("What comes later and leaves the state as it is") struct IdleClosureTests {
  @Test(
    "is no event, and is not told to be left out",
    arguments: [
      "api.flush { self.state = .done }", "Task { await api.flush(); state = .done }",
      "api.flush { if self.state == .done { self.state = .done } }",
    ])
  func same(_ later: String) {
    let found = extract(
      """
      final class Session {
        enum State { case idle, busy, done }
        private var state = State.idle
        func go() { if state == .idle { state = .busy } }
        func finish() {
          state = .done
          \(later)
        }
      }
      """)
    #expect(found.machines.flatMap(\.unresolved) == [])
    #expect(found.diagnostics == [])
    #expect(
      found.machines.flatMap(\.events).map(\.id.name) == ["go", "finish"])
  }
}
