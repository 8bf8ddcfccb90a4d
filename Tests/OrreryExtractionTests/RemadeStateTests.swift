import OrreryExtraction
import OrreryModel
import Testing

@Suite("Struct states that an action makes anew") struct RemadeStateTests {
  private func game(_ statement: String, initializer: String = "") -> String {
    """
    @Reducer struct Game {
      struct State: Equatable {
        var board: [Int] = []
        var name: String
        \(initializer)
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
    try expectActions(game("state = \(maker)"), ["again name = \"x\"; board = []"])
  }

  @Test("an initializer of its own is handed what the handler says, and keeps what is declared")
  func initializers() throws {
    try expectActions(
      game(
        "state = .init(name: \"x\")",
        initializer: "init(name: String) { self.name = name }"),
      ["again board = []; name = \"x\""])
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
