// What “TCA Playbook (Swift + SwiftUI/UIKit)” calls smells, written out: it shows no source of these.
extension GuideSnippet {
  static let playbookSmells = [
    playbook(
      "Anti-Patterns and Fixes, 2: Reference types in state",
      """
      final class Cache {
        var values: [Int] = []
      }
      @Reducer
      struct Numbers {
        @ObservableState
        struct State: Equatable {
          var count = 0
          var cache = Cache()  // wrong: reference-type-in-state
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
    playbook(
      "Anti-Patterns and Fixes, 3: Business work in views",
      counterFeature.withoutImport + """
        struct CounterView: View {
          let store: StoreOf<CounterFeature>
          let client: NumberFactClient
          var body: some View {
            Button("Fact") {
              Task {
                let fact = await client.fetch(store.count)  // wrong: work-in-view
                store.send(.factResponse(fact))
              }
            }
          }
        }
        """),
    playbook(
      "Anti-Patterns and Fixes, 4: Side effects directly in reducer",
      """
      @Reducer
      struct Shop {
        @ObservableState
        struct State: Equatable { var count = 0 }
        enum Action { case buyTapped }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .buyTapped:
              state.count += 1
              Analytics.shared.track("buy")  // wrong: side-effect-in-reducer
              return .none
            }
          }
        }
      }
      """),
    playbook(
      "Anti-Patterns and Fixes, 5: Duplicate state outside store",
      counterFeature.withoutImport + """
        struct CounterView: View {
          @Bindable var store: StoreOf<CounterFeature>
          @State private var count = 0  // wrong: state-outside-store
          var body: some View {
            Text("Count: \\(count)")
              .onAppear { count = store.count }
          }
        }
        """),
    playbook(
      "Anti-Patterns and Fixes, 6: Over-observing large state",
      """
      struct Game: Reducer {
        struct State: Equatable {
          var board = Board.State()
          var chat = Chat.State()
          var clock = Clock.State()
          var players: [Player] = []
          var score = 0
          var moves: [Move] = []
          var hint: Hint?
          var isPaused = false
          var title = ""
        }
        enum Action { case pauseTapped }
        func reduce(into state: inout State, action: Action) -> Effect<Action> {
          switch action {
          case .pauseTapped:
            state.isPaused = true
            return .none
          }
        }
      }
      struct HeaderView: View {
        let store: StoreOf<Game>
        var body: some View {
          WithViewStore(store, observe: { $0 }) { viewStore in  // wrong: over-observation
            Text(viewStore.title)
          }
        }
      }
      """),
    playbook(
      "Anti-Patterns and Fixes, 7: Missing cancellation",
      """
      @Reducer
      struct Search {
        @ObservableState
        struct State: Equatable {
          var query = ""
          var results: [String] = []
        }
        enum Action {
          case queryChanged(String)
          case response([String])
        }
        @Dependency(\\.search) var search
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .queryChanged(let query):
              state.query = query
              return .run { send in  // wrong: reentrant-effect
                await send(.response(search.fetch(query)))
              }
            case .response(let results):
              state.results = results
              return .none
            }
          }
        }
      }
      """),
  ]
}

extension String {
  /// The feature of the document, where its imports do not matter.
  var withoutImport: String {
    hasPrefix("import") ? split(separator: "\n", maxSplits: 1).dropFirst().joined() + "\n" : self
  }
}
