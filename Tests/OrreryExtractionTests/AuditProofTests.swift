import OrreryExtraction
import OrreryModel
import Testing

@Suite("What is told elsewhere, or by no row, is accounted for by where walks came")
struct AuditProofTests {
  private func missing(_ source: String) -> [String] {
    accounts(source).filter { $0.contains("missing") }
  }

  /// `line kind account` of each finding.
  private func accounts(_ source: String) -> [String] {
    let files = [SourceText(module: "App", path: "Sources/App/File.swift", text: source)]
    return Audit(files, extract: Extractor().extract(files)).machines.flatMap(\.findings).map {
      "\($0.location.line) \($0.kind) \($0.account)"
    }
  }

  @Test("a way that goes on in a further round of a loop is told by what it comes to")
  func furtherRound() throws {
    let source = """
      struct Listing {
        enum State { case idle, open, done }
        enum Step { case again, end }
        private var state = State.idle
        mutating func next() -> Int {
          while true {
            switch step() {
            case .again: ()
            case .end: return 0
            }
          }
        }
        private mutating func step() -> Step {
          switch state {
          case .idle:
            state = .open
            return .again
          case .open, .done:
            state = .done
            return .end
          }
        }
      }
      """
    #expect(accounts(source).contains("16 write overwritten"))
    #expect(missing(source) == [])
    let rows = try machine(source).transitions.map { "\($0.from) \($0.to ?? "?")" }
    // `open` is never left behind: it exists while the handler runs.
    #expect(rows == ["idle done", "done done"])
  }

  @Test("what a closure of a call answers is not taken for the answer of the call")
  func mappedResult() throws {
    try expectTransitions(
      """
      struct Listing {
        enum State { case idle, open(Source), done }
        enum Source { case tree(Int), folder(Int) }
        private var state = State.idle
        mutating func next() {
          guard case .idle = state else { return }
          switch make() {
          case .success(let source): state = .open(source)
          case .failure: state = .done
          }
        }
        private mutating func make() -> Result<Source, Failure> {
          Library.list().map { .tree($0) }
        }
      }
      """,
      [
        "idle next[case .success(let source) = make()] open",
        "idle next[case .failure = make()] done",
        "open next ignored",
        "done next ignored",
      ])
  }

