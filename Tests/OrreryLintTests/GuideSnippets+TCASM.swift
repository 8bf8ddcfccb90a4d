// The snippets of “TCA-SM: State Machine Extension for The Composable Architecture” that are called
// right or wrong.
extension GuideSnippet {
  private static func tcaSM(_ heading: String, _ source: String) -> Self {
    Self("TCA-SM", heading, source)
  }

  static let tcaSMRight = [
    tcaSM(
      "Why Static vs Instance Methods",
      """
      struct MyFeature: StateMachine {
        @Dependency(\\.locationManager) var locationManager
        let apiService: any APIService
        enum State { case idle, loading }
        enum Input { case load }
        enum IOEffect { case fetch }
        enum IOResult { case fetched }

        static func reduceInput(_ state: State, _ input: Input) -> Transition {
          switch (state, input) {
          case (.idle, .load): transition(.loading, effect: .fetch)
          case (.loading, .load): identity
          }
        }
        static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
          switch ioResult {
          case .fetched: nextState(.idle)
          }
        }

        func runIOEffect(_ ioEffect: IOEffect) -> EffectSequence {
          AsyncStream { continuation in
            Task {
              _ = await apiService.fetchData()
              continuation.yield(.fetched)
              continuation.finish()
            }
          }
        }
      }
      """),
    tcaSM(
      "Markers",
      """
      @StateMachine
      @ComposableStateMachine
      struct ParentFeature: StateMachine {
        struct State {
          @NestedState var counter = CounterFeature.State()
          @NestedState var other: CounterFeature.State
        }
        enum Input {
          @Forward(CounterFeature.Input.incrementTapped)
          case counterIncrement
        }
        typealias IOEffect = Never
        typealias IOResult = Never
        static func reduceInput(_ state: State, _ input: Input) -> Transition {
          switch input {
          case .counterIncrement: identity
          }
        }
      }
      """),
    tcaSM(
      "View Usage",
      """
      struct ParentView: View {
        let store: StoreOf<ParentFeature>

        var body: some View {
          Form {
            Button("Increment") { store.send(.input(.counterIncrement)) }
            Button("Decrement") { store.send(.input(.counterDecrement)) }
            Button("Load Presets") { store.send(.input(.presetsLoad)) }
            Button("Save") {
              store.send(.input(.presetsSave(count: store.counter.count, fact: "test")))
            }
          }
        }
      }
      """),
    tcaSM(
      "5. Decision Logic in Reducers, correct",
      """
      struct Loader: StateMachine {
        struct State {
          var isLoading = false
          var cacheValid = false
        }
        enum Input { case load }
        enum IOEffect { case fetchFreshData }
        enum IOResult { case dataFetched }
        static func reduceInput(_ state: State, _ input: Input) -> Transition {
          switch input {
          case .load:
            if state.cacheValid {
              return nextState(withVar(state, \\.isLoading, false))
            } else {
              return transition(withVar(state, \\.isLoading, true), effect: .fetchFreshData)
            }
          }
        }
        static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
          switch ioResult {
          case .dataFetched: nextState(withVar(state, \\.isLoading, false))
          }
        }
        func runIOEffect(_ effect: IOEffect) -> IOResultStream {
          switch effect {
          case .fetchFreshData: .single { .dataFetched }
          }
        }
      }
      """),
  ]

  static let tcaSMWrong = [
    tcaSM(
      "4. Deterministic Error Handling, never",
      """
      struct Loader: StateMachine {
        enum State { case idle, loading }
        enum Input { case load }
        enum IOEffect { case fetchData }
        enum IOResult { case dataLoaded(Result<String, any Error>) }
        static func reduceInput(_ state: State, _ input: Input) -> Transition {
          switch (state, input) {
          case (.idle, .load): transition(.loading, effect: .fetchData)
          case (.loading, .load): identity
          }
        }
        static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
          switch ioResult {
          case .dataLoaded: nextState(.idle)
          }
        }
        func runIOEffect(_ effect: IOEffect) throws -> EffectSequence {  // wrong: error-leaves-effect
          let data = try load()
          return AsyncStream { continuation in
            continuation.yield(.dataLoaded(.success(data)))
            continuation.finish()
          }
        }
      }
      """),
    tcaSM(
      "5. Decision Logic in Reducers, wrong",
      """
      struct Loader: StateMachine {
        enum State { case idle, loading }
        enum Input { case load }
        enum IOEffect { case fetchData(useCache: Bool) }
        enum IOResult { case dataFetched(String) }
        static func reduceInput(_ state: State, _ input: Input) -> Transition {
          switch (state, input) {
          case (.idle, .load): transition(.loading, effect: .fetchData(useCache: true))
          case (.loading, .load): identity
          }
        }
        static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
          switch ioResult {
          case .dataFetched: nextState(.idle)
          }
        }
        func runIOEffect(_ effect: IOEffect) -> EffectSequence {
          switch effect {
          case .fetchData(let useCache):
            AsyncStream { continuation in
              if useCache && cache.hasData {  // wrong: decision-in-effect
                continuation.yield(.dataFetched(cache.data))
              } else {
                continuation.yield(.dataFetched(api.data()))
              }
              continuation.finish()
            }
          }
        }
      }
      """),
  ]
}
