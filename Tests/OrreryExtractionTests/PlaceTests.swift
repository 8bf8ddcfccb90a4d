import OrreryExtraction
import OrreryModel
import Testing

@Suite("Where rows that write nothing are placed") struct PlaceTests {
  private func lines(_ source: String) throws -> [String] {
    let found = try machine(source)
    guard found.stateKind == .enum else {
      return found.actions.map { "\($0.event.name) \($0.location.line)" }
    }
    return found.transitions.map { "\($0.from) \($0.event.name) \($0.location.line)" }
  }

  @Test("in the reducer that does something, not in one behind it")
  func severalReducers() throws {
    let source = """
      @Reducer struct Panel {
        struct State { var title = ""; var isOpen = false }
        enum Action { case rename(String), cancel, open, done, rows }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case let .rename(title):
              state.title = title
              return .none
            case .cancel:
              return .cancel(id: CancelID.work)
            case .open:
              state.isOpen = true
              return .none
            default:
              return .none
            }
          }
          Reduce { state, action in
            switch action {
            case .done: return .send(.cancel)
            case .rows: return .none
            default: return .none
            }
          }
        }
      }
      """
    #expect(try lines(source) == ["rename 8", "cancel 11", "open 13", "done 21", "rows 22"])
    let told = try machine(source).transitions.filter { $0.from == "true" }
    #expect(
      told.map { "\($0.event.name) \($0.location.line)" } == [
        "rename 8", "cancel 11", "open 13", "done 21", "rows 22",
      ])
  }

  @Test("where the event is told apart, not in a getter that is read on the way")
  func getter() throws {
    #expect(
      try lines(
        """
        @Reducer struct Login {
          struct State { var isLoading = false }
          enum Action { case onAppear, tapped }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .onAppear:
                track(.screen)
                return .none
              case .tapped:
                state.isLoading = true
                return .none
              }
            }
          }
          enum Kind {
            case screen
            var name: String {
              switch self {
              case .screen: return "view"
              }
            }
          }
          private func track(_ kind: Kind) { print(kind.name) }
        }
        """) == ["onAppear 9", "tapped 11"])
  }

  @Test("in the branch of the function that the switch hands over to")
  func handedOver() throws {
    #expect(
      try lines(
        """
        struct Switcher: Reducer {
          struct State { var pending: String? }
          enum Action { case inner(Inner) }
          enum Inner { case answer(Result<Bool, Error>), done }
          func reduce(into state: inout State, action: Action) -> Effect<Action> {
            switch action {
            case let .inner(inner):
              return reduce(into: &state, inner: inner)
            }
          }
          func reduce(into state: inout State, inner: Inner) -> Effect<Action> {
            switch inner {
            case let .answer(.success(known)):
              guard let name = state.pending else {
                log()
                return .none
              }
              return .run { send in await send(.inner(.done)) }
            case .answer(.failure):
              return .none
            case .done:
              return load()
            }
          }
          func load() -> Effect<Action> { .run { _ in } }
        }
        """) == ["inner.answer 16", "inner.answer 18", "inner.answer 20", "inner.done 22"])
  }

  @Test("in the branch of a function that is handed the state of an enum")
  func handedState() throws {
    #expect(
      try lines(
        """
        enum Link { case idle, joined }
        enum Signal { case lost, made }
        enum Input { case signal(Signal) }
        enum Output { case rejoin }
        struct LinkReducer {
        static func reduce(_ state: inout Link, _ input: Input) -> [Output] {
          switch input {
          case let .signal(signal):
            return reduceSignal(signal, &state)
          }
        }
        static func reduceSignal(_ signal: Signal, _ state: inout Link) -> [Output] {
          switch signal {
          case .made:
            switch state {
            case .joined:
              state = .idle
            case .idle:
              break
            }
            return []
          case .lost:
            switch state {
            case .joined:
              return [.rejoin]
            case .idle:
              return []
            }
          }
        }
        }
        """) == ["idle signal 9", "joined signal 17", "joined signal 25"])
  }
}
