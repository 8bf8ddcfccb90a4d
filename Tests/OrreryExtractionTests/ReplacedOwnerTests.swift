import OrreryExtraction
import OrreryModel
import Testing

@Suite("Machines that replace themselves") struct ReplacedOwnerTests {
  private let decoder = """
      init() { self.init(state: .idle) }
      private init(state: consuming State) { self.state = state }
      mutating func feed(_ count: Int) {
        switch consume self.state {
        case .idle: self = .init(state: .busy(count))
        case .busy(let before): self = .init(state: .busy(before + count))
        case .failed: self = .init(state: .failed)
        }
      }
      mutating func fail() {
        switch consume self.state {
        case .idle: self = .init(state: .idle)
        case .busy, .failed: self = .init(state: .failed)
        }
      }
    """

  @Test("a constant is a state where methods assign self", arguments: ["let", "var"])
  func constants(keyword: String) throws {
    let found = try machine(
      """
      struct Decoder: ~Copyable {
        enum State: ~Copyable { case idle, busy(Int), failed }
        private \(keyword) state: State
      \(decoder)
      }
      """)
    #expect(found.initial == "idle")
    #expect(
      found.transitions.filter { $0.kind == .move }.map(describe) == [
        "idle feed busy", "busy fail failed",
      ])
  }

  @Test("a helper may answer with a struct that holds the next state")
  func nextStates() throws {
    let found = try machine(
      """
      struct Sniffer {
        enum State { case idle, full(Int), done }
        private var state: State = .idle
        mutating func read(_ data: Int) {
          guard case .idle = state else { return }
          let next = Self.parse(data)
          self.state = next.nextState
        }
        private struct Step { var nextState: State; var count: Int }
        private static func parse(_ data: Int) -> Step {
          if data > 8 { return .init(nextState: State.full(data), count: 1) }
          let nextState = State.done
          return Step(nextState: nextState, count: 0)
        }
      }
      """)
    #expect(
      found.transitions.filter { $0.kind == .move }.map(describe) == [
        "idle read[data > 8] full", "idle read[!(data > 8)] done",
      ])
  }

  @Test("a property may stand for the state in a locked box")
  func lockedBoxes() throws {
    let source = """
      final class Operation {
        enum State { case requested, running, done }
        private let locked = Mutex<State>(.requested)
        private var state: State {
          get { locked.withLock { $0 } }
          set { locked.withLock { $0 = newValue } }
        }
        func start() { if state == .requested { state = .running } }
        func end() { if state == .running { state = .done } }
      }
      """
    let found = try machine(source)
    #expect(
      found.transitions.filter { $0.kind == .move }.map(describe) == [
        "requested start running", "running end done",
      ])
    #expect(found.unresolved.isEmpty)
  }

  @Test("a machine that is made anew starts as declared")
  func remade() throws {
    try expectTransitions(
      """
      struct Parser {
        enum State { case header, body }
        private var state = State.header
        mutating func feed() { if case .header = state { state = .body } }
        mutating func reset() { self = Parser() }
      }
      """,
      ["header feed body", "body feed ignored", "header reset ignored", "body reset header"])
  }

  @Test("the struct that keeps the state may be made anew")
  func remadeKeeper() throws {
    try expectTransitions(
      """
      enum Phase { case idle, loading }
      final class Model {
        struct Session { var phase: Phase = .idle; var id: Int? }
        private var session = Session()
        func start() { session = Session(phase: .loading, id: 1) }
        func finish() { if session.phase == .loading { session.phase = .idle } }
        func clear() { session = .init() }
      }
      """,
      [
        "idle start loading", "loading start ignored", "idle finish ignored",
        "loading finish idle", "idle clear ignored", "loading clear idle",
      ])
  }

  @Test("a function of one's own that lends the state is a lock")
  func ownLocks() throws {
    let found = try machine(
      """
      final class Meter {
        enum State { case idle, measuring(start: Int) }
        private var state = State.idle
        private func withState<R>(_ body: (inout State) throws -> R) rethrows -> R {
          lock.lock()
          defer { lock.unlock() }
          return try body(&state)
        }
        func start() { withState { if case .idle = $0 { $0 = .measuring(start: 1) } } }
        func reset() { withState { $0 = .idle } }
      }
      """)
    #expect(
      found.transitions.filter { $0.kind == .move }.map(describe) == [
        "idle start measuring", "measuring reset idle",
      ])
  }

  @Test(
    "subjects and boxes are written by what their libraries call it",
    arguments: [
      ("CurrentValueSubject<State, Never>(.idle)", "state.value = .busy"),
      ("BehaviorRelay<State>(value: .idle)", "state.accept(.busy)"),
      ("Atomic<State>(.idle)", "_ = state.swap(.busy)"),
      ("LockIsolated<State>(.idle)", "state.setValue(.busy)"),
    ])
  func boxes(box: String, write: String) throws {
    let found = try machine(
      """
      final class Model {
        enum State { case idle, busy }
        private let state = \(box)
        func start() { if state.value == .idle { \(write) } }
      }
      """)
    #expect(found.transitions.filter { $0.kind == .move }.map(describe) == ["idle start busy"])
  }

  @Test("a function of one's own is no trap, whatever its name")
  func ownAbort() throws {
    try expectTransitions(
      """
      final class Handler {
        enum State { case open, failed }
        private var state = State.open
        func read(_ data: [Int]) {
          guard case .open = state else { return }
          guard !data.isEmpty else { return abort() }
        }
        private func abort() { state = .failed }
      }
      """,
      [
        "open read[data.isEmpty] failed", "open read[!data.isEmpty] ignored",
        "failed read ignored",
      ])
  }

  @Test("what an object answers is an effect where its type says so")
  func answers() throws {
    let found = try machine(
      """
      final class Store {
        enum State { case empty, full }
        private var state = State.empty
        func take<Item>(_ item: Item) -> Item { state = .full; return item }
        func command() -> Command { state = .empty; return .flush }
      }
      """)
    #expect(
      Set(found.transitions.filter { $0.kind == .move }.map(describe)) == [
        "empty take full", "full command/.flush empty",
      ])
  }
}
