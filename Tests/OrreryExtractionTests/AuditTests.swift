import OrreryExtraction
import OrreryModel
import Testing

@Suite("The audit") struct AuditTests {
  private func audit(_ source: String) -> Audit {
    audit([SourceText(module: "App", path: "Sources/App/File.swift", text: source)])
  }

  private func audit(_ files: [SourceText]) -> Audit {
    Audit(files, extract: Extractor().extract(files))
  }

  @Test("a write of a reducer of another type is told by the feature whose body names it")
  func partOfAnother() {
    let audit = audit(
      """
      @Reducer struct Game {
        struct State { var phase = Phase.playing; var isPaused = false }
        enum Phase { case playing, over }
        enum Action { case tapped, lost }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .tapped: state.isPaused.toggle(); return .none
            case .lost: state.isPaused = false; return .none
            }
          }
          GameOverLogic()
        }
      }
      struct GameOverLogic: Reducer {
        var body: some ReducerOf<Game> {
          Reduce { state, action in
            switch action {
            case .lost: state.phase = .over; return .none
            default: return .none
            }
          }
        }
      }
      """)
    #expect(audit.count(.write) == 3)
    #expect(audit.count(.write, .row) == 3)
  }

  @Test("every write and every end of a handler is told by a row")
  func everythingTold() {
    let audit = audit(
      """
      struct Door {
        enum State { case open, shut }
        private var state = State.open
        init(isOpen: Bool) { self.state = isOpen ? .open : .shut }
        mutating func push(_ force: Int) -> Bool? {
          switch self.state {
          case .open where force > 3:
            self.state = .shut
            return true
          case .open: return nil
          case .shut: preconditionFailure("shut")
          }
        }
        mutating func pull() {
          if state == .shut { swing() }
        }
        private mutating func swing() { state = .open }
      }
      """)
    #expect(audit.count(.write) == 2)
    #expect(audit.count(.write, .row) == 2)
    #expect(audit.count(.exit) == 5)
    // What ends with a call of a helper is told where that changes the state.
    #expect(audit.count(.exit, .row) == 3)
    #expect(audit.count(.exit, .joined) == 2)
    #expect(audit.machines.map(\.id) == ["App.Door"])
  }

  @Test("a feature to which no event can come is no machine")
  func noEvent() {
    let audit = audit(
      """
      @Reducer struct Details {
        struct State { var name = "" }
        enum Action {}
        var body: some ReducerOf<Self> {
          Reduce { state, action in return .none }
        }
      }
      """)
    #expect(audit.count(.exit, .missing) == 0)
    #expect(audit.machines.isEmpty)
  }

