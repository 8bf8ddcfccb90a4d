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

  @Test(
    "a box answers with the state by a method that only gives it, or that a library names so",
    arguments: [
      ("final class Slot<Value> { var value: Value; func get() -> Value { value } }", true),
      (
        "final class Slot<Value> { var value: Value; let first: Value; func get() -> Value { first } }",
        false
      ),
      (
        "final class Slot<Value> { var value: Value; func get() -> Value { value = load(); return value } }",
        false
      ),
      ("", true),
    ])
  func answeringBoxes(box: String, isKnown: Bool) throws {
    let found = try machine(
      """
      \(box)
      final class Hub {
        enum Phase { case fresh, pending }
        private var phase = Slot<Phase>(.fresh)
        func begin() { phase.set(.pending) }
        func restore() { if phase.get() == .pending { phase.set(.fresh) } }
      }
      """
    ).transitions.filter { $0.from == "pending" && $0.event.name == "restore" }.map(describe)
    let guards = isKnown ? [""] : ["[!(phase.get() == .pending)]", "[phase.get() == .pending]"]
    #expect(found.count == guards.count)
    #expect(found.contains("pending restore\(guards[guards.count - 1]) fresh"))
  }
}

@Suite("Properties that are lent to a function") struct LentPropertyTests {
  @Test("are states where that alone sets a second case")
  func secondCase() throws {
    let rows = try machine(
      """
      @MainActor final class Lent {
        enum State { case a, b, c, d }
        private(set) var state: State = .a
        func go() {
          Task { state = .b }
          finish()
        }
        private func finish() { change(&state) }
        private func change(_ it: inout State) { it = .d }
      }
      """
    ).transitions.map { describe($0) }
    #expect(rows.contains("a go b"), "\(rows)")
  }
}
