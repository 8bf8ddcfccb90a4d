import OrreryExtraction
import OrreryModel
import Testing

@Suite("The composable style") struct ComposableStyleTests {
  @Test("actions with their writes and effects, children and nested actions")
  func feature() throws {
    let feature = try machine(
      #"""
      @Reducer
      struct Counter {
        @ObservableState
        struct State {
          var count = 0
          var isLoading = false
          @Presents var detail: Detail.State?
          var rows: IdentifiedArrayOf<Row.State> = []
        }
        enum Action {
          case view(View)
          case loaded(Result<Int, any Error>)
          case detail(PresentationAction<Detail.Action>)
          enum View { case tap, cancel }
        }
        var body: some ReducerOf<Self> {
          Scope(state: \.settings, action: \.settings) { Settings() }
          Reduce { state, action in
            switch action {
            case .view(.tap):
              state.count += 1
              state.isLoading = true
              return .run { send in await send(.loaded(.success(1))) }.cancellable(id: CancelID.load)
            case .view(.cancel):
              state.isLoading.toggle()
              return .merge(.cancel(id: CancelID.load), .send(.view(.tap)))
            case .loaded(.success(let count)):
              state.count = count
              return .none
            case .loaded(.failure), .detail:
              return .none
            }
          }
          .ifLet(\.$detail, action: \.detail) { Detail() }
          .forEach(\.rows, action: \.rows)
        }
      }
      """#)
    #expect(feature.style == .composable)
    #expect(
      feature.actions.map(describe) == [
        "view.tap/.run count += 1; isLoading = true",
        "view.cancel/merge(cancel(CancelID.load), .send(.view(.tap))) isLoading mutate toggle()",
        "loaded[case .success(let count)] count = count", "loaded[case .failure] ", "detail ",
      ])
    #expect(feature.children.map(\.via) == [.scope, .ifLet, .forEach])
    #expect(feature.children.map(\.machine) == ["Settings", "Detail", "Row"])
    #expect(feature.projection == ["isLoading"])
  }

  @Test("several reducers of one body see each action in order")
  func severalReducers() throws {
    try expectActions(
      """
      struct Feature: Reducer {
        struct State { var a = 0; var b = 0 }
        enum Action { case one, two }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .one: state.a = 1
            case .two: break
            }
            return .none
          }
          Reduce { state, action in
            if case .one = action { state.b = 2 }
            return .none
          }
        }
      }
      """,
      ["one a = 1; b = 2", "two "])
  }

  @Test("an enum of reducers has a state and a child for each case")
  func reducerEnum() throws {
    let path = try machine("@Reducer enum Path { case list(List), edit(Edit) }")
    #expect(path.states.map(\.name) == ["list", "edit"])
    #expect(path.children.map(\.machine) == ["List", "Edit"])
  }

  @Test("children are named as their machines are, also where the module is not known")
  func childrenWithoutModule() throws {
    let source = "@Reducer enum Path { case edit(Edit) }; @Reducer enum Edit { case done(Int) }"
    for (module, child) in [("", "Edit"), ("App", "App.Edit")] {
      let machines = Extractor().extract([
        SourceText(module: module, path: "File.swift", text: source)
      ]).machines
      #expect(machines.contains { $0.id == child })
      #expect(machines.flatMap(\.children).map(\.machine).contains(child))
    }
  }

  @Test("a reducer that a feature's body calls for is no machine beside it")
  func calledReducer() throws {
    let feature = try machine(
      """
      @Reducer struct Feature {
        struct State { var isOn = false }
        indirect enum Action { case flip, inner(Action) }
        var body: some ReducerOf<Self> { coordinator() }
      }
      extension Feature {
        func coordinator() -> Reduce<Feature.State, Feature.Action> {
          Reduce { state, action in
            switch action {
            case .flip:
              state.isOn = true
              return .none
            case .inner: return .none
            }
          }
        }
      }
      """)
    #expect(feature.id == "App.Feature")
    #expect(feature.events.map(\.name) == ["flip", "inner"])
    #expect(feature.actions.map(describe) == ["flip isOn = true", "inner "])
  }

  /// A protocol of an app, which hands each part of its actions to a function of the feature.
  private let features = """
    protocol Payload { associatedtype ViewAction; associatedtype InternalAction; associatedtype Own }
    enum FeatureAction<P: Payload> { case view(P.ViewAction), `internal`(P.InternalAction), own(P.Own) }
    protocol FeatureReducer: Reducer, Payload where Action == FeatureAction<Self> {
      associatedtype ViewAction = Never
      associatedtype InternalAction = Never
      associatedtype Own = Never
    }
    extension Reducer where Self: FeatureReducer {
      var body: some ReducerOf<Self> { Reduce(core) }
      func core(state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case let .view(viewAction): reduce(into: &state, viewAction: viewAction)
        case let .internal(internalAction): reduce(into: &state, internalAction: internalAction)
        case let .own(own): reduce(into: &state, own: own)
        }
      }
      func reduce(into state: inout State, viewAction: ViewAction) -> Effect<Action> { .none }
      func reduce(into state: inout State, internalAction: InternalAction) -> Effect<Action> { .none }
      func reduce(into state: inout State, own: Own) -> Effect<Action> { .none }
    }
    extension Reducer where Self: OtherReducer {
      func core(state: inout State, action: Action) -> Effect<Action> { .cancel(id: 0) }
    }

    """

  private let book = """
    struct Book: FeatureReducer {
      struct State { var entries: [Int] = []; var isOpen = false }
      enum ViewAction { case opened, closed }
      enum InternalAction { case loaded([Int]) }
      func reduce(into state: inout State, viewAction: ViewAction) -> Effect<Action> {
        switch viewAction {
        case .opened:
          state.isOpen = true
          return .send(.internal(.loaded([1])))
        case .closed:
          return .cancel(id: 1)
        }
      }
      func reduce(into state: inout State, internalAction: InternalAction) -> Effect<Action> {
        switch internalAction {
        case let .loaded(entries):
          state.entries = entries
          return .none
        }
      }
    }

    """

  @Test("a reducer that a protocol of the app gives by default is the feature's")
  func protocolReducer() throws {
    let book = try machine(features + book)
    #expect(book.style == .composable)
    #expect(
      book.actions.map(describe) == [
        "view.opened/.send(.internal(.loaded)) isOpen = true", "view.closed/cancel(1) ",
        "internal.loaded entries = entries",
      ])
    let lines = (features + self.book).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      book.actions.map { lines[$0.location.line - 1].trimmingPrefix { $0 == " " } } == [
        "state.isOpen = true", "return .cancel(id: 1)", "state.entries = entries",
      ])
  }

  @Test("a reducer of a protocol is found beside the children of a feature's own body")
  func protocolReducerWithChild() throws {
    let body = """
      extension Book {
        var body: some ReducerOf<Self> {
          Reduce(core).ifLet(\\.$detail, action: \\.detail) { Detail() }
        }
      }
      """
    let book = try machine(features + book + body)
    #expect(book.events.map(\.name) == ["view.opened", "view.closed", "internal.loaded"])
    #expect(book.children.map(\.machine) == ["Detail"])
    #expect(book.actions.map(\.writes.count) == [1, 0, 1])
  }

  @Test("an effect that is a chain over lines is named without blanks")
  func chain() throws {
    try expectActions(
      """
      struct Ask: ReducerProtocol {
        struct State { var isOn = false }
        enum Action { case start(Bool) }
        func reduce(into state: inout State, action: Action) -> EffectTask<Action> {
          state.isOn = true
          return manager
            .location?
            .startUpdating()
            .fireAndForget()
        }
      }
      """,
      ["start/manager.location?.startUpdating isOn = true"])
  }

  @Test("associated values that literals tell apart are a condition in every clause")
  func literalPayloads() throws {
    try expectActions(
      """
      struct Ask: ReducerProtocol {
        struct State { var isOn = false; var count = 0 }
        enum Action { case reply(ok: Bool), ask }
        func reduce(into state: inout State, action: Action) -> EffectTask<Action> {
          switch action {
          case .reply(ok: false): state.isOn = false
          case .reply(ok: true): state.count += 1
          case .ask: break
          }
          return .none
        }
      }
      """,
      ["reply[case ok: false] isOn = false", "reply[case ok: true] count += 1", "ask "])
  }

  @Test("effects are the same with the type's name before them")
  func typedEffects() throws {
    try expectActions(
      """
      @Reducer struct Sync {
        struct State { var isOn = false }
        enum Action { case both, one, stop, other, done }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .both:
              state.isOn = true
              let sync = Effect<Action>.run { _ in await sync.run() }
              return .merge(sync, EffectTask.run { send in await send(.done) })
            case .one: return EffectOf<Self>.send(.done)
            case .stop: return Effect.cancel(id: 1)
            case .other: return Effect.none
            case .done: return .none
            }
          }
        }
      }
      """,
      [
        "both/merge(.run, .run) isOn = true", "one/.send(.done) ", "stop/cancel(1) ", "other ",
        "done ",
      ])
  }

  @Test("conditions that decide nothing leave one row, also where several of them stand together")
  func needlessConditions() throws {
    let source = """
      @Reducer struct Memo {
        struct State { var draft = ""; var text = ""; var isShown = false }
        enum Action { case save, loaded(String?) }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .save:
              let title = state.draft.isEmpty ? "none" : state.draft
              var stamp: String?
              if !state.text.isEmpty { stamp = make() } else { stamp = nil }
              print(title, stamp)
              state.isShown = false
              return .none
            case let .loaded(text):
              if let text {
                print(text)
              }
              return .none
            }
          }
        }
      }
      """
    try expectActions(source, ["save isShown = false", "loaded "])
    #expect(try machine(source).actions.map(\.location.line) == [12, 18])
  }

  @Test("what reacts to a change is told to be open, and counted")
  func reactions() throws {
    let text = """
      @Reducer struct Cart {
        struct State { var items: [Int] = []; var total = 0 }
        enum Action { case add(Int) }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            state.items.append(1)
            return .none
          }
          .onChange(of: \\.items) { _, items in
            Reduce { state, _ in
              state.total = items.count
              return .none
            }
          }
        }
      }
      """
    let found = try machine(text)
    #expect(found.actions.map(describe) == ["add items mutate append(1)"])
    #expect(
      found.unresolved.map(\.reason) == [
        "no action shows what a change of \\.items does to the state"
      ])
    #expect(found.unresolved.map(\.location.line) == [9])
    let files = [SourceText(module: "App", path: "Sources/App/File.swift", text: text)]
    let writes = Audit(files, extract: extract(text)).machines.flatMap(\.findings).filter {
      $0.kind == .write
    }
    #expect(writes.map(\.account) == [.row, .unresolved])
  }
}
