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
        "view.cancel/merge(cancel(CancelID.load), .send) isLoading mutate toggle()",
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
}
