import Testing

@Suite("Choices and successive writes of struct states") struct ChoiceTests {
  private func feature(_ clauses: String) -> String {
    """
    @Reducer struct Feature {
      struct State { var mode: Mode = .off; var title = ""; var cells: [Mode] = [] }
      enum Mode { case off, on, broken }
      enum Action { case tapped(Bool), loaded(Item?) }
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
    \(clauses)
          }
        }
      }
    }
    """
  }

  @Test("of several assignments of a property only the last is told")
  func last() throws {
    try expectActions(
      feature(
        """
          case .loaded(let item):
            state.mode = .off
            guard let item else {
              state.mode = .broken
              return .none
            }
            state.title = item.title
            return .none
          case .tapped: return .none
        """),
      [
        "tapped ", "loaded[!(let item)] mode = .broken",
        "loaded[let item] mode = .off; title = item.title",
      ])
  }

  @Test("a value that is chosen is told as written, unless it is one of few")
  func choice() throws {
    try expectActions(
      feature(
        """
          case .tapped(let isLong):
            state.title = isLong ? "long" : "short"
            return .none
          case .loaded(let item):
            state.mode = item == nil ? .broken : .on
            return .none
        """),
      [
        "tapped title = isLong ? \"long\" : \"short\"", "loaded[item == nil] mode = .broken",
        "loaded[!(item == nil)] mode = .on",
      ])
  }

  @Test("what is decided by the same condition later on is told by its side")
  func decided() throws {
    try expectActions(
      feature(
        """
          case .tapped(let isLong):
            state.title = isLong ? "long" : "short"
            if isLong { return .run { _ in await play() }.cancellable(id: 1) }
            return .none
          case .loaded: return .none
        """),
      [
        "tapped[isLong]/.run title = \"long\"", "tapped[!(isLong)] title = \"short\"", "loaded ",
      ])
  }

  @Test("a modified effect is that effect, whatever it is called in between")
  func modified() throws {
    try expectActions(
      feature(
        """
          case .tapped:
            let first = load(&state)
            return .merge(first, .send(.loaded(nil)))
          case .loaded: return .none
        """
      ).replacing(
        "  var body",
        with: """
          private func load(_ state: inout State) -> Effect<Action> {
            state.mode = .on
            return .run { send in await send(.loaded(fetch())) }.cancellable(id: CancelID.load)
          }
          var body
          """),
      ["tapped/merge(.run, .send(.loaded(nil))) mode = .on", "loaded "])
  }
}
