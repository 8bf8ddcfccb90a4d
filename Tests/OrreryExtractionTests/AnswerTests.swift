import OrreryExtraction
import OrreryModel
import Testing

@Suite("What helpers answer, and how the guard words it") struct AnswerTests {
  @Test("a struct that is handed the case for nothing asks for nothing; else for what it is handed")
  func made() throws {
    let found = try machine(
      """
      struct Writer {
        enum State { case idle, writing, failed }
        struct Result {
          enum Action { case nothing, write(Int) }
          let action: Action
          let callRead: Bool
        }
        private var state: State = .idle
        mutating func read(_ n: Int) -> Result {
          switch state {
          case .idle:
            state = .writing
            return .init(action: .write(n), callRead: false)
          case .writing: return Result(action: .nothing, callRead: false)
          case .failed: return Result(action: .nothing, callRead: true)
          }
        }
      }
      """
    ).transitions.map(describe)
    #expect(
      found == ["idle read/.write writing", "writing read ignored", "failed read/Result failed"])
  }

  @Test("a returned tuple takes the labels of the function's return type")
  func labels() throws {
    try expectTransitions(
      """
      struct Sniffer {
        enum State { case idle, partial, full }
        private var state: State = .idle
        mutating func read(_ data: Int) {
          guard case .idle = state else { return }
          let next = Self.parse(data)
          state = next.nextState
        }
        private static func parse(_ data: Int) -> (nextState: State, rest: Int?) {
          if data > 8 { return (.full, data) }
          return (State.partial, nil)
        }
      }
      """,
      [
        "idle read[data > 8] full", "idle read[!(data > 8)] partial", "partial read ignored",
        "full read ignored",
      ])
  }

  @Test("an error that a helper hands on is told once, by the helper's call")
  func helpersErrors() throws {
    try expectTransitions(
      """
      struct Reader {
        enum State { case idle, done, failed }
        var state: State = .idle
        var decoder: Decoder
        mutating func read() {
          guard case .idle = state else { return }
          do {
            try decode()
            state = .done
          } catch {
            state = .failed
          }
        }
        private mutating func decode() throws {
          let frame = try decoder.decode()
          try check(frame)
          if case .idle = state { log(frame) }
        }
      }
      """,
      [
        "idle read done", "idle read[decode() throws] failed", "done read ignored",
        "failed read ignored",
      ])
  }

  @Test("an error after a helper's write is worded by the call in the helper")
  func errorsAfterWrites() throws {
    let rows = try machine(
      """
      struct Reader {
        enum State { case idle, busy, failed }
        var state: State = .idle
        mutating func read() {
          guard case .idle = state else { return }
          do { try start() } catch { state = .failed }
        }
        private mutating func start() throws {
          try prepare()
          state = .busy
          try run()
        }
      }
      """
    ).transitions.filter { $0.from == "idle" }.map(describe)
    #expect(
      rows == [
        "idle read busy", "idle read[start() throws] failed", "idle read[run() throws] failed",
      ])
  }

  @Test("a closure without `try` throws nothing where a helper tries it")
  func closures() throws {
    try expectTransitions(
      """
      struct Pool {
        enum State { case opening, open, failed }
        var state: State = .opening
        private mutating func use<T>(_ body: (Int) throws -> T) {
          do {
            _ = try body(1)
            state = .open
          } catch { state = .failed }
        }
        mutating func take() { use { $0 + 1 } }
        mutating func tryTake() { use { n in
          guard isFree(n) else { throw PoolError.empty }
          return n
        } }
      }
      """,
      [
        "opening take open", "open take ignored", "failed take open",
        "opening tryTake[isFree(n)] open", "opening tryTake[!(isFree(n))] failed",
        "open tryTake[isFree(n)] ignored", "open tryTake[!(isFree(n))] failed",
        "failed tryTake[isFree(n)] open", "failed tryTake[!(isFree(n))] ignored",
      ])
  }

  @Test("a question that more than the state decides is the condition itself")
  func questions() throws {
    try expectTransitions(
      """
      struct Player {
        enum State { case idle, playing, done }
        var state: State = .idle
        mutating func play(_ track: Track) {
          if mayPlay(state, track) { state = .playing }
        }
        private func mayPlay(_ state: State, _ track: Track) -> Bool {
          switch state {
          case .idle:
            if track.isLocal { return true }
            if track.isCached { return true }
            return false
          case .playing: return false
          case .done: return true
          }
        }
      }
      """,
      [
        "idle play[mayPlay(state, track)] playing", "idle play[!(mayPlay(state, track))] ignored",
        "playing play ignored", "done play playing",
      ])
  }

  @Test("a computed property with conditions of its own is the condition itself")
  func properties() throws {
    try expectTransitions(
      """
      enum Pages {
        enum State {
          case idle, loading, loaded(page: Int)
          var hasPrevious: Bool {
            switch self {
            case .loaded(let page) where page == 0: return false
            default: return true
            }
          }
        }
        enum Event { case previous }
        static func reduce(state: State, event: Event) -> State {
          switch (state, event) {
          case (.loaded, .previous) where state.hasPrevious: return .loading
          default: return state
          }
        }
      }
      """,
      [
        "idle previous ignored", "loading previous ignored",
        "loaded previous[state.hasPrevious] loading",
        "loaded previous[!(state.hasPrevious)] ignored",
      ])
  }

  @Test("a value that is declared as present is, where a helper asks")
  func presentValues() throws {
    try expectTransitions(
      """
      enum Crawler {
        enum State { case idle, busy, done }
        enum Event { case visit(URL), maybe(URL?), none }
        static func reduce(state: State, event: Event) -> State {
          func next(_ url: URL?) -> State {
            if let url { return .busy }
            return .done
          }
          switch (state, event) {
          case (.idle, .visit(let url)): return next(url)
          case (.idle, .maybe(let url)): return next(url)
          default: return state
          }
        }
      }
      """,
      [
        "idle visit busy", "idle maybe[let url] busy", "idle maybe[!(let url)] done",
        "idle none ignored", "busy visit ignored", "busy maybe ignored", "busy none ignored",
        "done visit ignored", "done maybe ignored", "done none ignored",
      ])
  }

  @Test("the only clause of a switch is no condition, and `#available` is said once")
  func plainConditions() throws {
    try expectTransitions(
      """
      struct Flow {
        enum State { case blocked(Reason), open }
        var state: State = .blocked(.unknown)
        mutating func finish() {
          guard case .blocked(let reason) = state else { return }
          switch reason {
          case .wrongCode, .tooMany:
            if #available(macOS 14, *) { state = .open }
          }
        }
      }
      """,
      [
        "blocked finish[#available(macOS 14, *)] open",
        "blocked finish[!(#available(macOS 14, *))] ignored", "open finish ignored",
      ])
  }

  @Test("an associated value may be absent where another name hides its optional")
  func aliases() throws {
    try expectTransitions(
      """
      typealias Code = Int?
      enum Event { case done(Code) }
      struct Reader {
        enum State { case idle, some, none }
        private var state = State.idle
        mutating func handle(_ event: Event) {
          guard case .idle = state else { return }
          switch event {
          case .done(let code): if let code { state = .some } else { state = .none }
          }
        }
      }
      """,
      [
        "idle done[let code] some", "idle done[!(let code)] none", "some done ignored",
        "none done ignored",
      ])
  }

  @Test("what an `else` assigns to a variable that the `if` hides is kept")
  func hiddenVariables() throws {
    try expectTransitions(
      """
      struct Chooser {
        enum State { case idle, busy }
        private var state = State.busy
        mutating func go(_ v: Int?) {
          var next = State.idle
          if let next = v { use(next) } else { next = .busy }
          state = next
        }
        mutating func stop() { if state == .busy { state = .idle } }
      }
      """,
      [
        "idle go[let next = v] ignored", "idle go[!(let next = v)] busy",
        "busy go[let next = v] idle", "busy go[!(let next = v)] ignored", "idle stop ignored",
        "busy stop idle",
      ])
  }

  @Test(
    "a struct with the state, as a method's answer, tells what was done, unless called an effect",
    arguments: [("Change", "ignored"), ("DoorEffect", "shut")])
  func reports(name: String, target: String) throws {
    let found = try machine(
      """
      struct Door {
        enum State { case open, shut }
        struct \(name) { let from: State; let to: State }
        private(set) var state = State.shut
        mutating func push(_ isHard: Bool) -> \(name) {
          let from = state
          if isHard { state = .open }
          return \(name)(from: from, to: state)
        }
        mutating func close() { state = .shut }
      }
      """)
    let push = found.transitions.first { $0.from == "shut" && $0.guard == "!(isHard)" }
    #expect(push.map(describe)?.hasSuffix(target) == true)
  }

  @Test("a struct that asks for something beside what it tells is an effect")
  func asking() throws {
    let found = try machine(
      """
      struct Model {
        enum Mode { case idle, busy }
        enum Command { case start, stop }
        struct Output { let mode: Mode; let commands: [Command] }
        private(set) var mode = Mode.idle
        mutating func begin() -> Output { mode = .busy; return Output(mode: mode, commands: [.start]) }
        mutating func end() -> Output { mode = .idle; return Output(mode: mode, commands: [.stop]) }
      }
      """)
    #expect(found.transitions.first.map(describe) == "idle begin/Output busy")
  }
}
