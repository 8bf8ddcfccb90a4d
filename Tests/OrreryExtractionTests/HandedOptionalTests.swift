import OrreryExtraction
import OrreryModel
import Testing

@Suite("States that a reducer is handed as optionals") struct HandedOptionalTests {
  private let types = """
    enum Phase { case idle, loading }
    enum Action { case open, load, close }

    """
  private let rows = [
    "idle open ignored", "idle load loading", "idle close nil",
    "loading open ignored", "loading load ignored", "loading close nil",
    "nil open idle", "nil load ignored", "nil close ignored",
  ]

  @Test(
    "to hold none is a state of its own",
    arguments: [
      """
      func reduce(state: inout Phase?, action: Action) {
        switch (state, action) {
        case (nil, .open): state = .idle
        case (.idle, .load): state = .loading
        case (.some, .close): state = nil
        default: break
        }
      }
      """,
      """
      func reduce(state: Phase?, action: Action) -> Phase? {
        switch (state, action) {
        case (nil, .open): return .idle
        case (.idle?, .load): return .loading
        case (_, .close): return nil
        default: return state
        }
      }
      """,
      """
      let reducer = Reducer<Phase?, Action, Void> { state, action, _ in
        switch action {
        case .open: if state == nil { state = .idle }
        case .load:
          guard case .idle? = state else { return .none }
          state = .loading
        case .close: state = nil
        }
        return .none
      }
      """,
    ])
  func absent(_ reducer: String) throws {
    let found = try machine(types + reducer)
    #expect(found.transitions.map(describe) == rows)
    #expect(found.states.map(\.name) == ["idle", "loading", "nil"])
  }

  @Test("an optional that only stands for the first state is none")
  func start() throws {
    try expectTransitions(
      types + """
        func reduce(action: Action, state: Phase?) -> Phase {
          let state = state ?? .idle
          switch action {
          case .load: return .loading
          case .open, .close: return state
          }
        }
        """,
      [
        "idle open ignored", "idle load loading", "idle close ignored",
        "loading open ignored", "loading load ignored", "loading close ignored",
      ])
  }

  @Test("an answer that is no state leaves the one that there is")
  func declined() throws {
    try expectTransitions(
      types + """
        func next(state: Phase, action: Action) -> Phase? {
          switch (state, action) {
          case (.idle, .load): return .loading
          case (.loading, .close): return .idle
          default: return nil
          }
        }
        """,
      [
        "idle open ignored", "idle load loading", "idle close ignored",
        "loading open ignored", "loading load ignored", "loading close idle",
      ])
  }
}
