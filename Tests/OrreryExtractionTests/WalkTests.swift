import OrreryModel
import Testing

@Suite("Walks through handlers") struct WalkTests {
  @Test("what a setter and an observer write belongs to the assignment, and to whoever assigns")
  func accessors() throws {
    try expectTransitions(
      """
      final class Door {
        enum State { case open, shut }
        private var state = State.open
        var isWide = false {
          didSet { if isWide { state = .open } else { state = .shut } }
        }
        func push() {
          switch state {
          case .open: isWide = false
          case .shut: state = .open
          }
        }
      }
      """,
      [
        "open push shut", "shut push open", "open isWide[isWide] ignored",
        "open isWide[!(isWide)] shut", "shut isWide[isWide] open",
        "shut isWide[!(isWide)] ignored",
      ])
  }

  @Test("an await in a class ends a step: what follows it starts from the state that it left")
  func awaiting() throws {
    try expectTransitions(
      """
      @MainActor final class Loader {
        enum State { case idle, loading, loaded }
        private(set) var state = State.idle
        func load() async {
          guard state == .idle else { return }
          state = .loading
          await fetch()
          state = .loaded
        }
      }
      """,
      [
        "idle load/fetch loading", "loading load ignored", "loaded load ignored",
        "loading load#fetch loaded",
      ])
  }

  @Test("a closure whose function has ended, and that calls itself, ends")
  func unwound() throws {
    let model = try machine(
      """
      struct Queue {
        enum State { case empty, full }
        private var state = State.empty
        private func maker() -> (Int) -> Int {
          func again(_ n: Int) -> Int { n == 0 ? 0 : again(n - 1) }
          return { n in again(n) }
        }
        mutating func push() {
          let make = maker()
          switch state {
          case .empty: if make(1) == 0 { state = .full }
          case .full: _ = make(2)
          }
        }
      }
      """)
    #expect(model.transitions.contains { $0.from == "empty" && $0.to == "full" })
  }

  @Test("a deferred block is run by the exits after it alone")
  func deferred() throws {
    try expectTransitions(
      """
      final class Job {
        enum State { case idle, busy, done }
        var state = State.idle
        func run() throws {
          guard state == .idle else { throw Busy() }
          defer { state = .done }
          try work()
        }
        func start() { if state == .done { state = .busy } }
      }
      """,
      [
        "idle run/work done", "idle run[work() throws] done", "busy run throws", "done run throws",
        "idle start ignored", "busy start ignored", "done start busy",
      ])
  }

  @Test("what a passed closure assigns is not known from then on")
  func captured() throws {
    try expectTransitions(
      """
      struct Login {
        enum State { case open, sent }
        var state = State.open
        mutating func go() {
          switch state {
          case .open:
            var bytes: [UInt8]?
            handle { bytes = $0 }
            guard let output = bytes else { preconditionFailure() }
            state = .sent
          case .sent: break
          }
        }
      }
      """,
      [
        "open go[let output = bytes] sent", "open go[!(let output = bytes)] trap",
        "sent go ignored",
      ])
  }

  @Test("alternatives of a clause on something else than the state are one row")
  func alternatives() throws {
    try expectTransitions(
      """
      struct Link {
        enum Kind { case text(Int), data(Int), end, reset }
        enum State { case idle, busy(Int), over }
        var state = State.idle
        mutating func got(_ kind: Kind) {
          guard [.idle, .over].contains(state) else { return }
          switch kind {
          case .text(let size), .data(let size): state = .busy(size)
          case .end, .reset: state = .over
          }
        }
      }
      """,
      [
        "idle got[case .text(let size), .data(let size) = kind] busy",
        "idle got[case .end, .reset = kind] over", "busy got ignored",
        "over got[case .text(let size), .data(let size) = kind] busy",
        "over got[case .end, .reset = kind] ignored",
      ])
  }

  @Test("a question that has nothing to do with the state is a condition, not a branch")
  func question() throws {
    try expectTransitions(
      """
      struct Link {
        enum State { case up, down }
        var state = State.up
        mutating func failed(_ error: Failure) {
          if case .up = state, isFatal(error) { state = .down }
        }
        func isFatal(_ error: Failure) -> Bool {
          switch error.kind {
          case .reset: true
          case .slow: error.count == 3
          default: false
          }
        }
      }
      """,
      [
        "up failed[isFatal(error)] down", "up failed[!(isFatal(error))] ignored",
        "down failed ignored",
      ])
  }

