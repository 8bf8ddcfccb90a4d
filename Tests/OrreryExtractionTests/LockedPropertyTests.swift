import OrreryExtraction
import Testing

@Suite("Locked properties that are no machine") struct LockedPropertyTests {
  @Test("are told to be assigned once")
  func once() {
    let found = extract(
      """
      final class Machine: Sendable {
        enum State { case initial, finished }
        let state = OSAllocatedUnfairLock<State>(initialState: .initial)
        func finish() { state.withLock { $0 = .finished } }
      }
      """)
    #expect(
      found.diagnostics.map(\.message) == [
        "'Machine.state' is no machine: the methods of 'Machine' never test it and never set a "
          + "second case"
      ])
  }
}
