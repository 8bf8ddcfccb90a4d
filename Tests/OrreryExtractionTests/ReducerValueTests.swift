import OrreryExtraction
import OrreryModel
import Testing

@Suite("Reducers that are values") struct ReducerValueTests {
  @Test("a closure with written types that is handed over as `reduce`")
  func typed() throws {
    let found = try machine(
      """
      enum State { case human, machine }
      enum Event { case serve, answer }
      final class Game {
        func start() {
          Observable.system(
            initialState: State.human,
            reduce: { (state: State, event: Event) -> State in
              switch event {
              case .serve: return .machine
              case .answer: return .human
              }
            }, feedback: [])
        }
      }
      """)
    #expect(
      found.transitions.filter { $0.kind == .move }.map(describe) == [
        "human serve machine", "machine answer human",
      ])
  }

  @Test("a closure whose types are named nowhere is none, and its state is named")
  func mappings() {
    let found = extract(
      """
      enum Watch {
        enum Input { case start, stop }
        enum State { case idle, running }
        static func mapping() -> Mapping {
          .makeInout { input, state in
            switch (input, state) {
            case (.start, .idle): state = .running
            case (.stop, .running): state = .idle
            default: return nil
            }
            return .empty
          }
        }
      }
      """)
    #expect(found.machines.isEmpty)
    #expect(
      found.diagnostics.map(\.message) == [
        "'Watch.State' belongs to no machine: no property stores it, and no function takes it with an "
          + "event"
      ])
  }

  @Test("`.init` among the reducers that `Reducer<…>.combine` is given")
  func implicit() throws {
    let found = try machine(
      """
      struct Cart {
        struct State { var total = 0; var items: [Item.State] = [] }
        enum Action { case add, item(Item.Action) }
        static let reducer = Reducer<State, Action, Void>.combine(
          Item.reducer.forEach(state: \\.items, action: /Action.item),
          .init { state, action, _ in
            switch action {
            case .add:
              state.total = 1
              return .none
            case .item: return .none
            }
          })
      }
      """)
    #expect(found.actions.first { $0.event.name == "add" }?.writes.map(\.path) == ["total"])
  }

  @Test("a reducer may have more parameters than the state and the event")
  func furtherParameters() throws {
    let found = try machine(
      """
      struct ViewState { var isOn = false }
      enum Action { case flip }
      func reduce(
        state: ViewState, action: Action, file: StaticString, function: StaticString, line: UInt
      ) -> ViewState {
        var state = state
        switch action {
        case .flip: state.isOn = true
        }
        return state
      }
      """)
    #expect(found.actions.map(\.event.name) == ["flip"])
  }

  @Test("a closure that is the value of a variable with a reducer's type")
  func variables() throws {
    let found = try machine(
      """
      typealias Reducer<State, Event> = (inout State, Event) -> Void
      struct RatesState { var isLoading = false }
      enum RatesEvent { case start, stop }
      extension RatesState {
        static let reducer: Reducer<RatesState, RatesEvent> = { state, event in
          switch event {
          case .start: state.isLoading = true
          case .stop: state.isLoading = false
          }
        }
      }
      """)
    #expect(found.actions.map(describe) == ["start isLoading = true", "stop isLoading = false"])
  }

  @Test("a variable of a function type that gives the next state")
  func functionTypes() throws {
    try expectTransitions(
      """
      enum LoginState { case out, inside }
      enum LoginEvent { case enter, leave }
      let reducer: (LoginState, LoginEvent) -> LoginState = { state, event in
        switch (state, event) {
        case (.out, .enter): return .inside
        case (.inside, .leave): return .out
        default: return state
        }
      }
      """,
      [
        "out enter inside", "out leave ignored", "inside enter ignored", "inside leave out",
      ])
  }

  @Test("a pure method of the state answers with the next one")
  func methods() throws {
    try expectTransitions(
      """
      enum LoginEvent { case enter, leave }
      enum LoginState {
        case out, inside
        func next(on event: LoginEvent) -> LoginState {
          switch (self, event) {
          case (.out, .enter): return .inside
          case (.inside, .leave): return .out
          default: return self
          }
        }
      }
      """,
      [
        "out enter inside", "out leave ignored", "inside enter ignored", "inside leave out",
      ])
  }

  @Test("a global reducer may cast its action, and hide it behind the cast")
  func downcasts() throws {
    try expectActions(
      """
      protocol Action {}
      enum ListAction: Action { case load, failed }
      struct ListState { var isLoading = false }
      func listReducer(action: Action, state: ListState) -> ListState {
        var state = state
        guard let action = action as? ListAction else { return state }
        switch action {
        case .load: state.isLoading = true
        case .failed: state.isLoading = false
        }
        return state
      }
      """, ["load isLoading = true", "failed isLoading = false"])
  }

  @Test("reducers of a body run in the order in which it names them")
  func order() throws {
    let found = try machine(
      """
      @Reducer struct Counter {
        struct State { var phase = Phase.idle }
        enum Phase { case idle, busy }
        enum Action { case tick, reset }
        var body: some ReducerOf<Self> {
          Reduce(core)
          Reduce { state, action in
            if state.phase == .busy { return .send(.reset) }
            return .none
          }
        }
        func core(state: inout State, action: Action) -> Effect<Action> {
          switch action {
          case .tick: state.phase = .busy
          case .reset: state.phase = .idle
          }
          return .none
        }
      }
      """)
    let ticks = found.transitions.filter { $0.event.name == "tick" }
    #expect(ticks.map { $0.effect != nil } == [true, true])
    let resets = found.transitions.filter { $0.event.name == "reset" }
    #expect(resets.allSatisfy { $0.effect == nil })
  }

  @Test("a closure that neither changes a state nor answers with one is no reducer")
  func otherClosures() {
    let found = extract(
      """
      enum State { case on, off }
      enum Event { case flip }
      struct Tools {
        var reducer: String
        let compare: (State, Event) -> Bool = { state, event in state == .on && event == .flip }
        let sort: (State, State) -> State = { state, other in state == .on ? state : other }
      }
      """)
    #expect(found.machines.isEmpty)
  }
}