  @Test("a task goes on from the state in which its handler has ended, and ends with its brace")
  func task() throws {
    try expectTransitions(
      """
      actor Link {
        enum State { case down, connecting(Task<Void, any Error>), up }
        var state = State.down
        func connect() async throws {
          guard case .down = state else { return }
          let task = Task {
            let channel = try await transport()
            state = .up
          }
          state = .connecting(task)
          try await task.value
        }
      }
      """,
      [
        "down connect/transport connecting", "connecting connect ignored",
        "up connect ignored", "connecting connect#transport.success up",
      ])
  }

  @Test("a closure that a label says to be a handler is called later; one for the main actor now")
  func handlers() throws {
    let rows = try machine(
      """
      @MainActor final class Model {
        enum State { case idle, busy, done }
        var state = State.idle
        func load() async {
          guard state == .idle else { return }
          state = .busy
          await withTaskCancellationHandler {
            await fetch()
            await MainActor.run { state = .done }
          } onCancel: {
            state = .idle
          }
        }
      }
      """
    ).transitions.map(describe)
    #expect(rows.contains("busy load#fetch done"))
    #expect(rows.contains("busy load#withTaskCancellationHandler.onCancel idle"))
  }

  @Test("a condition of the build around what changes nothing is no guard")
  func build() throws {
    try expectTransitions(
      """
      struct Door {
        enum State { case open, shut }
        var state = State.open
        mutating func push() {
          #if DEBUG
          print(state)
          #endif
          if case .open = state { state = .shut }
        }
      }
      """, ["open push shut", "shut push ignored"])
  }

  @Test("a change deep inside an associated value is a change; an action made by its init is named")
  func deep() throws {
    try expectTransitions(
      """
      struct Timer { var token = 0 }
      struct Wait { var timer = Timer() }
      struct Client {
        enum State { case waiting(Wait), idle }
        struct Close { var code: Int; init(code: Int) { self.code = code } }
        var state = State.idle
        mutating func arm(_ token: Int) {
          switch state {
          case .waiting(var wait):
            wait.timer.token = token
            state = .waiting(wait)
          case .idle: state = .waiting(Wait())
          }
        }
        mutating func stop() -> Close? {
          guard case .waiting = state else { return nil }
          state = .idle
          return Close(code: 1)
        }
      }
      """,
      [
        "waiting arm waiting", "idle arm waiting", "waiting stop/Close idle", "idle stop ignored",
      ])
  }

  @Test("alternatives that are all cases leave an absent value to the next clause")
  func absent() throws {
    try expectTransitions(
      """
      enum Kind { case a, b }
      struct Job { var kind: Kind? }
      struct Line {
        enum State { case idle, busy(Job), over }
        var state = State.idle
        mutating func go(_ job: Job) {
          switch state {
          case .idle: state = .busy(job)
          case .busy(let job):
            switch job.kind {
            case .a, .b: state = .over
            default: state = .idle
            }
          case .over: break
          }
        }
      }
      """,
      [
        "idle go busy", "busy go[case .a, .b = job.kind] over",
        "busy go[!(case .a = job.kind) && !(case .b = job.kind)] idle", "over go ignored",
      ])
  }

  @Test("a question that is handed the state, by whichever name of its type, is answered by it")
  func questionOfTheState() throws {
    try expectTransitions(
      """
      struct Line {
        enum State { case idle, busy, over }
        var state = State.idle
        mutating func start() { if state == .idle { state = .busy } }
        mutating func hop() { if canHop(from: state) { state = .over } }
        private func canHop(from state: Line.State?) -> Bool {
          switch state {
          case .idle: return true
          default: return false
          }
        }
      }
      """,
      [
        "idle start busy", "busy start ignored", "over start ignored", "idle hop over",
        "busy hop ignored", "over hop ignored",
      ])
  }