  @Test("an end after a getter of the machine is joined with the row of what it changed")
  func endAfterGetter() {
    #expect(
      missing(
        """
        @Reducer struct Tour {
          struct State { var step = Step.first; var isOver = false }
          enum Step { case first, last
            mutating func next() { self = .last }
          }
          enum Action { case go }
          func reduce(into state: inout State, action: Action) -> Effect<Action> {
            switch action {
            case .go:
              state.step.next()
              return self.inner.reduce(into: &state, action: .go)
            }
          }
          var inner: some Reducer {
            Scope(state: \\.step, action: \\.go) { Inner() }
          }
        }
        """) == [])
  }

  @Test("a helper with many answers is walked where it changes the state, if only in one of many")
  func manyAnswers() throws {
    let tests = (1...4).map { "    if a\($0) { found += \"\($0)\" }" }.joined(separator: "\n")
    let rows = try machine(
      """
      struct Door {
        enum State { case open, shut }
        private var state = State.open
        mutating func push() -> String { search() }
        private mutating func search() -> String {
          var found = ""
          if a0 { return "" }
      \(tests.replacing("found +=", with: "return"))
          if a5 { return "5" }
          if a6 { return "6" }
          if a7 { return "7" }
          if a8 { return "8" }
          if state == .shut { state = .open }
          return "9"
        }
      }
      """
    ).transitions
    #expect(rows.contains { $0.from == "shut" && $0.to == "open" })
  }

  @Test("a helper of a struct state with many answers is walked where it changes a property")
  func manyAnswersOfStruct() throws {
    let tests = (1...9).map { "      if self.a\($0) { return .none }" }.joined(separator: "\n")
    let source = """
      @Reducer struct Game {
        struct State {
          var menu: Int?
          mutating func open() -> Effect<Action> {
      \(tests)
            self.menu = 1
            return .none
          }
        }
        enum Action { case tap }
        var body: some Reducer<State, Action> {
          Reduce { state, action in
            switch action {
            case .tap: return state.open()
            }
          }
        }
      }
      """
    #expect(try machine(source).actions.contains { $0.writes.map(\.path) == ["menu"] })
    #expect(missing(source) == [])
  }

  @Test("a method of the state that a box lends is walked")
  func lentState() throws {
    let source = """
      final class Buffer {
        enum State {
          case initial, iterating
          mutating func start() -> Int {
            switch self {
            case .initial:
              self = .iterating
              return 0
            case .iterating: return 1
            }
          }
        }
        private let state = Mutex(State.initial)
        func next() -> Int { state.withLock { $0.start() } }
        func reset() { state.withLock { $0 = .initial } }
      }
      """
    #expect(try machine(source).transitions.map(describe).contains("initial next iterating"))
    #expect(missing(source) == [])
  }

  @Test("a branch is ruled out though helpers of other types were left before their ends")
  func leftHelpers() {
    let source = """
      struct Pool {
        enum State { case up, down }
        private var state = State.up
        private var group = Group()
        mutating func ping() {
          if group.find(0) {
            return
          }
          guard state == .up else { return }
          switch state {
          case .up: state = .down
          case .down: return
          }
        }
        struct Group {
          func find(_ depth: Int) -> Bool { deeper(depth) }
          func deeper(_ depth: Int) -> Bool { depth > 3 || find(depth + 1) }
        }
      }
      """
    #expect(accounts(source).contains("12 exit ruledOut"))
    #expect(missing(source) == [])
  }

  @Test(
    "to read a property whose getter changes the state is an event, and waits in callbacks are walked"
  )
  func getter() throws {
    let rows = try machine(
      """
      final class Future {
        enum State { case waiting, asked, done }
        private let state = Mutex(State.waiting)
        var value: Int {
          get async {
            await withCheckedContinuation { continuation in
              state.withLock { state in
                switch state {
                case .waiting: state = .asked
                case .asked, .done: break
                }
              }
            }
          }
        }
        func fulfill() { state.withLock { if $0 == .asked { $0 = .done } } }
      }
      """
    ).transitions.map(describe)
    #expect(
      rows == [
        "waiting fulfill ignored", "asked fulfill done", "done fulfill ignored",
        "waiting value asked", "asked value ignored", "done value ignored",
      ])
  }

  @Test("a closure that a helper keeps is called later")
  func keptClosure() throws {
    let source = """
      final class Loop {
        enum State { case running, closing, closed }
        private var state = State.running
        private var tasks: [() -> Void] = []
        func execute(_ task: @escaping () -> Void) {
          guard state != .closed else { return }
          tasks.append(task)
        }
        func close() {
          execute { self.finish() }
        }
        private func finish() { if state == .running { state = .closing } else { state = .closed } }
      }
      """
    // What the closure hands on to is the event.
    let rows = try machine(source).transitions.map(describe)
    #expect(rows.contains("running finish closing"))
    #expect(rows.contains("closing finish closed"))
  }

  @Test("each branch of a last `#if` has its own end")
  func conditionalEnd() {
    let found = accounts(
      """
      struct Pump {
        enum State { case idle, full }
        private var state = State.idle
        mutating func run() -> Int {
          if state == .idle { state = .full }
          #if FAST
          guard speed > 3 else { return 1 }
          return 2
          #else
          return 3
          #endif
        }
      }
      """)
    #expect(found.map { String($0.prefix { $0 != " " }) } == ["5", "7", "8", "10"])
    #expect(found.contains { $0.contains("missing") } == false)
  }

  @Test("a branch behind a call that is not walked to its end is unresolved, not ruled out")
  func behindUnwalked() throws {
    let source = """
      final class Pump {
        enum State { case idle, full, over }
        private var state = State.idle
        func run(_ depth: Int) {
          guard state == .idle else { return }
          refill(depth)
          if state == .over { state = .full }
        }
        func stop() { state = .over }
        private func refill(_ depth: Int) {
          if depth > 3 { refill(depth - 1) }
          if depth > 9 { state = .idle }
        }
      }
      """
    #expect(accounts(source).contains("7 write unresolved"))
    #expect(
      try machine(source).unresolved.map(\.reason).contains(
        "'state = .full' changes the state, but no transition shows it: no followed path reaches it, "
          + "and one of them was left unfinished"))
  }

  @Test("an end after a loop that nothing breaks is ruled out, and such a loop has none")
  func endless() {
    let source = """
      struct Pump {
        enum State { case idle, full }
        private var state = State.idle
        mutating func run() -> Int {
          while true {
            if state == .full { return 1 }
            state = .full
          }
          fatalError()
        }
        mutating func drain() {
          state = .idle
          repeat {} while true
        }
      }
      """
    #expect(accounts(source).contains("9 exit ruledOut"))
    #expect(accounts(source).contains { $0.hasPrefix("13 exit") } == false)
    #expect(missing(source) == [])
  }

  @Test("the state and the actions of a feature are those that its body says it reduces")
  func reducedTypes() throws {
    try expectActions(
      """
      struct State {}
      enum Action { case other }
      struct FavoriteState<ID> { var isFavorite = false }
      enum FavoriteAction { case tap }
      @Reducer struct Favorite<ID> {
        var body: some Reducer<FavoriteState<ID>, FavoriteAction> {
          Reduce { state, action in
            switch action {
            case .tap:
              state.isFavorite.toggle()
              return .none
            }
          }
        }
      }
      """, ["tap isFavorite mutate toggle()"])
  }
}

