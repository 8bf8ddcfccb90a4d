import OrreryModel
import Testing

@Suite("The mutating style") struct MutatingStyleTests {
  @Test("a switch on the state gives an edge for each clause, with the returned action as effect")
  func switchOnState() throws {
    try expectTransitions(
      """
      struct Door {
        enum State { case open, closed(by: String) }
        enum Action { case ring, none }
        private var state = State.open
        mutating func close(by name: String) -> Action {
          switch self.state {
          case .open:
            self.state = .closed(by: name)
            return .ring
          case .closed:
            return .none
          }
        }
      }
      """,
      ["open close/.ring closed", "closed close ignored"])
  }

  @Test("of several assignments on one path the last one counts")
  func lastWriteWins() throws {
    try expectTransitions(
      """
      struct Stream {
        enum State { case open, closing, closed }
        var state: State = .open
        mutating func end(gracefully: Bool) {
          guard case .open = state else { return }
          state = .closed
          if gracefully { state = .closing }
        }
      }
      """,
      [
        "open end[gracefully] closing", "open end[!(gracefully)] closed", "closing end ignored",
        "closed end ignored",
      ])
  }

  @Test("default stands for the concrete states that it covers, and traps are kept")
  func defaultIsExpanded() throws {
    let door = try machine(
      """
      struct Door {
        enum State { case a, b, c }
        var state: State = .a
        mutating func go() {
          switch state {
          case .a: state = .b
          default: preconditionFailure("no")
          }
        }
      }
      """)
    #expect(door.transitions.map(describe) == ["a go b", "b go trap", "c go trap"])
    #expect(door.transitions.map(\.wildcard) == [nil, 7, 7])
    #expect(door.initial == "a")
    #expect(door.states.map(\.isFinal) == [false, true, true])
  }

  @Test("a helper is walked in the state that holds at the call")
  func helpersAreInlined() throws {
    try expectTransitions(
      """
      struct Pool {
        enum State { case idle, busy(Int), closed }
        enum Action { case none, close }
        var state: State = .idle
        mutating func lease() -> Action {
          state = .busy(1)
          return self.checked()
        }
        mutating func fail() -> Action { self.checked() }
        private mutating func checked() -> Action {
          switch state {
          case .busy: return .none
          case .idle, .closed:
            state = .closed
            return .close
          }
        }
      }
      """,
      [
        "idle lease busy", "busy lease busy", "closed lease busy", "idle fail/.close closed",
        "busy fail ignored", "closed fail/.close closed",
      ])
  }

  @Test("a payload that is edited and written back is a transition to the same state")
  func editedPayload() throws {
    try expectTransitions(
      """
      struct Buffer {
        enum State { case buffering([Int]), done }
        var state: State = .buffering([])
        mutating func add(_ item: Int) {
          switch state {
          case .buffering(var items):
            items.append(item)
            state = .buffering(items)
          case .done: break
          }
        }
        mutating func touch() {
          if case .buffering(let items) = state { state = .buffering(items) }
        }
        mutating func end() { if case .buffering = state { state = .done } }
      }
      """,
      [
        "buffering add buffering", "done add ignored", "buffering touch ignored",
        "done touch ignored", "buffering end done", "done end ignored",
      ])
  }

  @Test("a sub-pattern of the payload is a guard, and the order of clauses decides")
  func subPatterns() throws {
    try expectTransitions(
      """
      struct Link {
        enum State { case waiting(token: Int?), done }
        var state: State = .done
        mutating func resume() {
          switch state {
          case .waiting(.some): fatalError()
          case .waiting(.none): state = .done
          case .done: state = .waiting(token: nil)
          }
        }
      }
      """,
      [
        "waiting resume[case .waiting(.none) = state] done",
        "waiting resume[case .waiting(.some) = state] trap", "done resume waiting",
      ])
  }

