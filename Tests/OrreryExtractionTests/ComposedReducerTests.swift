import OrreryModel
import Testing

@Suite("Reducers that others are made of") struct ComposedReducerTests {
  @Test(
    "handle each action after those before them, whatever state they are for",
    arguments: [
      """
      struct MenuLogic<State>: Reducer {
        func reduce(into _: inout State, action: Menu.Action) -> Effect<Menu.Action> {
          switch action {
          case .rate: return .run { _ in await openURL("rate") }
          default: return .none
          }
        }
      }
      """,
      """
      struct MenuLogic<State>: Reducer {
        var body: some Reducer<State, Menu.Action> {
          Reduce { state, action in
            switch action {
            case .rate: return .run { _ in await openURL("rate") }
            default: return .none
            }
          }
        }
      }
      """,
    ])
  func parts(_ part: String) throws {
    let found = extract(
      """
      @Reducer
      struct Menu {
        struct State { var isOpen = false }
        enum Action { case tapped, rate }
        var body: some Reducer<State, Action> {
          Reduce { state, action in
            switch action {
            case .tapped:
              state.isOpen.toggle()
              return .none
            case .rate: return .none
            }
          }
          MenuLogic()
        }
      }
      \(part)
      """)
    #expect(found.machines.map(\.name) == ["Menu"])
    #expect(
      found.machines.first?.actions.map(describe) == [
        "tapped isOpen mutate toggle()", "rate/.run ",
      ])
    #expect(found.diagnostics.isEmpty)
  }

  @Test("are parts of the feature whose state they change, wherever its body names them")
  func partOfAnother() throws {
    let found = extract(
      """
      @Reducer struct Game {
        struct State { var phase = Phase.playing; var isPaused = false }
        enum Phase { case playing, over }
        enum Action { case tapped, lost }
        var body: some ReducerOf<Self> {
          CombineReducers {
            core
            EmptyReducer()
          }
          .onChange(of: \\.isPaused) { _, _ in EmptyReducer() }
        }
        @ReducerBuilder<State, Action> var core: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .tapped: state.isPaused.toggle(); return .none
            case .lost: return .none
            }
          }
          GameOverLogic(sound: "bell")._printChanges()
        }
      }
      private struct GameOverLogic: Reducer {
        let sound: String
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
    let machine = try #require(found.machines.first)
    #expect(found.machines.map(\.name) == ["Game"])
    #expect(
      machine.transitions.map(describe) == [
        "phase=playing lost phase=over", "phase=over lost ignored",
        "isPaused=false tapped isPaused=true", "isPaused=true tapped isPaused=false",
      ])
    #expect(machine.unresolved.isEmpty)
  }

  @Test("run in the order in which the body names them, each after what the others wrote")
  func order() throws {
    let body: (String) -> String = { parts in
      """
      @Reducer struct Form {
        struct State { var step = Step.first }
        enum Step { case first, second, third }
        enum Action { case next }
        var body: some ReducerOf<Self> {
          \(parts)
        }
      }
      struct Forward: Reducer {
        var body: some ReducerOf<Form> {
          Reduce { state, action in
            state.step = .second
            return .none
          }
        }
      }
      struct Finish: Reducer {
        func reduce(into state: inout Form.State, action: Form.Action) -> Effect<Form.Action> {
          if state.step == .second { state.step = .third }
          return .none
        }
      }
      """
    }
    try expectTransitions(body("Forward()\nFinish()"), ["first next third", "third next ignored"])
    try expectTransitions(
      body("Finish()\nForward()"),
      ["first next second", "second next ignored"])
  }

  @Test("are listed where their source was not read, and nothing is surely ignored then")
  func unread() throws {
    let found = extract(
      """
      @Reducer struct Menu {
        struct State { var isOpen = false }
        enum Action { case opened, rate }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .opened: state.isOpen = true; return .none
            case .rate: return .none
            }
          }
          AnalyticsReducer()
        }
      }
      """)
    let machine = try #require(found.machines.first)
    #expect(
      machine.unresolved.map(\.reason) == [
        "what AnalyticsReducer does is not known: its source was not read"
      ])
    let ignored = machine.transitions.filter { $0.kind == .ignore }
    #expect(!ignored.isEmpty && ignored.allSatisfy { $0.certainty == .inferred })
  }

  @Test("are machines, and what adds to any of them is none")
  func wrapping() {
    let found = extract(
      """
      enum RootState { case launching, running(Int) }
      enum RootAction { case start, ready(Int) }
      let rootReducer = Reducer<RootState, RootAction, Void> { state, action, _ in
        switch action {
        case .start: state = .launching
        case .ready(let count): state = .running(count)
        }
        return .none
      }
      extension Reducer where State == RootState, Action == RootAction, Environment == Void {
        func reporting() -> Reducer {
          .init { state, action, environment in
            let inner = self.run(&state, action, environment)
            return .merge(inner, report(action))
          }
        }
      }
      """)
    #expect(found.machines.map(\.name) == ["rootReducer"])
    #expect(
      found.diagnostics.map(\.message) == [
        "'Reducer.reporting' wraps another reducer and is no machine of its own"
      ])
  }

  @Test("a workflow is told of other values that it is made with")
  func workflow() throws {
    try expectTransitions(
      """
      struct ListWorkflow: Workflow {
        let added: Set<String>
        enum State { case loading, showing(Int) }
        func makeInitialState() -> State { .loading }
        func workflowDidChange(from previous: ListWorkflow, state: inout State) {
          if previous.added != added { state = .loading }
        }
        enum Action: WorkflowAction {
          case loaded(Int)
          func apply(toState state: inout State) -> Never? {
            switch self {
            case .loaded(let count): state = .showing(count)
            }
            return nil
          }
        }
      }
      """,
      [
        "loading loaded showing", "showing loaded showing", "loading workflowDidChange ignored",
        "showing workflowDidChange[previous.added != added] loading",
        "showing workflowDidChange[!(previous.added != added)] ignored",
      ])
  }
}
