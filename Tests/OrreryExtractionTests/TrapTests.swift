import OrreryModel
import Testing

@Suite("Calls that never return") struct TrapTests {
  private func rows(_ body: String, _ more: String = "") throws -> [String] {
    try machine(
      """
      final class Receiver {
        enum State { case idle, head }
        private var state: State = .idle
        func didHead() {
      \(body)
          state = .head
        }
        private func unexpected(line: UInt = #line) -> Never { Log.fail("state").stop(line: line) }
      }
      \(more)
      """
    ).transitions.map(describe)
  }

  private let trapped = ["idle didHead head", "head didHead trap"]

  @Test("one's own function of type `Never` ends the way")
  func ownFunction() throws {
    #expect(try rows("guard state == .idle else { unexpected() }") == trapped)
    #expect(try rows("if state != .idle { unexpected() }") == trapped)
    #expect(try rows("switch state { case .idle: break; case .head: unexpected() }") == trapped)
  }

  @Test("a global function and a method of something else do as well")
  func others() throws {
    let stop = "func stop() -> Never { Process.end() }"
    #expect(try rows("if state != .idle { stop() }", stop) == trapped)
    let log = "struct Log { func fail() -> Never { end() } }"
    #expect(try rows("if state != .idle { Log(\"x\").fail() }", log) == trapped)
  }

  @Test("a name that some function returns under does not")
  func returning() throws {
    let log = "struct Log { func fail() -> Never { end() } }\nstruct Audio { func fail() {} }"
    #expect(
      try rows("if state != .idle { audio.fail() }", log) == [
        "idle didHead head", "head didHead/audio.fail head",
      ])
  }

  @Test("the `else` of a guard ends in a call that never returns, wherever that is declared")
  func guards() throws {
    #expect(try rows("guard state == .idle else { Foundation.exit(1) }") == trapped)
  }

  @Test("a call of the same name on something else does not, nor one with other labels")
  func strangers() throws {
    let fail = "func fail(_ message: String) -> Never { Process.end(message) }"
    let ignored = ["idle didHead head", "head didHead ignored"]
    let asked = ["idle didHead head", "head didHead/promise.fail head"]
    #expect(try rows("if state != .idle { fail(\"no\") }", fail) == trapped)
    #expect(try rows("if state != .idle { promise.fail(error) }", fail) == asked)
    #expect(try rows("if state != .idle { fail(with: error) }", fail) == ignored)
    let log = "struct Log { func fail(_ message: String) -> Never { end() } }"
    #expect(try rows("if state != .idle { promise.fail(error) }", log) == asked)
    #expect(try rows("if state != .idle { Log.shared.fail(\"no\") }", log) == trapped)
  }

  @Test("one that works for ever is walked")
  func work() throws {
    let found = try machine(
      """
      actor Worker {
        enum State { case idle, busy, waiting }
        private var state = State.idle
        let queue: Jobs
        func start() { if state == .idle { Task { await loop() } } }
        private func loop() async -> Never {
          while true {
            state = .waiting
            let job = await queue.next()
            state = .busy
            await job.run()
          }
        }
      }
      """
    ).transitions.map(describe)
    #expect(
      found == [
        "idle start/queue.next waiting", "busy start ignored", "waiting start ignored",
        "waiting start#queue.next/job.run busy", "busy start#job.run/queue.next waiting",
      ])
  }

  @Test("so is one that throws: it may have changed the state before")
  func throwing() throws {
    let found = try machine(
      """
      struct Stream {
        enum State { case open, closed, poisoned }
        private(set) var state = State.open
        mutating func close() throws {
          guard case .open = state else { try self.invalid("not open") }
          state = .closed
        }
        private mutating func invalid(_ message: String) throws -> Never {
          state = .poisoned
          throw Invalid(message)
        }
      }
      """
    ).transitions.map(describe)
    #expect(
      found == ["open close closed", "closed close poisoned", "poisoned close throws"])
  }

  @Test("what a precondition asks for is a condition, and a trap where it does not hold")
  func preconditions() throws {
    try expectTransitions(
      """
      struct Handshake {
        enum State { case idle, waiting, done }
        private var state: State = .idle
        mutating func start(service: String) {
          switch self.state {
          case .idle:
            precondition(service == "auth")
            self.state = .waiting
          case .waiting, .done: preconditionFailure("twice")
          }
        }
        mutating func finish(pending: Int) {
          precondition(self.state == .waiting, "too early")
          assert(pending < 9)
          self.state = .done
          precondition(pending == 1, "one at a time")
        }
      }
      """,
      [
        "idle start[service == \"auth\"] waiting", "idle start[!(service == \"auth\")] trap",
        "waiting start trap", "done start trap",
        "idle finish trap", "waiting finish[pending == 1] done",
        "waiting finish[!(pending == 1)] trap", "done finish trap",
      ])
  }

  @Test("an error that leaves the state as it was tells what was asked before it")
  func askedBeforeThrowing() throws {
    try expectTransitions(
      """
      final class Setup {
        enum State { case stopped, started }
        private(set) var state = State.stopped
        func install(_ url: String) throws {
          guard state == .stopped else { return }
          guard url.isEmpty else {
            watcher.failed()
            throw Fault.unreadable
          }
          state = .started
        }
      }
      """,
      [
        "stopped install[!(url.isEmpty)]/watcher.failed throws",
        "stopped install[url.isEmpty] started",
        "started install ignored",
      ])
  }

  @Test(
    "of a method that subclasses have to replace is none, of one that traps at times it is one",
    arguments: [
      ("func main() { fatalError() }", "override func main() { }", "idle start/main up"),
      (
        "func main() -> Int { fatalError(\"replace it\") }", "override func main() -> Int { 3 }",
        "idle start/main up"
      ),
      ("func main() { fatalError() }", "override func main(_ n: Int) { }", "idle start trap"),
      (
        "class func main() { fatalError() }", "override class func main() { }",
        "idle start trap"
      ),
      (
        "func main() { if n > 3 { fatalError() }; state = .down }", "override func main() { }",
        "idle start[!(n > 3)] down, idle start[n > 3] trap"
      ),
    ])
  func abstractMethods(method: String, override: String, expected: String) throws {
    let call = method.hasPrefix("class") ? "Self.main()" : "main()"
    let found = extract(
      """
      class Work {
        enum State { case idle, up, down }
        private var state = State.idle
        private let n: Int
        func start() { state = .up; _ = \(call) }
        func stop() { state = .idle }
        \(method)
      }
      final class Fetch: Work { \(override) }
      """
    ).machines.first?.transitions.filter { $0.event.name == "start" && $0.from == "idle" }
    #expect(found?.map(describe).joined(separator: ", ") == expected)
  }
}
