import OrreryModel
import Testing

@Suite("Reducers whose type a typealias names") struct ReducerAliasTests {
  private func voting(_ members: String) -> String {
    """
    enum Voting {}
    extension Voting {
      struct State { var status: Int?; var isLoading = false }
      enum Action { case fetch, fetched(Int) }
      struct Environment {}
    }
    extension Voting {
    \(members)
    }
    """
  }

  private let body = """
    { state, action, environment in
        switch action {
        case .fetch: state.isLoading = true
        case let .fetched(count): state.status = count
        }
        return .none
      }
    """

  private let rows = ["fetch isLoading = true", "fetched status = count"]

  @Test(
    "are found, with the module before the name and by an alias of an alias",
    arguments: [
      "typealias Reducer = Library.Reducer<State, Action, Environment>; static let reducer = Reducer ",
      "typealias Reducer = Library.Reducer<State, Action, Environment>; static let reducer: Reducer = .init ",
      "typealias Main = AnyReducer<State, Action, Environment>; static let reducer = Main ",
      "typealias Main = Other; typealias Other = Reducer<State, Action, Environment>; static let reducer = Main ",
      "typealias Main = Reducer<State, Action, Environment>; static let reducer: Main = Reducer ",
      "typealias Main = (inout State, Action, Environment) -> Void; static let reducer: Main = ",
      "static let reducer = Library.Reducer<State, Action, Environment> ",
      "static let reducer = Library.Reducer<State, Action, Environment>.init ",
    ])
  func aliased(_ declaration: String) throws {
    try expectActions(voting("  \(declaration)\(body)"), rows)
  }

  @Test("are found among those that the alias combines")
  func combined() throws {
    let members = """
        typealias Reducer = Library.Reducer<State, Action, Environment>
        static let reducer = Reducer.combine(
          child,
          .init { state, action, _ in
            guard case let .fetched(count) = action else { return .none }
            state.status = count
            return .none
          }
        )
      """
    try expectActions(
      voting(members),
      ["fetch ", "fetched[case let .fetched(count)] status = count"]
        .map { $0.replacing("[case let .fetched(count)]", with: "") })
  }

  @Test("are the machines of the types that the alias sees, not of those around the closure")
  func scope() throws {
    let source = """
      enum Timer {
        struct State { var seconds = 0 }
        enum Action { case tick }
      }
      struct State { var other = 0 }
      enum Action { case unlike }
      extension Timer { typealias Main = Reducer<State, Action, Void> }
      extension Timer { static let main = Main { state, action, _ in
        switch action { case .tick: state.seconds += 1 }
        return .none
      } }
      """
    try expectActions(source, ["tick seconds += 1"])
  }

  @Test("of other types are none")
  func others() {
    let source = voting(
      "  typealias Main = Loader<State, Action>; static let loader = Main \(body)")
    #expect(extract(source).machines.isEmpty)
  }
}

@Suite("Actions of reducers that are closures") struct NestedActionTests {
  @Test("that carry an enum which the action declares are told by its cases")
  func nested() throws {
    try expectActions(
      """
      struct Vote { var count: Int?; var isOn = false }
      enum VoteAction {
        case request(Request), event(Event), header(HeaderAction)
        enum Request { case subscribe, fetch }
        enum Event { case fetched(Result<Int, Error>), ended }
      }
      enum HeaderAction { case tapped }
      let reducer = Reducer<Vote, VoteAction, Void> { state, action, _ in
        switch action {
        case .request(.subscribe): return listen()
        case .request(.fetch): state.isOn = true
        case let .event(.fetched(.success(count))): state.count = count
        case .event(.fetched(.failure)), .event(.ended): state.count = nil
        case .header: break
        }
        return .none
      }
      """,
      [
        "request.subscribe/listen ", "request.fetch isOn = true",
        "event.fetched[case let .fetched(.success(count))] count = count",
        "event.fetched[case .fetched(.failure)] count = nil", "event.ended count = nil", "header ",
      ])
  }

  @Test("have their values on one line, be the lines indented by blanks or tabs")
  func tabs() throws {
    try expectActions(
      "struct Vote { var name: String? }\nenum VoteAction { case fetch }\n"
        + "let reducer = Reducer<Vote, VoteAction, Void> { state, action, _ in\n"
        + "\tswitch action {\n\tcase .fetch:\n\t\tstate.name = names\n\t\t\t.first\t(where: isOn)\n"
        + "\t}\n\treturn .none\n}",
      ["fetch name = names.first (where: isOn)"])
  }

  @Test("a function type that takes no event is no reducer's, by whatever name it goes")
  func noEvents() {
    let found = extract(
      """
      enum Unit { case celsius, kelvin }
      enum Scale { case linear, logarithmic }
      typealias Convert = (Scale, Unit) -> Scale
      let convert: Convert = { scale, unit in
        switch unit {
        case .celsius: return .linear
        case .kelvin: return .logarithmic
        }
      }
      """)
    #expect(found.machines.isEmpty)
  }
}