@Suite("What a struct state keeps") struct KeptEnumTests {
  @Test("an enum that changes itself tells which value follows")
  func toggled() throws {
    let found = try #require(
      extract(
        """
        enum Player { case x, o
          mutating func toggle() {
            switch self {
            case .x: self = .o
            case .o: self = .x
            }
          }
        }
        @Reducer struct Game {
          struct State { var player = Player.x }
          enum Action { case tap }
          func reduce(into state: inout State, action: Action) -> Effect<Action> {
            switch action {
            case .tap:
              state.player.toggle()
              return .none
            }
          }
        }
        """
      ).machines.last)
    #expect(found.transitions.map(describe) == ["x tap o", "o tap x"])
    #expect(found.actions.map(describe) == ["tap player mutate toggle()"])
  }

  @Test("a feature whose body says that its state is no type of the source is no machine")
  func foreignState() {
    #expect(
      extract(
        """
        struct State { var count = 0 }
        enum Action { case tap }
        @Reducer struct Counter {
          var body: some Reducer<Int, Bool> {
            Reduce { state, action in
              state += action ? 1 : -1
              return .none
            }
          }
        }
        """
      ).machines.map(\.id) == [])
  }
}

@Suite("A state in an optional property") struct OptionalStateTests {
  @Test("`nil` is a state of its own, with the initial value of the property")
  func absent() throws {
    let source = """
      final class Keys {
        enum Signer { case plain, strong }
        private var signer: Signer?
        func add(_ isStrong: Bool) {
          if isStrong { signer = .strong } else if signer == nil { signer = .plain }
        }
        func clear() -> Bool {
          guard let signer else { return false }
          self.signer = nil
          return true
        }
      }
      """
    try expectTransitions(
      source,
      [
        "plain add[isStrong] strong", "plain add[!(isStrong)] ignored",
        "strong add ignored",
        "nil add[isStrong] strong", "nil add[!(isStrong)] plain",
        "plain clear nil", "strong clear nil", "nil clear ignored",
      ])
    #expect(try machine(source).initial == "nil")
  }

  @Test("a chain through what is not there does nothing, and unwrapping it is a trap")
  func chains() throws {
    try expectTransitions(
      """
      final class Player {
        enum Mode { case on, off
          mutating func flip() { self = self == .on ? .off : .on }
        }
        private var mode: Mode?
        func start() { mode = .on }
        func stop() { mode = nil }
        func flip() { mode?.flip() }
        func force() { if mode != .on { mode!.flip() } }
      }
      """,
      [
        "on start ignored", "off start on", "nil start on",
        "on stop nil", "off stop nil", "nil stop ignored",
        "on flip off", "off flip on", "nil flip ignored",
        "on force ignored", "off force on", "nil force trap",
      ])
  }

  @Test("an optional that nothing empties has only the states of its enum")
  func neverAbsent() throws {
    let found = try machine(
      """
      final class Player {
        enum Mode { case on, off }
        private var mode: Mode?
        init() { mode = .off }
        func flip() { if mode == .off { mode = .on } else { mode = .off } }
      }
      """)
    #expect(found.states.map(\.name) == ["on", "off"])
    #expect(found.initial == "off")
  }
}
