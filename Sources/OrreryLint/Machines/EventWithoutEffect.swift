import OrreryModel
import OrrerySyntax

/// An event that no state answers.
enum EventWithoutEffect: SourceRule {
  static let description = RuleDescription(
    "event-without-effect", .machines,
    "An event that no state answers with a move, a write or an effect, and that nobody else reads.",
    why: """
      Whoever sends it, a button or a server, waits for something that never happens. Either the \
      answer is missing, or the event is left over.
      """,
    sources: [.statecharts("UML 2.5.1, 13.3.3: an event that triggers nothing is lost")],
    wrong: [
      RuleExample(
        "The retry button does nothing.",
        """
        @Reducer
        struct Articles {
          struct State: Equatable { var titles: [String] = [] }
          enum Action {
            case response([String])
            case retryTapped  // wrong
          }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .response(let titles):
                state.titles = titles
                return .none
              case .retryTapped:
                return .none
              }
            }
          }
        }
        """),
      RuleExample(
        "The account was not imported, and nobody tells the user.",
        """
        @Reducer
        struct Importer {
          struct State: Equatable { var isImported = false }
          enum Action {
            case importTapped
            case imported
            case importFailed  // wrong
          }
          @Dependency(\\.wallet) var wallet
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .importTapped:
                return .run { send in
                  do {
                    try await wallet.importAccount()
                    await send(.imported)
                  } catch {
                    await send(.importFailed)
                  }
                }
              case .imported:
                state.isImported = true
                return .none
              case .importFailed:
                return .none
              }
            }
          }
        }
        """),
      RuleExample(
        "`default` hides that nothing answers `closed`.",
        """
        @StateMachine
        struct Lamp: StateMachine {
          enum State { case on, off }
          enum Input {
            case toggled
            case closed  // wrong
          }
          static func reduceInput(_ state: State, _ input: Input) -> Transition {
            switch (state, input) {
            case (.on, .toggled): nextState(.off)
            case (.off, .toggled): nextState(.on)
            default: identity
            }
          }
        }
        """),
    ],
    right: [
      RuleExample(
        "The parent answers what the child ignores.",
        """
        @Reducer
        struct Row {
          struct State: Equatable { var isOn = false }
          enum Action { case toggled, removeTapped }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .toggled:
                state.isOn.toggle()
                return .none
              case .removeTapped:
                return .none
              }
            }
          }
        }
        @Reducer
        struct Table {
          struct State: Equatable { var row: Row.State? }
          enum Action { case row(Row.Action) }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .row(.removeTapped):
                state.row = nil
                return .none
              case .row:
                return .none
              }
            }
          }
        }
        """),
      RuleExample(
        "Actions of others, and those that a library answers.",
        """
        @Reducer
        struct Form {
          struct State: Equatable { var count = 0 }
          enum Action: BindableAction {
            case binding(BindingAction<State>)
            case delegate(Delegate)
            case saveTapped
            enum Delegate { case saved }
          }
          var body: some ReducerOf<Self> {
            BindingReducer()
            Reduce { state, action in
              switch action {
              case .binding, .delegate: return .none
              case .saveTapped: return .send(.delegate(.saved))
              }
            }
          }
        }
        """),
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    let candidates = IdleEvent.all(in: subject)
    let readers = EventReaders(of: Set(candidates.map(\.item.name)), in: subject)
    let found = candidates.filter { !readers.reads($0) }
    let senders = subject.places(makingCasesOf: Set(found.map(\.item.name)))
    return found.map { candidate in
      let sender = senders[candidate.item.name]?.first {
        $0.mayMake(candidate.item)
      }
      let place = sender.map { place in
        let name = place.location.file.split(separator: "/").last ?? ""
        return "reads it; \(name) sends it in line \(place.location.line)"
      }
      return finding(
        at: candidate.location, machine: candidate.machine.id, event: candidate.event,
        "no state of \(candidate.machine.name) answers `\(candidate.event.name)`, and nobody else "
          + (place ?? "reads or sends it"),
        remedy: sender == nil
          ? "remove the case" : "answer it where it counts, or remove the case and what sends it")
    }
  }
}
