import OrreryExtraction
import OrreryModel
import Testing

@Suite("The reducer style") struct ReducerStyleTests {
  private let search = """
    @StateMachine
    struct Search: StateMachine {
      enum State { case idle, loading(query: String), failed }
      enum Input { case search(String), clear }
      enum IOEffect { case fetch(String), log }
      enum IOResult { case loaded(Result<Int, Error>) }
      static func reduceInput(_ state: State, _ input: Input) -> Transition {
        switch (state, input) {
        case (.failed, .clear): undefined
        case (_, .search(let query)):
          transition(.loading(query: query), effect: .concat(.log, .merge(.fetch(query), .log)))
        case (.loading, .clear): nextState(.idle)
        case (.idle, .clear): identity
        }
      }
      static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
        guard case .loading = state else { return run(.log) }
        switch ioResult {
        case .loaded(.success): return Self.nextState(.idle)
        case .loaded(.failure): return (.failed, nil)
        }
      }
    }
    """

  @Test("TCA-SM's helpers, raw tuples and effect trees are read")
  func helpers() throws {
    let tree = "concat(.log, merge(.fetch, .log))"
    try expectTransitions(
      search,
      [
        "idle search/\(tree) loading", "idle clear ignored", "loading search/\(tree) loading",
        "loading clear idle", "failed search/\(tree) loading", "failed clear rejected",
        "idle loaded/.log idle", "loading loaded[case .success] idle",
        "loading loaded[case .failure] failed", "failed loaded/.log failed",
      ])
  }

  @Test("the two reducers are two origins")
  func origins() throws {
    let machine = try machine(search)
    #expect(machine.style == .reducer)
    #expect(machine.events.map(\.id).map(\.origin) == [.input, .input, .ioResult])
    #expect(machine.id == "App.Search")
  }

  @Test("identity is told from undefined although both are the same tuple")
  func identityAndUndefined() throws {
    let kinds = try machine(search).transitions.filter { $0.event.name == "clear" }.map(\.kind)
    #expect(kinds == [.ignore, .move, .reject])
  }

  @Test("unsafe is a stay with an effect of that name")
  func unsafe() throws {
    try expectTransitions(
      """
      struct Beeper: StateMachine {
        enum State { case on, off }
        enum Input { case beep }
        static func reduceInput(_ state: State, _ input: Input) -> Transition {
          switch state {
          case .on: return unsafe { print("beep") }
          case .off: return unsafe({ print("off") })
          }
        }
      }
      """,
      ["on beep/unsafe on", "off beep/unsafe off"])
  }

  @Test("a plain function from state and event to state is a machine")
  func plainFunction() throws {
    try expectTransitions(
      """
      enum Light { case red, green }
      enum Signal { case next, off }
      func reduce(state: Light, event: Signal) -> Light {
        switch event {
        case .next: return state == .red ? .green : .red
        case .off: return state
        }
      }
      """,
      ["red next green", "red off ignored", "green next red", "green off ignored"])
  }

  @Test("an inout state with an optional effect is a machine")
  func inOutState() throws {
    try expectTransitions(
      """
      enum Light { case red, green }
      enum Signal { case next }
      enum Effect { case tick }
      struct Machine {
        func update(_ state: inout Light, _ signal: Signal) -> Effect? {
          switch (signal, state) {
          case (.next, .red):
            state = .green
            return .tick
          case (.next, .green):
            state = .red
            return nil
          }
        }
      }
      """,
      ["red next/.tick green", "green next red"])
  }

  @Test("local variables may hold the next state and the effect")
  func accumulators() throws {
    try expectTransitions(
      """
      enum Light { case red, green }
      enum Signal { case next }
      enum Effect { case tick }
      func reduce(_ state: Light, _ event: Signal) -> (Light, Effect?) {
        var next = state
        var effect: Effect?
        if case .red = state {
          next = .green
          effect = .tick
        }
        return (next, effect)
      }
      """,
      ["red next/.tick green", "green next ignored"])
  }

