import OrreryExtraction
import OrreryModel
import Testing

@Suite("Which properties are states") struct RecognitionTests {
  @Test(
    "a lock box holds the state that its closures are handed",
    arguments: [
      ("private let state = Mutex(State.shut)", "state.withLock"),
      ("private let state: NIOLockedValueBox<State> = .init(.shut)", "self.state.withLockedValue"),
      ("private let state = OSAllocatedUnfairLock(initialState: State.shut)", "state.withLock"),
      ("private let state: ManagedCriticalState<State>", "state.withCriticalRegion"),
      ("private let state: Protected<State> = .init(.shut)", "state.write"),
      ("@Locked private var state = State.shut", "$state.withLock"),
    ])
  func boxes(property: String, call: String) throws {
    let source = """
      final class Door {
        enum State { case shut, ajar(Int), open }
        enum Action { case ring, none }
        \(property)
        init() { self.state = .init(.shut) }
        func push() -> Action {
          let action: Action = \(call) { state in
            switch state {
            case .shut:
              state = .ajar(1)
              return .ring
            case .ajar, .open: return .none
            }
          }
          switch action {
          case .ring: return .ring
          case .none: return .none
          }
        }
        func free() { \(call) { $0 = .open } }
      }
      """
    try expectTransitions(
      source,
      [
        "shut push/.ring ajar", "ajar push ignored", "open push ignored", "shut free open",
        "ajar free open", "open free ignored",
      ])
    #expect(try machine(source).initial == "shut")
    #expect(extract(source).diagnostics.isEmpty)
  }

  @Test("what is no box holds no state: neither a list nor what only passes a value on")
  func noBoxes() {
    let found = extract(
      """
      final class Client {
        enum Answer { case joined, refused }
        private let completer = Completer<Answer>(label: "answer")
        private var answers: Set<Answer> = []
        func join() { completer.resume(returning: .joined) }
        func refuse() { completer.resume(returning: .refused) }
        func isRefused() -> Bool { answers.contains { $0 == .refused } }
      }
      """)
    #expect(found.machines.isEmpty)
  }

  @Test("the state may be a property of a struct, in a box or not")
  func members() throws {
    let rows = [
      "idle run busy", "busy run ignored", "done run ignored", "idle end ignored",
      "busy end done", "done end ignored",
    ]
    try expectTransitions(
      """
      final class Screen {
        enum Phase { case idle, busy, done }
        struct Model { var phase: Phase = .idle; var count = 0 }
        private var model = Model()
        func run() { if model.phase == .idle { model.phase = .busy } }
        func end() {
          guard case .busy = self.model.phase else { return }
          self.model.phase = .done
        }
      }
      """, rows)
    try expectTransitions(
      """
      final class Job {
        enum Phase { case idle, busy, done }
        private struct Model { var phase: Phase = .idle; var count = 0 }
        private let model = Mutex(Model())
        func run() { model.withLock { model in if model.phase == .idle { model.phase = .busy } } }
        func end() {
          model.withLock {
            guard case .busy = $0.phase else { return }
            $0.phase = .done
          }
        }
      }
      """, rows)
  }

  @Test("a computed property stands for the one that its accessors read and store to")
  func synonyms() throws {
    let source = """
      final class Player {
        enum State: String { case off, on, failed }
        private var _state: State = .off
        var state: State {
          get { lock.withLock { _state } }
          set { lock.withLock { if _state != newValue { _state = newValue } } }
        }
        func start() { if state != .failed { state = .on } }
        func fail() { state = .failed }
      }
      """
    try expectTransitions(
      source,
      [
        "off start on", "on start ignored", "failed start ignored", "off fail failed",
        "on fail failed", "failed fail ignored",
      ])
    #expect(try machine(source).initial == "off")
    #expect(extract(source).diagnostics.isEmpty)
  }

  @Test("a property that is only written is a state where it is given several cases")
  func writtenOnly() throws {
    try expectTransitions(
      """
      final class Agent: ObservableObject {
        enum State { case off, on, failed(Error) }
        @Published private(set) var state: State = .off
        func start() { state = .on }
        func stop() { state = .off }
        func fail(_ error: Error) { set(.failed(error)) }
        private func set(_ new: State) { state = new }
      }
      """,
      [
        "off start on", "on start ignored", "failed start on", "off stop ignored",
        "on stop off", "failed stop off", "off fail failed", "on fail failed",
        "failed fail failed",
      ])
    let setting = extract(
      """
      final class Settings {
        enum Theme { case light, dark }
        var theme: Theme = .light
        func reset() { theme = .light }
        func choose(_ new: Theme) { theme = new }
      }
      """)
    #expect(setting.machines.isEmpty)
  }

