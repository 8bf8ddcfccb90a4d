// The snippets of “SMITH-TCA: Swift Composable Architecture Patterns”.
extension GuideSnippet {
  static func smith(_ heading: String, _ source: String) -> Self {
    Self("SMITH-TCA", heading, source)
  }

  static let smithPatterns = [
    smith(
      "Pattern 1: State Observation with @Bindable",
      """
      struct CounterView: View {
        @Bindable var store: StoreOf<CounterFeature>

        var body: some View {
          Text("Count: \\(store.count)")
          Button("Increment") {
            store.send(.incrementTapped)
          }
        }
      }
      """),
    smith(
      "Pattern 2: Optional State Navigation (.sheet + .scope)",
      """
      @Reducer
      struct ParentFeature {
        @ObservableState
        struct State {
          var childState: ChildFeature.State?
        }

        enum Action {
          case childButtonTapped
          case child(ChildFeature.Action)
        }

        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .childButtonTapped:
              state.childState = ChildFeature.State()
              return .none
            case .child:
              return .none
            }
          }
          .ifLet(\\.childState, action: \\.child) {
            ChildFeature()
          }
        }
      }

      struct ParentView: View {
        @Bindable var store: StoreOf<ParentFeature>

        var body: some View {
          Button("Show Child") {
            store.send(.childButtonTapped)
          }
          .sheet(item: $store.childState) { childState in
            ChildView(store: store.scope(state: \\.childState, action: \\.child))
          }
        }
      }
      """),
    smith(
      "Pattern 3: Shared State (@Shared & @SharedReader)",
      """
      @Reducer
      struct SettingsFeature {
        struct State {}
        enum Action { case toggleDarkMode }
        @Shared(.fileStorage("app-settings.json")) var appSettings: AppSettings

        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .toggleDarkMode:
              appSettings.darkModeEnabled.toggle()
              return .none
            }
          }
        }
      }

      @Reducer
      struct ThemeFeature {
        struct State { var currentTheme = Theme.light }
        enum Action { case themeQuery }
        @SharedReader(.fileStorage("app-settings.json")) var appSettings: AppSettings

        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .themeQuery:
              state.currentTheme = appSettings.darkModeEnabled ? .dark : .light
              return .none
            }
          }
        }
      }
      """),
  ]
}