  @Test("a temporary state is no state")
  func temporaryStates() throws {
    let buffer = try machine(
      """
      struct Buffer {
        enum State { case idle, active(Int), modifying }
        var state: State = .idle
        mutating func push() {
          switch state {
          case .idle: state = .active(0)
          case .active(var count):
            state = .modifying
            count += 1
            state = .active(count)
          case .modifying: fatalError()
          }
        }
      }
      """)
    #expect(buffer.states.map(\.name) == ["idle", "active"])
    #expect(buffer.transitions.map(describe) == ["idle push active", "active push active"])
  }

  @Test("a closure that is handed the state with & is walked")
  func inOutClosures() throws {
    try expectTransitions(
      """
      struct Buffer {
        enum State { case idle, busy }
        var state: State = .idle
        mutating func push() -> String? {
          self.avoidingCopies { state in
            guard case .idle = state else { return nil }
            state = .busy
            return wake()
          }
        }
        private mutating func avoidingCopies<T>(_ body: (inout State) -> T) -> T {
          body(&self.state)
        }
      }
      """,
      ["idle push/wake busy", "busy push ignored"])
  }

  @Test("a noncopyable machine that consumes its state and rebuilds itself is read")
  func noncopyable() throws {
    try expectTransitions(
      """
      struct Machine: ~Copyable {
        enum State: ~Copyable { case on(Lamp), off }
        var state: State
        init(state: consuming State) { self.state = state }
        mutating func toggle() {
          switch consume self.state {
          case .on: self = .init(state: .off)
          case .off: self = .init(state: .on(Lamp()))
          }
        }
      }
      """,
      ["on toggle off", "off toggle on"])
  }

  @Test("an enum whose methods assign self is a machine")
  func enumSelf() throws {
    try expectTransitions(
      """
      enum Light {
        case red, green
        mutating func next() {
          switch self {
          case .red: self = .green
          case .green: self = .red
          }
        }
      }
      """,
      ["red next green", "green next red"])
  }

  @Test("a method that takes an event enum reacts to its cases")
  func eventEnum() throws {
    try expectTransitions(
      """
      struct Door {
        enum State { case open, shut }
        enum Event { case push, pull }
        var state = State.open
        mutating func handle(_ event: Event) {
          switch (state, event) {
          case (.open, .push): state = .shut
          case (.shut, .pull): state = .open
          default: break
          }
        }
      }
      """,
      ["open push shut", "open pull ignored", "shut push ignored", "shut pull open"])
  }

  @Test("a target that the source does not tell is unresolved, and listed")
  func unknownTarget() throws {
    let door = try machine(
      """
      struct Door {
        enum State { case open, shut }
        var state = State.open
        mutating func restore(_ saved: State) {
          switch state {
          case .open: state = saved
          case .shut: break
          }
        }
      }
      """)
    #expect(door.transitions.map(describe) == ["open restore ?", "shut restore ignored"])
    #expect(door.transitions[0].certainty == .unresolved)
    #expect(door.unresolved.map(\.location.line) == [6])
  }

  @Test("errors that are thrown are kept, after a write as a move")
  func thrownErrors() throws {
    try expectTransitions(
      """
      struct Door {
        enum State { case open, shut, broken }
        var state = State.open
        mutating func slam() throws {
          switch state {
          case .open:
            state = .broken
            throw Failure()
          case .shut: throw Failure()
          case .broken: return
          }
        }
      }
      """,
      ["open slam broken", "shut slam throws", "broken slam ignored"])
  }

  @Test("both branches of #if are transitions with the condition in the guard")
  func conditionalCompilation() throws {
    try expectTransitions(
      """
      struct Door {
        enum State { case open, shut, locked }
        var state = State.open
        mutating func close() {
          guard case .open = state else { return }
          #if os(Linux)
          state = .shut
          #else
          state = .locked
          #endif
        }
      }
      """,
      [
        "open close[#if os(Linux)] shut", "open close[!(#if os(Linux))] locked",
        "shut close ignored", "locked close ignored",
      ])
  }