  @Test("what is named like a state and is none is explained")
  func explained() {
    let found = extract(
      """
      final class Light {
        enum State { case on, off }
        var state = State.on
        func reset() { state = .on }
      }
      final class Lamp {
        enum Status { case on, off }
        var status = Status.on
      }
      struct Order {
        enum Status { case open, paid }
        var status: Status
      }
      """)
    #expect(found.machines.isEmpty)
    #expect(
      found.diagnostics.map(\.message) == [
        "'Light.state' is no machine: the methods of 'Light' never test it and never set a second "
          + "case",
        "'Lamp.status' is no machine: no method of 'Lamp' assigns it, and what others do "
          + "to it is not followed",
        "'Order.Status' belongs to no machine: no type that stores it changes it itself, and what "
          + "others change through one is not followed",
      ])
  }

  @Test("a method of the state that answers a question is a test of it")
  func questions() throws {
    try expectTransitions(
      """
      final class Stream {
        enum State {
          case idle, running, closed
          func canBecome(_ next: State) -> Bool {
            switch (self, next) {
            case (.idle, .running), (.running, .closed): true
            default: false
            }
          }
        }
        private var state = State.idle
        func resume() {
          guard state.canBecome(.running) else { return }
          state = .running
        }
      }
      """,
      ["idle resume running", "running resume ignored", "closed resume ignored"])
  }

  @Test("an enum with several mutating methods is the machine, not the type that keeps it")
  func enumMachine() throws {
    let channel = try machine(
      """
      final class Channel {
        enum State {
          case idle, active, closed
          mutating func activate() {
            switch self {
            case .idle: self = .active
            case .active, .closed: preconditionFailure()
            }
          }
          mutating func close() { self = .closed }
        }
        private var state = State.idle
        func start() { state.activate() }
        func stop() { state.close() }
        var isOpen: Bool { if case .closed = state { false } else { true } }
      }
      """)
    #expect(channel.id == "App.Channel.State")
    #expect(channel.initial == "idle")
    #expect(
      channel.transitions.map(describe) == [
        "idle activate active", "active activate trap", "closed activate trap",
        "idle close closed", "active close closed", "closed close ignored",
      ])
  }

  @Test("an initializer that only the type itself calls does not decide where it starts")
  func privateInitializer() throws {
    let keeper = try machine(
      """
      struct Keeper {
        enum State { case idle, busy }
        private var state: State
        init() { self.state = .idle }
        private init(_ state: State) { self.state = state }
        mutating func toggle() {
          switch state {
          case .idle: state = .busy
          case .busy: state = .idle
          }
        }
      }
      """)
    #expect(keeper.initial == "idle")
  }

  @Test("a file that a tool wrote is passed over, and the extract says so")
  func generated() {
    let found = extract(
      """
      // DO NOT EDIT.
      struct Door {
        enum State { case open, shut }
        var state = State.open
        mutating func shut() { if state == .open { state = .shut } }
      }
      """)
    #expect(found.machines.isEmpty)
    #expect(found.diagnostics.map(\.id) == ["generated-file"])
  }
}

@Suite("Which methods are events") struct EventMethodTests {
  @Test("a method that changes nothing and returns an action is an event")
  func answersAction() throws {
    try expectTransitions(
      """
      struct Channel {
        enum State { case open, shut }
        enum ReadAction { case forward, drop }
        private var state = State.open
        mutating func shut() { state = .shut }
        func read() -> ReadAction {
          switch state {
          case .open: return .forward
          case .shut: return .drop
          }
        }
        func isOpen() -> Bool { if case .open = state { true } else { false } }
        var name: String { switch state { case .open: "open"; case .shut: "shut" } }
      }
      """,
      [
        "open shut shut", "shut shut ignored", "open read/.forward open", "shut read/.drop shut",
      ])
  }

  @Test("a sibling that returns the same action is an event, though it looks at no state")
  func blindSibling() throws {
    try expectTransitions(
      """
      struct Query {
        enum State { case idle, sent }
        enum Action { case send, read, wait }
        private var state = State.idle
        mutating func start() -> Action {
          guard case .idle = state else { return .wait }
          state = .sent
          return .send
        }
        mutating func readCaught() -> Action { .read }
        mutating func reset() -> Int { 1 }
      }
      """,
      [
        "idle start/.send sent", "sent start/.wait sent", "idle readCaught/.read idle",
        "sent readCaught/.read sent",
      ])
  }

