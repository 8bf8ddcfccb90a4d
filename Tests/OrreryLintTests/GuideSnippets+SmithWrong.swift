// The snippets of “SMITH-TCA: Swift Composable Architecture Patterns”.
extension GuideSnippet {
  static let smithWrong = [
    smith(
      "Common Anti-Patterns to Avoid, `WithViewStore(store)`",
      """
      @Reducer
      struct CounterFeature {
        @ObservableState
        struct State { var count = 0 }
        enum Action { case incrementTapped }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .incrementTapped:
              state.count += 1
              return .none
            }
          }
        }
      }
      struct CounterView: View {
        let store: StoreOf<CounterFeature>
        var body: some View {
          WithViewStore(store) { viewStore in  // wrong: with-view-store
            Text("Count: \\(viewStore.count)")
          }
        }
      }
      """),
    smith(
      "Common Anti-Patterns to Avoid, `@State var state`",
      """
      @Reducer
      struct CounterFeature {
        @ObservableState
        struct State {
          @State var count = 0  // wrong: view-state-in-reducer
        }
        enum Action { case incrementTapped }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .incrementTapped:
              state.count += 1
              return .none
            }
          }
        }
      }
      """),
    smith(
      "Common Anti-Patterns to Avoid, `Shared(value: data)`",
      """
      @Reducer
      struct SettingsFeature {
        @ObservableState
        struct State {
          @Shared(.fileStorage("app-settings.json")) var data: Settings
          init(data: Settings) {
            _data = Shared(value: data)  // wrong: shared-constructor
          }
        }
        enum Action { case toggled }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .toggled:
              state.$data.withLock { $0.isOn.toggle() }
              return .none
            }
          }
        }
      }
      """),
    smith(
      "Common Anti-Patterns to Avoid, multiple @Shared writers",
      """
      @Reducer struct AuthenticationFeature {
        @ObservableState struct State {
          @Shared(.appStorage("isLoggedIn")) var isLoggedIn = false
        }
        enum Action { case login }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .login:
              state.$isLoggedIn.withLock { $0 = true }
              return .none
            }
          }
        }
      }
      @Reducer struct ProfileFeature {
        @ObservableState struct State {
          @Shared(.appStorage("isLoggedIn")) var isLoggedIn = false  // wrong: shared-writers
        }
        enum Action { case logout }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .logout:
              state.$isLoggedIn.withLock { $0 = false }
              return .none
            }
          }
        }
      }
      """),
    smith(
      "Common Anti-Patterns to Avoid, manual `.onReceive()`",
      """
      struct CounterView: View {
        let store: StoreOf<CounterFeature>
        @State var text = ""
        var body: some View {
          Text(text)
            .onReceive(store.publisher.count) { text = "Count: \\($0)" }  // wrong: manual-observation
        }
      }
      """),
  ]
}
