import OrreryModel
import Testing

@Suite("Actions that carry an enum of the feature") struct PayloadEnumTests {
  @Test("are one event: where they lead elsewhere, each row says the case that it is for")
  func divided() throws {
    let found = try machine(
      """
      @Reducer struct Tabs {
        enum Tab { case home, search }
        struct State { var tab = Tab.home }
        enum Action { case selected(Tab), other }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case let .selected(tab): state.tab = tab
            case .other: break
            }
            return .none
          }
        }
      }
      """)
    #expect(found.actions.map(describe) == ["selected tab = tab", "other "])
    #expect(
      found.transitions.filter { $0.event.name == "selected" }.map(describe) == [
        "home selected[case .selected(.home)] ignored",
        "home selected[case .selected(.search)] search",
        "search selected[case .selected(.home)] home",
        "search selected[case .selected(.search)] ignored",
      ])
  }

  @Test("are one event: what the reducer asks of the payload is a condition")
  func asked() throws {
    let found = try machine(
      """
      @Reducer struct Upload {
        struct State {
          var job: Job?
          enum Job { case pending, success, failure(String) }
        }
        enum Action { case started, finished(State.Job), closed }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .started: return .run { send in await send(.finished(.success)) }
            case let .finished(job):
              state.job = job
              if case .success = job { return .send(.closed) }
              return .none
            case .closed: return .none
            }
          }
        }
      }
      """)
    #expect(found.events.map(\.name) == ["started", "finished", "closed"])
    #expect(
      found.transitions.filter { $0.from == "nil" && $0.event.name == "finished" }.map(describe)
        == [
          "nil finished[!(case .finished(.success))] some",
          "nil finished[case .finished(.success)]/.send(.closed) some",
        ])
    #expect(
      found.actions.dropFirst().map(describe) == [
        "finished[case .success = job]/.send(.closed) job = job",
        "finished[!(case .success = job)] job = job", "closed ",
      ])
  }

  @Test("have no such condition where all cases do the same")
  func alike() throws {
    let found = try machine(
      """
      @Reducer struct Tabs {
        enum Tab { case home, search }
        struct State { var isOn = false }
        enum Action { case selected(Tab), other }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .selected: state.isOn = true
            case .other: state.isOn = false
            }
            return .none
          }
        }
      }
      """)
    #expect(found.transitions.allSatisfy { $0.guard == nil })
  }
}

@Suite("Where things are set up") struct SetUpTests {
  @Test("a closure that an initializer of a feature makes is the feature's")
  func features() throws {
    try expectActions(
      """
      @Reducer struct Login {
        private let reducer: Reduce<State, Action>
        init(reducer: Reduce<State, Action>) { self.reducer = reducer }
        struct State { var isLoading = false }
        enum Action { case start, done }
        var body: some ReducerOf<Self> { reducer }
      }
      extension Login {
        init() {
          let reducer = Reduce<State, Action> { state, action in
            switch action {
            case .start: state.isLoading = true
            case .done: state.isLoading = false
            }
            return .none
          }
          self.init(reducer: reducer)
        }
      }
      """,
      ["start isLoading = true", "done isLoading = false"])
  }

  @Test("a private method whose task calls who changes the state is an event")
  func tasks() throws {
    let rows = try machine(
      """
      @MainActor final class Store {
        enum Status { case unknown, ready }
        private(set) var status = Status.unknown
        init() { prepare() }
        private func prepare() { Task { await start() } }
        private func start() async {
          await api.check()
          status = .ready
        }
        func reset() { if status == .ready { status = .unknown } }
      }
      """
    ).transitions.filter { $0.event.name.hasPrefix("prepare#") }.map(describe)
    #expect(rows == ["unknown prepare#api.check ready", "ready prepare#api.check ignored"])
  }

  @Test("what follows a wait of an initializer starts from the initial state")
  func initial() throws {
    let rows = try machine(
      """
      actor Client {
        enum End { case finished, failed }
        private var end: End?
        init() async throws {
          try await pool.connect()
          let stream = await pool.stream()
          Task { for await item in stream { print(item) }; end = .failed }
        }
        func disconnect() { end = .finished }
        func check() throws { if end != nil { throw Closed() } }
      }
      """
    ).sure.filter { $0.event.name.hasPrefix("init#pool.connect") }.map(describe)
    #expect(rows == ["nil init#pool.connect.success/pool.stream nil"])
  }

  @Test(
    "a handler that is set is called time and again",
    arguments: [
      "source.setEventHandler { self.state = .done }",
      "xpc_connection_set_event_handler(source) { _ in self.state = .done }",
    ])
  func handlers(_ call: String) throws {
    let rows = try machine(
      """
      final class Watch {
        enum State { case idle, armed, open, done }
        private var state = State.idle
        func arm() { state = .armed; \(call) }
        func grow() { if state == .armed { state = .open } }
      }
      """
    ).transitions.filter { $0.event.name.hasPrefix("arm#") && $0.kind == .move }.map(\.from)
    #expect(rows == ["idle", "armed", "open"])
  }

  @Test("the next state that a method answers is no effect, though it may answer none")
  func answers() throws {
    let rows = try machine(
      """
      struct Light {
        enum State { case off, on(Int) }
        enum Event { case go, back }
        private(set) var state = State.off
        mutating func transition(on event: Event) -> State? {
          let new: State?
          switch (state, event) {
          case (.off, .go): new = .on(1)
          case (.on, .back): new = .off
          default: new = nil
          }
          if let new { state = new }
          return new
        }
      }
      """
    ).transitions.map(describe)
    #expect(rows == ["off go on", "off back ignored", "on go ignored", "on back off"])
  }
}
