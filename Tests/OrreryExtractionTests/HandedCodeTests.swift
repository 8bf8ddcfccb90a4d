import OrreryModel
import Testing

@Suite("Code that waits, handed to another object") struct HandedCodeTests {
  private func rows(_ body: String) throws -> [String] {
    try machine(
      """
      final class Models {
        enum State { case none, loading, loaded }
        private(set) var state: State = .none
        private let gate: Gate
        func ensure() async throws {
          guard state != .loaded else { return }
      \(body)
        }
        func load() async throws {
          guard state == .none else { throw Busy() }
          state = .loading
          try await api.fetch()
          state = .loaded
        }
      }
      """
    ).sure.filter { $0.event.name.hasPrefix("ensure") && $0.kind != .ignore }.map(describe)
  }

  private let asked = ["none ensure/gate.run none", "loading ensure/gate.run loading"]

  @Test("a method that hands on to another event only waits, in every state")
  func handedOn() throws {
    #expect(try rows("try await gate.run { [self] in try await load() }") == asked)
  }

  @Test("else the code is an event of its own, and what follows the call finds what it has left")
  func event() throws {
    let found = try rows(
      """
      try await gate.run { [self] in
        if state == .loading { throw Busy() }
        state = .loading
        try await api.fetch()
      }
      state = .loaded
      """)
    #expect(
      found == asked + [
        "none ensure#gate.run.success loaded", "loading ensure#gate.run.success loaded",
        "none ensure#gate.run/api.fetch loading", "loading ensure#gate.run throws",
        "loaded ensure#gate.run/api.fetch loading",
      ])
  }

  @Test("what the code throws comes out of the call, not out of the place where it is written")
  func caught() throws {
    let found = try rows(
      """
      do {
        try await gate.run { [self] in
          if state == .loading { throw Busy() }
          state = .loading
          await api.fetch()
        }
      } catch { state = .none }
      """)
    #expect(
      found == asked + [
        "loading ensure#gate.run.failure none", "loaded ensure#gate.run.failure none",
        "none ensure#gate.run/api.fetch loading", "loading ensure#gate.run throws",
        "loaded ensure#gate.run/api.fetch loading",
      ])
  }

  @Test("a wait is told where all that its code does at once is to throw")
  func throwing() throws {
    #expect(
      try rows(
        """
        do {
          try await gate.run { if state == .loading { throw Busy() } }
        } catch { state = .none }
        """) == asked + ["loading ensure#gate.run.failure none"])
  }

  @Test("an actor is free while code runs on the main one")
  func mainActor() throws {
    let found = try machine(
      """
      actor Line {
        enum State { case off, on, broken }
        private(set) var state: State = .off
        func connect() { state = .on }
        func close() async {
          guard state != .off else { return }
          await MainActor.run { central.cancel(1) }
          state = .off
        }
        func check() async {
          do {
            try await MainActor.run { if !central.isOpen { throw Failure() } }
          } catch { state = .broken }
        }
      }
      """
    ).transitions.filter { $0.from == "on" && $0.kind != .ignore }.map(describe)
    #expect(
      found == [
        "on close/concat(central.cancel, MainActor.run) on", "on close#MainActor.run off",
        "on check/MainActor.run on", "on check#MainActor.run.failure broken",
      ])
  }
}

@Suite("The closure that an asynchronous stream is made with") struct StreamClosureTests {
  private func rows(_ made: String) throws -> [String] {
    try machine(
      """
      final class Feed {
        enum Phase { case none, connecting, closed }
        private var phase: Phase = .none
        func events() -> AsyncStream<Int> {
          if used { return AsyncStream { $0.finish() } }
          return \(made)
        }
        func close() { phase = .closed }
        private func got(_ value: Int) { if value < 0 { phase = .closed } }
      }
      """
    ).transitions.filter { $0.event.name.hasPrefix("events") && $0.from == "none" }
      .map(describe)
  }

  @Test(
    "is run at once, whatever it starts",
    arguments: [
      "AsyncStream { continuation in\nphase = .connecting\nTask { for await v in source { got(v) } }\n}",
      "AsyncStream { _ = Task { for await v in source { got(v) } }; phase = .connecting; $0.yield(1) }",
      "AsyncThrowingStream(bufferingPolicy: .unbounded) { c in phase = .connecting; pump { got($0) } }",
    ])
  func built(made: String) throws {
    let found = try rows(made)
    let effect = made.contains("pump") ? "/pump" : made.contains("yield") ? "/yield" : ""
    #expect(found.contains("none events[!(used)]\(effect) connecting"))
    #expect(!found.contains { $0.contains("#AsyncStream") })
  }

  @Test("is an event of its own where it gives the next element")
  func unfolding() throws {
    let found = try rows("AsyncStream { await self.next(); phase = .connecting; return 1 }")
    #expect(!found.contains("none events[!(used)] connecting"))
    #expect(found.contains("none events#next connecting"))
    let inner = try rows("AsyncStream { phase = .connecting; return await api.next { $0 > 3 } }")
    #expect(!inner.contains("none events[!(used)] connecting"))
  }
}
