import Orrery

/// A screen with a counter and presets, whose events stay flat: the parent has a case for each
/// event of a child, and forwards it.
@StateMachine
@ComposableStateMachine
@EffectComposition
struct ParentFeature: StateMachine {
  struct State: Equatable {
    var parentData: String?
    @NestedState var counter = CounterFeature.State()
    @NestedState var presets = PresetsFeature.State()
  }

  enum Input: Equatable, Sendable {
    case parentButtonTapped

    @Forward(CounterFeature.Input.incrementTapped)
    case counterIncrement

    @Forward(CounterFeature.Input.decrementTapped)
    case counterDecrement

    @Forward(PresetsFeature.Input.loadButtonTapped)
    case presetsLoad

    @Forward(PresetsFeature.Input.saveButtonTapped)
    case presetsSave(count: Int, fact: String)
  }

  enum IOEffect: Sendable {
    case fetchData
  }

  enum IOResult: Equatable, Sendable {
    case dataResult(TaskResult<String>)

    @Forward(PresetsFeature.IOResult.self)
    case presetsResult(PresetsFeature.IOResult)
  }

  static func reduceInput(_ state: State, _ input: Input) -> Transition {
    switch input {
    case .parentButtonTapped:
      run(.fetchData)
    case .counterIncrement, .counterDecrement:
      identity
    case .presetsLoad, .presetsSave:
      identity
    }
  }

  static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
    switch ioResult {
    case .dataResult(.success(let data)):
      nextState(withVar(state, \.parentData, data))
    case .dataResult(.failure):
      identity
    case .presetsResult:
      identity
    }
  }
}

extension ParentFeature: ParentFeature.EffectRunner {
  func runFetchData() -> IOResultStream {
    .single { .dataResult(.success("data")) }
  }
}
