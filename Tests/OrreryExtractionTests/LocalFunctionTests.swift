import OrreryModel
import Testing

@Suite("Functions inside of functions") struct LocalFunctionTests {
  private func rows(_ body: String) throws -> [String] {
    try machine(
      """
      final class Job {
        enum State { case idle, busy, done }
        private var state = State.idle
        func start() {
      \(body)
        }
        func reset() { state = .idle }
        func fail() { state = .done }
      }
      """
    ).transitions.filter { $0.event.name == "start" && $0.from == "idle" }.map(describe)
  }

  @Test(
    "are known above the place where they stand",
    arguments: [
      "    if ok { go() } else { end() }\n    func go() { state = .busy }\n    func end() { state = .done }",
      "    func go() { state = .busy }\n    if ok { go() } else { end() }\n    func end() { state = .done }",
      "    if ok { go() } else { end() }\n    #if DEBUG\n    func go() { state = .busy }\n    #endif\n    func end() { state = .done }",
    ])
  func below(_ body: String) throws {
    #expect(try rows(body) == ["idle start[ok] busy", "idle start[!(ok)] done"])
  }

  @Test("see the variables around them, and call each other")
  func around() throws {
    let body = """
          let next = State.busy
          go()
          func go() { if ok { set(next) } else { set(.done) } }
          func set(_ new: State) { state = new }
      """
    #expect(try rows(body) == ["idle start[ok] busy", "idle start[!(ok)] done"])
  }

  @Test("beside a reducer's closure are followed where it calls them")
  func factory() throws {
    try expectActions(
      """
      struct State { var index = 0; var isMoving = false }
      enum Event { case step(Int), done }
      func makeReducer() -> Reducer<State, Event, Effect> {
        func go(state: inout State, to index: Int) -> Effect? {
          guard index >= 0 else { return nil }
          state.index = index
          state.isMoving = true
          return .later
        }
        return Reducer { state, event in
          switch event {
          case .step(let way): return go(state: &state, to: state.index + way)
          case .done:
            state.isMoving = false
            return nil
          }
        }
      }
      """,
      [
        "step[!((state.index + way) >= 0)] ",
        "step[(state.index + way) >= 0]/.later index = index; isMoving = true",
        "done isMoving = false",
      ])
  }

  @Test("of a reducer's closure write its state")
  func reducer() throws {
    try expectActions(
      """
      @Reducer struct Login {
        struct State { var path: [Int] = []; var isLoading = false }
        enum Action { case start, done }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .start: return go(&state, 1)
            case .done: return finish(state: &state)
            }
            // MARK: - Inner methods
            func go(_ state: inout State, _ number: Int) -> Effect<Action> {
              state.path.append(number)
              return .send(.done)
            }
            func finish(state: inout State) -> Effect<Action> {
              state.isLoading = false
              return .none
            }
          }
        }
      }
      """,
      ["start/.send(.done) path mutate append(number)", "done isLoading = false"])
  }
}