  @Test("what is found is told by the function that it stands in, and each machine by its sign")
  func places() {
    let audit = audit(
      """
      struct Door {
        enum State { case open, shut }
        private var state = State.open
        mutating func push() { if state == .open { state = .shut } }
        mutating func pull() { if state == .shut { swing() } }
        private mutating func swing() { state = .open }
      }
      """)
    #expect(
      audit.machines.flatMap(\.findings).map { "\($0.place) \($0.kind)" } == [
        "push exit", "push write", "push exit", "pull exit", "pull exit", "swing write",
      ])
    #expect(
      audit.machines.map(\.sign) == [
        "its methods test and write the property `state`, which is a `State`"
      ])
  }

  @Test("a write that stands outside of what handlers run is listed as unresolved")
  func outside() {
    let source = """
      final class Door {
        enum State { case open, shut }
        private var state = State.open
        func push() { if state == .open { state = .shut } }
        subscript(key: Int) -> Int {
          get { key }
          set { state = .open }
        }
      }
      """
    #expect(audit(source).count(.write, .unresolved) == 1)
    #expect(
      extract(source).machines.flatMap(\.unresolved).map { "\($0.location.line) \($0.reason)" } == [
        "7 'state = .open' changes the state, but no transition shows it: it stands in an accessor"
      ])
  }

  @Test(
    "a write by another type is listed as unresolved, though the machine has a method of that name")
  func foreignNamesake() throws {
    let files = [
      SourceText(
        module: "App", path: "Sources/App/File.swift",
        text: """
          final class Tunnel {
            enum Status { case idle, waiting, active }
            var status = Status.idle
            func handle() {
              switch status {
              case .idle: start()
              case .waiting, .active: status = .idle
              }
            }
            private func start() { status = .active }
          }
          final class Tunnels {
            func start(of tunnel: Tunnel) { tunnel.status = .waiting }
          }
          """)
    ]
    let machine = try #require(Extractor().extract(files).machines.first)
    #expect(
      machine.unresolved.map(\.reason) == [
        "'tunnel.status = .waiting' changes the state, but no transition shows it: "
          + "'start' is a method of another type"
      ])
    #expect(audit(files).count(.write, .missing) == 0)
  }

  @Test("a way that only its kind tells from one that starts a task is joined with it")
  func startedOrNot() {
    let audit = audit(
      """
      final class Pool {
        enum State { case idle, running }
        private var state = State.idle
        var count = 3
        func start() {
          guard state == .idle else { return }
          for _ in 0..<count {
            spawn { self.run() }
          }
          print("started")
        }
        private func run() { state = .running }
      }
      """)
    #expect(audit.count(.exit, .missing) == 0)
    #expect(audit.count(.exit) == 3)
  }

  @Test("a branch that no state comes to is ruled out, and a note of the extract")
  func ruledOut() {
    let source = """
      struct Door {
        enum State { case open, shut, broken }
        private var state = State.open
        mutating func push() {
          guard state != .broken else { return }
          switch state {
          case .open: state = .shut
          case .shut: state = .open
          case .broken:
            state = .shut
            return
          }
        }
      }
      """
    let audit = audit(source)
    #expect(audit.count(.write, .ruledOut) == 1)
    #expect(audit.count(.exit, .ruledOut) == 1)
    #expect(audit.machines.flatMap(\.missing) == [])
    let notes = extract(source).diagnostics.filter { $0.id == "unreachable" }
    #expect(notes.map(\.location.line) == [10, 11])
    #expect(notes.allSatisfy { $0.severity == .note })
  }

  @Test("a statement in which something waits ends the handler where its other branches leave")
  func waitingStatement() {
    let source = """
      @MainActor final class Model {
        enum State { case idle, done, failed }
        private(set) var state: State = .idle
        func load() async throws {
          do {
            try await api.load()
            state = .done
          } catch {
            state = .failed
            throw error
          }
        }
      }
      """
    let audit = audit(source)
    #expect(audit.count(.exit, .ruledOut) == 0)
    #expect(audit.count(.exit) == 2)
    #expect(extract(source).diagnostics.filter { $0.id == "unreachable" } == [])
  }

  @Test("nothing is ruled out where the walk was cut, or where a pattern names no case of the type")
  func unproven() {
    let repeated = """
      struct Door {
        enum State { case a, b, c, d, e, f }
        private var state = State.a
        mutating func push(_ times: Int) {
          guard state == .a else { return }
          for _ in 0..<times {
            switch state {
            case .a: state = .b
            case .b: state = .c
            case .c: state = .d
            case .d: state = .e
            case .e: state = .f
            case .f: return
            }
          }
        }
      }
      """
    #expect(audit(repeated).count(.exit, .ruledOut) == 0)
    let mistaken = """
      struct Door {
        enum State { case open, shut }
        private var state = State.open
        mutating func push() {
          switch state {
          case .open: state = .shut
          case .ajar: state = .open
          default: break
          }
        }
      }
      """
    #expect(audit(mistaken).count(.write, .ruledOut) == 0)
    #expect(audit(mistaken).count(.write, .unresolved) == 1)
  }

  @Test("ends at which nothing more is told are joined with the row of the others")
  func joined() {
    let audit = audit(
      """
      struct Door {
        enum State { case open, shut }
        private var state = State.open
        mutating func push(_ force: Int) {
          guard state == .open else { return }
          switch force {
          case 1: print("one")
          case 2: print("two")
          default: break
          }
        }
        mutating func pull() { state = state == .open ? .shut : .open }
      }
      """)
    #expect(audit.count(.exit, .joined) == 2)
    #expect(audit.machines.flatMap(\.missing) == [])
  }

  @Test("what a deferred block writes again is overwritten")
  func deferred() {
    let audit = audit(
      """
      struct Coder {
        enum State { case idle, busy, closed }
        private var state = State.idle
        mutating func encode() throws {
          guard state != .closed else { return }
          defer { state = .idle }
          state = .busy
          try write()
        }
        mutating func close() { if state == .idle { state = .closed } }
      }
      """)
    #expect(audit.count(.write, .overwritten) == 1)
    #expect(audit.machines.flatMap(\.missing) == [])
  }

  @Test("a temporary state is told apart, and so is a write that another one follows")
  func temporary() {
    let audit = audit(
      """
      struct Door {
        enum State { case open(Int), shut, modifying }
        var state = State.shut
        mutating func push() {
          switch state {
          case .open(let width):
            state = .modifying
            state = .open(width + 1)
          case .shut: state = .open(1)
          case .modifying: fatalError()
          }
        }
      }
      """)
    #expect(audit.count(.write, .overwritten) == 1)
    #expect(audit.count(.write, .row) == 2)
    #expect(audit.count(.exit, .temporary) == 1)
    #expect(audit.machines.flatMap(\.missing) == [])
  }

  @Test("a local variable or a parameter of the same name is not the state")
  func shadows() {
    let audit = audit(
      """
      struct Door {
        enum State { case open, shut }
        var state = State.shut
        mutating func push() { if state == .shut { state = .open } }
        func copy() -> State {
          var state = state
          state = .shut
          return state
        }
      }
      """)
    #expect(audit.count(.write) == 1)
  }

  @Test("the properties of a struct state are counted one by one")
  func properties() {
    let audit = audit(
      """
      @Reducer struct Lamp {
        struct State { var isOn = false; var count = 0; var log: [Int] = [] }
        enum Action { case tap, reset }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .tap:
              state.isOn.toggle()
              state.count += 1
              return .none
            case .reset:
              state.log.removeAll()
              return .none
            }
          }
        }
      }
      """)
    #expect(audit.count(.write) == 3)
    #expect(audit.count(.write, .row) == 3)
    // The row of an action is placed at its first write.
    #expect(audit.count(.exit, .joined) == 2)
  }

  @Test("a subject that publishes the state is written by what it sends")
  func subjects() {
    let audit = audit(
      """
      final class Lamp {
        enum State { case on, off }
        let subject: ConcurrentValueSubject<State, Never> = .init(.off)
        func tap() { if subject.value == .off { subject.send(.on) } }
      }
      """)
    #expect(audit.count(.write, .missing) == 0)
    #expect(audit.count(.write) == (audit.machines.isEmpty ? 0 : 1))
  }

  @Test("no row can be taken away unnoticed")
  func sensitivity() {
    let source = """
      struct Door {
        enum State { case open, shut, broken }
        private var state = State.open
        mutating func push(_ force: Int) -> Bool? {
          switch self.state {
          case .open where force > 3:
            self.state = .shut
            return true
          case .open:
            return nil
          case .shut:
            guard force < 9 else {
              self.state = .broken
              return false
            }
            self.state = .open
            return true
          case .broken:
            preconditionFailure("broken")
          }
        }
      }
      """
    let files = [SourceText(module: "App", path: "File.swift", text: source)]
    let whole = Extractor().extract(files)
    #expect(Audit(files, extract: whole).machines.flatMap(\.missing) == [])
    let lines = Set(whole.machines.flatMap { $0.transitions.map(\.location.line) })
    #expect(lines.count >= 5)
    for line in lines.sorted() {
      var less = whole
      less.machines[0].transitions.removeAll { $0.location.line == line }
      #expect(
        !Audit(files, extract: less).machines.flatMap(\.missing).isEmpty, "without line \(line)")
    }
  }
}
