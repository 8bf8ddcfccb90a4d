import Testing

@Suite("Questions that leave something open") struct QuestionTests {
  private func feature(_ question: String, _ clauses: String) -> String {
    """
    @Reducer struct Feature {
      struct State {
        var step: Step = .one; var count = 0; var phase: Phase = .idle
        enum Step: Int { case one, two, three }
        enum Phase { case idle, running(Int), finished }
        \(question)
      }
      enum Action { case tick(Int), other }
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
    \(clauses)
          case .other:
            state.phase = .finished
            return .none
          }
        }
      }
    }
    """
  }

  @Test(
    "a property is the condition as it is written, and the line is that of the statement",
    arguments: [
      "if case .running = phase { true } else { false }",
      "switch phase { case .idle, .finished: return false; case .running: return true }",
    ])
  func property(_ body: String) throws {
    let source = feature(
      "var isRunning: Bool { \(body) }",
      """
          case .tick(let d):
            guard state.isRunning else { return .none }
            if d > 3 {
              state.count = 0
            }
            return .none
      """)
    let actions = try machine(source).actions.filter { $0.event.name == "tick" }
    #expect(
      actions.map(describe) == [
        "tick[!(state.isRunning)] ", "tick[state.isRunning && d > 3] count = 0",
        "tick[state.isRunning && !(d > 3)] ",
      ])
    #expect(actions.map(\.location.line) == [13, 15, 17])
  }

  @Test("a function that is handed the state is the condition as it is called")
  func function() throws {
    let source =
      feature(
        "",
        """
            case .tick(let d):
              let index = isVisible(step: state.step, index: d) ? d : nil
              if d > 3, !isVisible(step: state.step, index: d) { return .none }
              state.count += 1
              return .run { send in await send(.tick(index)) }
        """) + """

        private func isVisible(step: Feature.State.Step, index: Int) -> Bool {
          if step == .one { return index == 1 }
          if step == .two { return index == 2 }
          return true
        }
        """
    #expect(
      try machine(source).actions.filter { $0.event.name == "tick" }.compactMap(\.guard)
        .allSatisfy { !$0.contains("step ==") })
  }

  @Test("what the state decides needs no condition")
  func decided() throws {
    try expectTransitions(
      """
      enum Page {
        enum State { case idle, loaded(Int, Int), loading
          var hasMore: Bool { switch self { case .loaded(let p, let n) where p == 0 && n == 1: false
            default: true } }
        }
        enum Event { case load }
        static func reduce(state: State, event: Event) -> State {
          switch (state, event) {
          case (_, .load) where state.hasMore: return .loading
          default: return state
          }
        }
      }
      """,
      [
        "idle load loading", "loaded load[state.hasMore] loading",
        "loaded load[!(state.hasMore)] ignored", "loading load ignored",
      ])
  }

  @Test("a property of an associated value that may be one of several is not told apart")
  func details() throws {
    try expectTransitions(
      """
      struct Game {
        enum Status { case waiting, playing(Player), won(Player) }
        enum Action { case celebrate(Player), none }
        enum Player { case x, o
          var next: Player { self == .x ? .o : .x } }
        private(set) var status: Status = .waiting
        mutating func start() { if case .waiting = status { status = .playing(.x) } }
        mutating func resign() -> Action {
          guard case .playing(let turn) = status else { return .none }
          status = .won(turn.next)
          return .celebrate(turn.next)
        }
      }
      """,
      [
        "waiting start playing", "playing start ignored", "won start ignored",
        "waiting resign ignored", "playing resign/.celebrate won", "won resign ignored",
      ])
  }

  @Test("a rule that names two next states in one clause has a way to each")
  func rules() throws {
    let found = try machine(
      """
      enum Phase { case loading, done, failed
        func canBecome(_ next: Phase) -> Bool {
          switch (self, next) {
          case (.loading, .done), (.loading, .failed): return true
          default: return false
          }
        }
      }
      final class Job {
        private(set) var phase: Phase = .loading
        func become(_ next: Phase) { guard phase.canBecome(next) else { return }; phase = next }
      }
      """
    ).transitions.filter { $0.kind != .ignore }.map(describe)
    #expect(
      found == [
        "loading become[case .done = next] done", "loading become[case .failed = next] failed",
      ])
  }

  @Test("an associated value whose type is no optional is there")
  func present() throws {
    try expectActions(
      """
      func reducer() -> Reducer<Action, State, Env> {
        Reducer { action, state, env in
          func finish(_ request: Request?) -> Effect<Action> {
            if let request = request { state.waiting.remove(request.url) }
            state.total += 1
            return .empty
          }
          switch action {
          case .visit(let requests): return finish(nil)
          case .finished(let request): return finish(request)
          case .found(let request): return finish(request)
          }
        }
      }
      enum Action { case visit([Request]), finished(Request), found(Request?) }
      struct State { var waiting: Set<URL> = []; var total = 0 }
      """,
      [
        "visit total += 1",
        "finished waiting mutate remove(request.url); total += 1",
        "found[let request = request] waiting mutate remove(request.url); total += 1",
        "found[!(let request = request)] total += 1",
      ])
  }
}
