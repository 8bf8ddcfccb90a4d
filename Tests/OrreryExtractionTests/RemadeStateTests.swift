import OrreryExtraction
import OrreryModel
import Testing

@Suite("Struct states that an action makes anew") struct RemadeStateTests {
  private func game(_ statement: String) -> String {
    """
    @Reducer struct Game {
      struct State: Equatable {
        var board: [Int] = []
        var name: String
      }
      enum Action { case again }
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
          case .again:
            \(statement)
            return .none
          }
        }
      }
    }
    """
  }

  @Test(
    "however the type is named",
    arguments: ["Game.State(name: \"x\")", "State(name: \"x\")", ".init(name: \"x\")"])
  func names(_ maker: String) throws {
    try expectActions(game("state = \(maker)"), ["again state = \(maker)"])
  }

  @Test("an initializer of its own is handed what the handler says, and keeps what is declared")
  func initializers() throws {
    try expectActions(
      """
      enum Game {
        struct State {
          var board: [Int] = []
          var name: String
          init(named title: String) { name = title }
        }
        enum Event { case again(String), other }
        static func reduce(state: State, event: Event) -> State {
          switch event {
          case .again: return State(named: "x")
          case .other: return state
          }
        }
      }
      """,
      ["again board = []; name = \"x\"", "other "])
  }

  @Test("two clauses that do the same are a row each")
  func clauses() throws {
    let machine = try machine(
      """
      @Reducer struct Pay {
        struct State: Equatable { var isBuying = false }
        enum Action { case event(PayEvent) }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .event(let event):
              switch event {
              case .removed:
                state.isBuying = false
              case .failed: break
              case .finished:
                state.isBuying = false
              }
              return .none
            }
          }
        }
      }
      """)
    #expect(
      machine.actions.map(describe) == [
        "event[case .removed = event] isBuying = false", "event[case .failed = event] ",
        "event[case .finished = event] isBuying = false",
      ])
    #expect(machine.actions.map(\.location.line) == [10, 11, 13])
  }
}
