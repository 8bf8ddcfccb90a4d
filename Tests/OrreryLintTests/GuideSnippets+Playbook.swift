// The snippets of “TCA Playbook (Swift + SwiftUI/UIKit)” that are called right.
extension GuideSnippet {
  static func playbook(_ heading: String, _ source: String) -> Self {
    Self("TCA Playbook", heading, source)
  }

  /// The feature that the document's snippets are about.
  static let counterFeature = """
    import ComposableArchitecture

    @Reducer
    struct CounterFeature {
      @ObservableState
      struct State: Equatable {
        var count = 0
        var isLoading = false
        @Presents var alert: AlertState<Action.Alert>?
      }

      enum Action: Equatable {
        case incrementTapped
        case decrementTapped
        case factButtonTapped
        case factResponse(String)
        case alert(PresentationAction<Alert>)

        enum Alert: Equatable {}
      }

      enum CancelID { case fact }

      @Dependency(\\.numberFact) var numberFact

      var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
          case .incrementTapped:
            state.count += 1
            return .none

          case .decrementTapped:
            state.count -= 1
            return .none

          case .factButtonTapped:
            state.isLoading = true
            let n = state.count
            return .run { send in
              let fact = await numberFact.fetch(n)
              await send(.factResponse(fact))
            }
            .cancellable(id: CancelID.fact, cancelInFlight: true)

          case .factResponse(let fact):
            state.isLoading = false
            state.alert = AlertState { TextState(fact) }
            return .none

          case .alert:
            return .none
          }
        }
        .ifLet(\\.$alert, action: \\.alert)
      }
    }

    """

  static let playbookRight = [
    // The document's first version of the feature has no cancellation; it adds it under the second
    // heading, and calls the lack of it wrong under “Missing cancellation”.
    playbook("Canonical Feature Shape; Effects and Concurrency", counterFeature),
    playbook(
      "Composition Patterns",
      counterFeature + """
        @Reducer
        struct AppFeature {
          @ObservableState
          struct State: Equatable {
            var counter = CounterFeature.State()
          }

          enum Action: Equatable {
            case counter(CounterFeature.Action)
          }

          var body: some ReducerOf<Self> {
            Scope(state: \\.counter, action: \\.counter) {
              CounterFeature()
            }
          }
        }
        """),
    playbook(
      "Composition Patterns, collections with stable identity",
      counterFeature + """
        @Reducer
        struct CountersFeature {
          @ObservableState
          struct State: Equatable {
            var counters: IdentifiedArrayOf<CounterFeature.State> = []
          }

          enum Action: Equatable {
            case counters(IdentifiedActionOf<CounterFeature>)
          }

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              .none
            }
            .forEach(\\.counters, action: \\.counters) {
              CounterFeature()
            }
          }
        }
        """),
    playbook(
      "Dependency Rules",
      """
      struct NumberFactClient {
        var fetch: @Sendable (Int) async -> String
      }

      extension NumberFactClient: DependencyKey {
        static let liveValue = Self(fetch: { number in
          "\\(number) is a good number."
        })

        static let testValue = Self(fetch: { _ in
          "Test fact"
        })
      }

      extension DependencyValues {
        var numberFact: NumberFactClient {
          get { self[NumberFactClient.self] }
          set { self[NumberFactClient.self] = newValue }
        }
      }
      """),
    playbook(
      "Testing with `TestStore`",
      counterFeature + """
        import XCTest

        @MainActor
        final class CounterFeatureTests: XCTestCase {
          func testIncrement() async {
            let store = TestStore(initialState: CounterFeature.State()) {
              CounterFeature()
            }

            await store.send(.incrementTapped) {
              $0.count = 1
            }
          }

          func testFact() async {
            let store = TestStore(initialState: CounterFeature.State()) {
              CounterFeature()
            } withDependencies: {
              $0.numberFact.fetch = { _ in "42 is great" }
            }

            await store.send(.factButtonTapped) {
              $0.isLoading = true
            }
            await store.receive(.factResponse("42 is great")) {
              $0.isLoading = false
              $0.alert = AlertState { TextState("42 is great") }
            }
          }
        }
        """),
  ]
}