  @Test("a condition that fails tells nothing of its parts")
  func failedConjunctions() throws {
    try expectTransitions(
      """
      struct Door {
        enum State { case open, shut, locked }
        var state = State.open
        mutating func push(_ soft: Bool, _ key: Bool) {
          guard case .open = state else { return }
          if soft && key { state = .shut } else if soft && slow { state = .locked }
        }
      }
      """,
      [
        "open push[soft && key] shut", "open push[!(soft && key) && soft && slow] locked",
        "open push[!(soft && key) && !(soft && slow)] ignored", "shut push ignored",
        "locked push ignored",
      ])
  }

  @Test("a callback is an event of its own, which comes in the states that are met meanwhile")
  func callbacks() throws {
    try expectTransitions(
      """
      final class Connector {
        enum State { case idle, connecting, ready }
        private var state: State = .idle
        func connect() {
          guard case .idle = state else { return }
          self.state = .connecting
          socket.connect().whenComplete { _ in
            if case .connecting = self.state { self.state = .ready }
          }
        }
      }
      """,
      [
        "idle connect/socket.connect connecting", "connecting connect ignored",
        "ready connect ignored", "connecting connect#socket.connect ready",
      ])
  }

  @Test("two state variables of one type are two machines")
  func twoVariables() throws {
    let found = extract(
      """
      final class Handler {
        enum Phase { case idle, busy }
        enum Life { case new, active, closed }
        private var phase = Phase.idle
        private var life = Life.new
        func open() { if life == .new { life = .active } }
        func close() { if life == .active { life = .closed } }
        func start() { if phase == .idle { phase = .busy } }
      }
      """)
    #expect(found.machines.map(\.id) == ["App.Handler", "App.Handler.life"])
    #expect(found.machines.map(\.events.count) == [1, 2])
  }

  @Test("a type whose handlers never change the state is explained, not drawn")
  func noTransitions() {
    let found = extract(
      """
      struct Reader {
        enum State { case one(Int), two(Int) }
        var state: State
        mutating func next() {
          switch state {
          case .one(var n): n += 1; state = .one(n)
          case .two(var n): n += 1; state = .two(n)
          }
        }
      }
      """)
    #expect(found.machines.isEmpty)
    #expect(found.diagnostics.map(\.id) == ["no-transitions"])
  }

  @Test("a loop gives its moves and the row where it does not run")
  func loops() throws {
    try expectTransitions(
      """
      struct Door {
        enum State { case open, shut }
        var state = State.open
        mutating func drain(_ items: [Int]) {
          guard case .open = state else { return }
          for item in items where item > 0 { state = .shut }
        }
      }
      """,
      ["open drain ignored", "open drain[item > 0] shut", "shut drain ignored"])
  }

  @Test("an `#if` around what changes nothing is no condition")
  func idleConditionalCode() throws {
    try expectTransitions(
      """
      struct Door {
        enum State { case open, shut }
        private var state = State.open
        mutating func shut() {
          #if DEBUG
            print(state)
          #endif
          if case .open = state { state = .shut }
        }
      }
      """,
      ["open shut shut", "shut shut ignored"])
  }

  @Test("a state that one handler passes through is one where another takes apart what it carries")
  func statesPassedThrough() throws {
    let source = { (clause: String) in
      """
      final class Pool {
        enum State { case open(Pointer), closing(Pointer), closed }
        private var state: State
        init(_ pool: Pointer) { state = .open(pool) }
        func close() {
          guard case .open(let pool) = state else { return }
          state = .closing(pool)
          while count > 0 { lock.wait() }
          state = .closed
        }
        func checkIn() {
          switch state {
          case .open(let pool): push(pool)
          \(clause)
          case .closed: break
          }
        }
      }
      """
    }
    let states = { (clause: String) in try machine(source(clause)).states.map(\.name) }
    #expect(try states("case .closing(let pool): push(pool)") == ["open", "closing", "closed"])
    #expect(try states("case .closing: preconditionFailure()") == ["open", "closed"])
  }
}
