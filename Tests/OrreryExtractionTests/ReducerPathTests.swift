import OrreryExtraction
import OrreryModel
import Testing

@Suite("Reducers that a static function of a type makes") struct ReducerPathTests {
  private let types = """
    struct State { var n = 0; var isOn = false }
    enum Action { case up, off }

    """
  private let body = """
      switch action {
      case .up: state.n += 1
      case .off: state.isOn = false
      }
    """
  private let rows = ["up n += 1", "off isOn = false"]

  @Test(
    "the type stands before the function's name, or is the type of what is made",
    arguments: [
      "let reducer = Reducer<Action, State>.reduce { action, state in",
      "let reducer: Reducer<Action, State> = Reducer.reduce { action, state in",
      "let reducer: Reducer<Action, State> = .reduce { action, state in",
      "let reducer = Library.Reducer<Action, State>.reduce { action, state in",
    ])
  func reduce(head: String) throws {
    try expectActions(types + head + body + "}", rows)
  }

  @Test("a method of a value that has such a name makes none")
  func ofValue() {
    let source =
      types + """
        let all = numbers.reduce { action, state in \(body) }
        """
    #expect(extract(source).machines.isEmpty)
  }

  @Test("in a variable of a function, the function is the machine")
  func local() throws {
    let found = try machine(
      types + """
        enum Feature {
          static func reducer() -> Reducer<State, Action> {
            let own = Reducer<State, Action> { state, action in \(body) }
            return .combine(own, Images.reducer())
          }
        }
        """)
    #expect(found.name == "Feature.reducer")
  }
}
