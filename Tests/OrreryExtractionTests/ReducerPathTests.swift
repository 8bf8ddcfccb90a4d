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

  @Test(
    "`makeInout` of a type takes the types that its parameters are named after",
    arguments: ["Mapping.makeInout", "Mapping<World>.makeInout", "Self.makeInout", ".makeInout"])
  func makeInout(callee: String) throws {
    let source =
      types + """
        extension Mapping {
          static func own() -> Mapping { \(callee) { action, state, world in
            \(body)
            return .empty
          } }
        }
        """
    try expectActions(source, rows)
  }

  @Test("a method of a value that has such a name makes none")
  func ofValue() {
    let source =
      types + """
        let sum = numbers.makeInout { action, state in \(body) }
        let all = numbers.reduce { action, state in \(body) }
        """
    #expect(extract(source).machines.isEmpty)
  }

  @Test("in a variable of a function, the function is the machine")
  func local() throws {
    let found = try machine(
      types + """
        enum Feature {
          static func mapping() -> Mapping {
            let own = Mapping.makeInout { action, state in \(body) }
            return .combine(own, Images.mapping())
          }
        }
        """)
    #expect(found.name == "Feature.mapping")
  }
}