  @Test("a state that only exists while a handler runs is none, whatever overwrites any state")
  func temporaryState() throws {
    let buffer = try machine(
      """
      struct Buffer {
        enum State { case modifying, filling([Int]), shut }
        private var state = State.filling([])
        mutating func add(_ item: Int) {
          guard case .filling(var items) = state else { return }
          state = .modifying
          items.append(item)
          state = .filling(items)
        }
        mutating func close() { state = .shut }
      }
      """)
    #expect(buffer.states.map(\.name) == ["filling", "shut"])
    #expect(
      buffer.transitions.map(describe) == [
        "filling add filling", "shut add ignored", "filling close shut", "shut close ignored",
      ])
  }

  @Test("a helper is no event where it is private")
  func helpers() throws {
    let pool = try machine(
      """
      struct Pool {
        enum State { case idle, busy, shut }
        private var state = State.idle
        mutating func lease() { modify(.busy) }
        mutating func shut() { modify(.shut) }
        private mutating func modify(_ next: State) { if state != .shut { state = next } }
      }
      final class Owner {
        var pool = Pool()
        func start() { pool.lease() }
      }
      """)
    #expect(pool.events.map(\.name) == ["lease", "shut"])
  }

  @Test("the cases of a parameter are events only where the method hands events on")
  func dispatchers() throws {
    func events(of method: String) throws -> [String] {
      try machine(
        """
        struct Topology {
          enum State { case idle, ready, failed }
          enum Input { case primary, replica }
          private var state = State.idle
          mutating func \(method)(_ value: Input) {
            switch value {
            case .primary: state = .ready
            case .replica: state = .failed
            }
          }
        }
        """
      ).events.map(\.name)
    }
    #expect(try events(of: "handle") == ["primary", "replica"])
    #expect(try events(of: "refreshSucceeded") == ["refreshSucceeded"])
  }

  @Test("the patterns name events that are types of their own")
  func eventTypes() throws {
    try expectTransitions(
      """
      enum Login {
        case out, busy, inside
        mutating func reduce(_ action: AnyAction) {
          switch action.value {
          case is Actions.Start: self = .busy
          case let done as Finished where self == .busy: self = done.state
          default: break
          }
        }
      }
      """,
      [
        "out Start busy", "out Finished ignored", "busy Start ignored", "busy Finished ?",
        "inside Start busy", "inside Finished ignored",
      ])
  }

  @Test("an overload that the type calls leaves the one that others call an event")
  func overloads() throws {
    let log = try machine(
      """
      final class Log {
        enum State { case shut, open }
        private var state = State.shut
        func write(_ text: String) { append(text) }
        private func append(_ text: String) {
          if state == .shut { state = .open }
          write(text, to: 1)
        }
        private func write(_ text: String, to file: Int) {}
      }
      """)
    #expect(log.events.map(\.name) == ["write"])
  }

  @Test("a list of cases that holds the state decides a condition")
  func listedCases() throws {
    try expectTransitions(
      """
      final class Player {
        enum State { case idle, playing, paused }
        private var state = State.idle
        func play() {
          guard [.idle, .paused].contains(state) else { return }
          state = .playing
        }
      }
      """,
      ["idle play playing", "playing play ignored", "paused play playing"])
  }

  @Test("a payload that is changed two levels down is written")
  func deepPayload() throws {
    try expectTransitions(
      """
      struct Client {
        struct Wait { var timer = Timer() }
        enum State { case waiting(Wait), done }
        private var state = State.waiting(Wait())
        mutating func set(_ token: Int) {
          switch state {
          case .waiting(var wait):
            wait.timer.token = token
            state = .waiting(wait)
          case .done: break
          }
        }
        mutating func end() { state = .done }
      }
      """,
      [
        "waiting set waiting", "done set ignored", "waiting end done", "done end ignored",
      ])
  }

  @Test("a state whose next one it is asked for itself is one")
  func nextCase() throws {
    try expectTransitions(
      """
      enum Light {
        case red, green, amber
        var next: Light {
          switch self {
          case .red: return .green
          case .green: return .amber
          case .amber: return .red
          }
        }
      }
      final class Crossing {
        private var light = Light.red
        func tick() { light = light.next }
      }
      """,
      ["red tick green", "green tick amber", "amber tick red"])
  }
}
