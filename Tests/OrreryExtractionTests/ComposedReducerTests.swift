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
        "'Reducer.reporting' adds to what another reducer does and is no machine of its own"
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