  @Test("a handler that waits at more places than are walked says what is missing")
  func manyWaits() throws {
    let waits = (1...40).map { "await step\($0)()" }.joined(separator: "; ")
    let model = try machine(
      """
      actor Line {
        enum State { case idle, over }
        var state = State.idle
        func go() async { \(waits); state = .over }
        func back() { if state == .over { state = .idle } }
      }
      """)
    #expect(
      model.unresolved.contains { $0.reason.contains("may wait at more places than Orrery") })
  }

  @Test("a condition on a caught error leaves the others to the next clause")
  func filteredErrors() throws {
    try expectTransitions(
      """
      struct Stream {
        enum State { case open, failed, closed }
        private var state = State.open
        mutating func receive() {
          guard state == .open else { return }
          do { try parse() } catch let error where error is Malformed {
            state = .failed
          } catch {
            state = .closed
          }
        }
      }
      """,
      [
        "open receive ignored",
        "open receive[parse() throws && error is Malformed] failed",
        "open receive[parse() throws && !(error is Malformed)] closed",
        "failed receive ignored", "closed receive ignored",
      ])
  }

  @Test("an initializer that may fail leaves open whether there is a value")
  func failableInitializers() throws {
    try expectTransitions(
      """
      extension String {
        init?(bytes: [UInt8]) { return nil }
      }
      struct Reader {
        enum State { case open, closed, broken }
        private var state = State.open
        mutating func receive(_ bytes: [UInt8]) {
          guard state == .open else { return }
          let text = String(bytes: bytes)
          state = text == nil ? .broken : .closed
        }
      }
      """,
      [
        "open receive[text == nil] broken", "open receive[!(text == nil)] closed",
        "closed receive ignored", "broken receive ignored",
      ])
  }

  @Test("a method's own name means the closure that is kept under it")
  func ownClosure() throws {
    try expectTransitions(
      """
      @MainActor final class Resource {
        enum State { case idle, loaded, failed }
        private(set) var state = State.idle
        private let load: () async throws -> Int
        func load() async {
          do {
            _ = try await load()
            state = .loaded
          } catch {
            state = .failed
          }
        }
      }
      """,
      [
        "idle load/load idle", "loaded load/load loaded", "failed load/load failed",
        "idle load#load.success loaded", "loaded load#load.success ignored",
        "failed load#load.success loaded", "idle load#load.failure failed",
        "loaded load#load.failure failed", "failed load#load.failure ignored",
      ])
  }

  @Test("what follows a wait in a closure that a helper calls is walked in the helper")
  func waitingInClosures() throws {
    try expectTransitions(
      """
      @MainActor final class Attendance {
        enum State { case idle, loading, loaded, failed }
        private(set) var state = State.idle
        func loadCourse() async {
          await load { try await repository.course() }
        }
        private func load(_ operation: () async throws -> Int) async {
          guard state == .idle else { return }
          state = .loading
          do {
            _ = try await operation()
            state = .loaded
          } catch {
            state = .failed
          }
        }
      }
      """,
      [
        "idle loadCourse/repository.course loading", "loading loadCourse ignored",
        "loaded loadCourse ignored", "failed loadCourse ignored",
        "loading loadCourse#repository.course.success loaded",
        "loading loadCourse#repository.course.failure failed",
      ])
  }

  @Test("of functions with the same labels the one that takes the argument's type is walked")
  func overloads() throws {
    try expectTransitions(
      """
      struct Decoder {
        enum Rest { case header }
        enum Next { case header, strip }
        enum State {
          case header, strip
          init(_ rest: Rest) { switch rest { case .header: self = .header } }
          init(_ next: Next) {
            switch next {
            case .header: self = .header
            case .strip: self = .strip
            }
          }
        }
        private var state: State = .header
        private var isShort = false
        mutating func step() {
          switch state {
          case .header: state = .init(next())
          case .strip: state = .init(Rest.header)
          }
        }
        private func next() -> Next { if isShort { return .strip } else { return .header } }
      }
      """,
      [
        "header step[isShort] strip", "header step[!(isShort)] ignored", "strip step header",
      ])
  }

  @Test("a callback that calls a closure which is kept in a property is an event of its own")
  func keptClosures() throws {
    let found = try machine(
      """
      final class Loader {
        enum State { case idle, done }
        private var state = State.idle
        private var completion: (() -> Void)?
        func load() {
          guard state == .idle else { return }
          self.completion = { self.state = .done }
          client.load(onSuccess: { self.completion() })
        }
      }
      """)
    #expect(found.transitions.map(describe).contains("idle load#completion done"))
  }
}
