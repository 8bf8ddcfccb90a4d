// The snippets of “SMITH-TCA: Swift Composable Architecture Patterns”.
extension GuideSnippet {
  static let smithTemplates = [
    smith(
      "Single Owner Pattern",
      """
      @Reducer struct AuthenticationFeature {
        struct State {}
        enum Action { case login }
        @Shared(.appStorage("auth")) var authState: AuthState

        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .login:
              authState.isLoggedIn = true
              return .none
            }
          }
        }
      }

      @Reducer struct ProfileFeature {
        struct State { var canEditProfile = false }
        enum Action { case loadProfile }
        @SharedReader(.appStorage("auth")) var authState: AuthState

        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .loadProfile:
              state.canEditProfile = authState.isLoggedIn
              return .none
            }
          }
        }
      }
      """),
    smith(
      "Reducer Template",
      """
      @Reducer
      struct FeatureName {
        @ObservableState
        struct State: Equatable {
          var optionalState: OptionalChildFeature.State?
        }

        enum Action {
          case optionalAction(OptionalChildFeature.Action)
        }

        var body: some ReducerOf<Self> {
          Reduce { state, action in
            .none
          }
          .ifLet(\\.optionalState, action: \\.optionalAction) {
            OptionalChildFeature()
          }
        }
      }
      """),
    smith(
      "View Template",
      """
      struct FeatureView: View {
        @Bindable var store: StoreOf<Feature>

        var body: some View {
          Button("Action") {
            store.send(.action)
          }
        }
      }
      """),
    smith(
      "Essential Imports",
      """
      import ComposableArchitecture
      import Dependencies
      """),
    smith(
      "Common Anti-Patterns to Avoid, the column of correct patterns",
      """
      @Reducer
      struct CounterFeature {
        @ObservableState
        struct State {
          var count = 0
          @Shared(.appStorage("draft")) var draft = ""
        }
        enum Action { case incrementTapped }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .incrementTapped:
              state.count += 1
              state.draft = "counted"
              return .none
            }
          }
        }
      }
      struct CounterView: View {
        @Bindable var store: StoreOf<CounterFeature>
        var body: some View { Text("Count: \\(store.count)") }
      }
      #Preview {
        CounterView(
          store: Store(
            initialState: CounterFeature.State(draft: Shared(wrappedValue: "", .appStorage("draft")))
          ) {
            CounterFeature()
          })
      }
      """),
  ]

  static let smithTests = [
    smith(
      "Test Structure",
      """
      import Testing

      @Test
      func counterFeature() async {
        let store = TestStore(initialState: CounterFeature.State()) {
          CounterFeature()
        }

        await store.send(.incrementTapped) {
          $0.count = 1
        }

        await store.send(.decrementTapped) {
          $0.count = 0
        }
      }
      """),
    smith(
      "@Shared Testing",
      """
      import Testing

      @Test
      func sharedStateMutation() async {
        @Shared(.fileStorage("test-settings.json")) var settings: AppSettings

        let store = TestStore(initialState: SettingsFeature.State()) {
          SettingsFeature()
        } dependencies: {
          $0.settings = settings
        }

        await store.send(.toggleDarkMode)
        #expect(settings.darkModeEnabled == true)
      }
      """),
  ]
}
