import OrreryExtraction
import Testing

@Suite("Locked properties") struct LockedPropertyTests {
  @Test("that are assigned once are told to be no machine")
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

  @Test("are lent by the wrapper under its own name, too")
  func underscore() throws {
    try expectTransitions(
      """
      @propertyWrapper final class Locked<Value> {
        private var value: Value
        init(wrappedValue: Value) { value = wrappedValue }
        var wrappedValue: Value { get { value } set { mutate { $0 = newValue } } }
        func mutate(_ closure: (inout Value) throws -> Void) rethrows { try closure(&value) }
      }
      final class Loader {
        enum State { case idle, loading }
        @Locked private var state = State.idle
        func load() { _state.mutate { state in if state == .idle { state = .loading } } }
        func reset() { state = .idle }
      }
      """,
      [
        "idle load loading", "loading load ignored", "idle reset ignored", "loading reset idle",
      ])
  }
}
