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

  /// A feature in a wrapper, and the wrapper's own reducer.
  private func wrapped(_ reduce: String, _ body: String = "") -> String {
    """
    @Reducer struct Menu {
      struct State { var isOpen = false }
      enum Action { case opened, rate }
      var body: some ReducerOf<Self> {
        Logging {
          Reduce { state, action in
            switch action {
            case .opened: state.isOpen = true; return .none
            case .rate: return .none
            }
          }
        }
      }
    }
    struct Logging<State, Action, Base: Reducer>: Reducer
    where State == Base.State, Action == Base.Action {
      let base: Base
      let isOn: Bool
      init(@ReducerBuilder<State, Action> base: () -> Base) { self.base = base() }
      \(reduce)
    }
    """
  }

  @Test(
    "run what they are made with, after what they do themselves",
    arguments: [
      """
      var body: some Reducer<State, Action> {
        Reduce { state, action in
          analytics.track(action)
          return base.reduce(into: &state, action: action)
        }
      }
      """,
      """
      func reduce(into state: inout State, action: Action) -> Effect<Action> {
        analytics.track(action)
        return self.base.reduce(into: &state, action: action)
      }
      """,
    ])
  func wrapper(_ reduce: String) throws {
    let found = extract(wrapped(reduce))
    let machine = try #require(found.machines.first)
    #expect(found.machines.count == 1)
    #expect(
      machine.transitions.map(describe) == [
        "false opened/analytics.track true",
        "false rate/analytics.track false",
        "true opened/analytics.track true",
        "true rate/analytics.track true",
      ])
    #expect(machine.unresolved.isEmpty)
    #expect(found.diagnostics.isEmpty)
  }

  @Test(
    "are listed where they may not run what they are made with, or go on after it",
    arguments: [
      """
      guard isOn else { return .none }
      return base.reduce(into: &state, action: action)
      """,
      """
      let effect = base.reduce(into: &state, action: action)
      return .merge(effect, .run { _ in await report() })
      """,
      """
      if isOn { return base.reduce(into: &state, action: action) }
      return base.reduce(into: &state, action: action)
      """,
    ])
  func choosing(_ body: String) throws {
    let machine = try machine(
      wrapped(
        """
        func reduce(into state: inout State, action: Action) -> Effect<Action> {
          \(body)
        }
        """))
    #expect(
      machine.unresolved.map(\.reason) == [
        "what Logging adds to the reducers in it is not told; Orrery assumes that they run"
      ])
    #expect(
      machine.transitions.map(describe) == [
        "false opened true", "false rate ignored",
        "true opened ignored", "true rate ignored",
      ])
    #expect(
      machine.transitions.filter { $0.kind == .ignore }.allSatisfy { $0.certainty == .inferred })
  }

  @Test("may hand themselves to what they are made with")
  func recursion() throws {
    let machine = try machine(
      """
      @Reducer struct Menu {
        struct State { var isOpen = false }
        enum Action { case opened }
        func core(itself: Reduce<State, Action>) -> some Reducer<State, Action> {
          Reduce { state, action in
            switch action {
            case .opened: state.isOpen = true; return .none
            }
          }
        }
        var body: some Reducer<State, Action> {
          Recursion { itself in core(itself: itself) }
        }
      }
      struct Recursion<State, Action, Base: Reducer>: Reducer
      where State == Base.State, Action == Base.Action {
        let base: (Reduce<State, Action>) -> Base
        init(@ReducerBuilder<State, Action> base: @escaping (Reduce<State, Action>) -> Base) {
          self.base = base
        }
        var body: some Reducer<State, Action> {
          var itself: Reduce<State, Action>!
          itself = Reduce { state, action in base(itself).reduce(into: &state, action: action) }
          return itself
        }
      }
      """)
    #expect(
      machine.transitions.map(describe) == [
        "false opened true", "true opened ignored",
      ])
    #expect(machine.unresolved.isEmpty)
  }

  @Test("are followed into where their own source was not read")
  func unreadWrapper() throws {
    let machine = try machine(
      """
      @Reducer struct Menu {
        struct State { var isOpen = false }
        enum Action { case opened }
        var body: some ReducerOf<Self> {
          Analytics { MenuLogic() }
        }
      }
      struct MenuLogic: Reducer {
        var body: some ReducerOf<Menu> {
          Reduce { state, action in
            state.isOpen = true
            return .none
          }
        }
      }
      """)
    #expect(
      machine.transitions.map(describe) == [
        "false opened true", "true opened ignored",
      ])
    #expect(
      machine.unresolved.map(\.reason) == [
        "what Analytics does is not known: its source was not read"
      ])
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
