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

  @Test("`makeInout` takes the types that its parameters are named after")
  func mappings() throws {
    let found = try machine(
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
    #expect(
      found.transitions.filter { $0.kind == .move }.map(describe) == [
        "idle start running", "running stop idle",
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
}