  @Test("an enum of actions that apply themselves is a machine of the outer type")
  func actionsThatApply() throws {
    let machine = try machine(
      """
      struct Flow {
        enum State { case login, game }
        enum Action {
          case start, quit
          func apply(toState state: inout State) -> Int? {
            switch self {
            case .start: state = .game
            case .quit: state = .login
            }
            return nil
          }
        }
      }
      """)
    #expect(machine.id == "App.Flow")
    #expect(
      machine.transitions.map(describe) == [
        "login start game", "login quit ignored", "game start ignored", "game quit login",
      ])
  }

  @Test("several types of actions that apply themselves are one machine; a struct is an event")
  func severalActions() throws {
    let list = try machine(
      """
      struct Todo: Workflow {
        enum State { case list, edit, closed }
        enum ListAction: WorkflowAction {
          case open
          func apply(toState state: inout State) -> Output? {
            switch self { case .open: state = .edit }
            return nil
          }
        }
        enum EditAction: WorkflowAction {
          case save
          func apply(toState state: inout State) -> Output? {
            switch self { case .save: state = .list }
            return nil
          }
        }
        struct Close: WorkflowAction {
          func apply(toState state: inout State) -> Output? {
            state = .closed
            return nil
          }
        }
      }
      """)
    #expect(Set(list.events.map(\.name)) == ["open", "save", "Close"])
    #expect(list.name == "Todo")
  }

  @Test("types that a function declares for itself are not those of the same name outside")
  func localTypes() {
    let found = extract(
      """
      enum Action { case tap }
      struct State { var count = 0 }
      func test() {
        struct State { var isOn = false }
        enum Action { case flip }
        let reducer = Reduce<State, Action> { state, action in
          switch action {
          case .flip:
            state.isOn.toggle()
            return .none
          }
        }
      }
      """)
    #expect(found.machines.isEmpty)
  }

  @Test("a reducer made from a closure is a machine")
  func closures() throws {
    try expectTransitions(
      """
      enum Action { case go }
      enum State { case a, b }
      var reducer: Reducer<Action, State, Void> {
        Reducer { action, state, environment in
          switch (action, state) {
          case (.go, .a):
            state = .b
            return Effect(queue: Newest()) { nil }
          default: return .empty
          }
        }
      }
      """,
      ["a go/Effect b", "b go ignored"])
  }

  @Test("forwarded events name the child's event and the children are listed")
  func forwarding() throws {
    let machine = try machine(
      """
      struct Parent: StateMachine {
        struct State {
          @NestedState var child = Child.State()
          var title: String?
        }
        enum Input {
          @Forward(Child.Input.tap)
          case childTap
          case rename(String)
        }
        static func reduceInput(_ state: State, _ input: Input) -> Transition {
          switch input {
          case .childTap: identity
          case .rename(let name): nextState(withVar(state, \\.title, name))
          }
        }
      }
      """)
    #expect(machine.actions.map(\.forwards) == ["Child.Input.tap", nil])
    #expect(machine.actions.map(describe) == ["childTap ", "rename title = name"])
    #expect(machine.children == [Child(machine: "Child", via: .nested, path: "child")])
  }

  @Test("a machine split over files is one, whatever their order")
  func severalFiles() throws {
    let parts = [
      "struct Lamp { enum State { case on, off } }",
      """
      extension Lamp: StateMachine {
        enum Input { case toggle }
        static func reduceInput(_ state: State, _ input: Input) -> Transition {
          nextState(flipped(state))
        }
      }
      """,
      """
      extension Lamp {
        static func flipped(_ state: State) -> State { state.isOn ? .off : .on }
      }
      extension Lamp.State {
        var isOn: Bool { if case .on = self { true } else { false } }
      }
      """,
    ]
    let files = parts.enumerated().map { index, text in
      SourceText(module: "App", path: "Sources/App/\(index).swift", text: text)
    }
    let forward = Extractor().extract(files)
    #expect(
      forward.machines.flatMap(\.transitions).map(describe) == ["on toggle off", "off toggle on"])
    #expect(Extractor().extract(files.reversed()) == forward)
  }

  private let map = """
    struct MapState { var zoom = 0; var alert: String? }
    enum MapAction { case zoomIn, reset, child(ChildAction) }

    """

  @Test("a closure among the reducers that a typed reducer combines reduces what that says")
  func combinedClosure() throws {
    let source =
      map + """
        let mapReducer = Reducer<MapState, MapAction, MapEnvironment>.combine(
          childReducer.pullback(state: \\.child, action: /MapAction.child, environment: { $0.child }),
          Reducer { state, action, environment in
            switch action {
            case .zoomIn:
              state.zoom += 1
              return .none
            case .reset:
              state.alert = nil
              return Effect(value: .zoomIn)
            case .child: return .none
            }
          }
        )
        """
    let rows = ["zoomIn zoom += 1", "reset/Effect alert = nil", "child "]
    try expectActions(source, rows)
    let list = source.replacing("combine(", with: "combine([").replacing("\n)", with: "\n])")
    try expectActions(list, rows)
  }

  @Test("a reducer that is pulled back into another one is not taken for that one")
  func pulledBack() {
    let found = extract(
      map + """
        enum ChildAction { case zoomIn, reset }
        let mapReducer = Reducer<MapState, MapAction, Void>.combine(
          Reducer { state, action, _ in
            switch action {
            case .zoomIn, .reset: state.zoom = 1
            }
            return .none
          }.pullback(state: \\.child, action: /MapAction.child, environment: { _ in })
        )
        """)
    #expect(found.machines.isEmpty)
  }

  @Test("closures that one reducer combines see each action in order")
  func severalClosures() throws {
    let machine = try machine(
      map + """
        let mapReducer: Reducer<MapState, MapAction, Void> = .combine(
          Reducer { state, action, _ in
            switch action {
            case .zoomIn:
              state.zoom += 1
              return .none
            case .reset: return Effect(value: .zoomIn)
            case .child: return .none
            }
          },
          Reducer { value, event, _ in
            guard case .reset = event else { return .none }
            value.alert = nil
            return .cancel(id: 1)
          }
        )
        """)
    #expect(
      machine.actions.map(describe) == [
        "zoomIn zoom += 1", "reset/concat(Effect, cancel(1)) alert = nil", "child ",
      ])
  }

  @Test("closures of which a declaration chooses one do not follow each other")
  func alternativeClosures() throws {
    let machine = try machine(
      map + """
        func make(isOn: Bool) -> Reducer<MapState, MapAction, Void> {
          if isOn {
            return Reducer { state, action, _ in
              if case .zoomIn = action { state.zoom = 1 }
              return .none
            }
          }
          return Reducer { state, action, _ in
            if case .zoomIn = action { state.zoom = 2 }
            return .none
          }
        }
        """)
    #expect(
      machine.actions.filter { $0.event.name == "zoomIn" }.map(describe)
        == ["zoomIn zoom = 1", "zoomIn zoom = 2"])
  }

  @Test("of actions that are declared elsewhere the ones that the patterns name are events")
  func foreignActions() throws {
    try expectActions(
      """
      struct MapState { var alert: String? }
      let managerReducer = Reducer<MapState, LocationManager.Action, Void> { state, action, _ in
        switch action {
        case .didChange(.denied):
          state.alert = "denied"
          return .none
        case .didStop: return Effect(value: 1)
        default: return .none
        }
      }
      """,
      [
        "didChange[case .denied] alert = \"denied\"", "didChange[!(case .denied)] ",
        "didStop/Effect ",
      ])
  }

  @Test(
    "a reducer that returns nothing has no effects, be its last call one that changes the state")
  func noEffects() throws {
    try expectActions(
      """
      struct CartState { var items: [String] = []; var isOpen = false }
      enum CartAction { case add(String), open }
      func reduce(state: inout CartState, action: CartAction) {
        switch action {
        case .add(let item): state.items.append(item)
        case .open: state.isOpen = true
        }
      }
      """,
      ["add items mutate append(item)", "open isOpen = true"])
  }
}
