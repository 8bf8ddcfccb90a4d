import Orrery

/// A trip with a map beside it: a state machine whose actions are mixed with those of another
/// reducer.
@StateMachine
struct TripFeature: StateMachine {
  enum Phase: Sendable {
    /// No route is chosen.
    case planning
    /// A route is being looked for.
    case routing
    /// The traveller is on the way.
    case travelling
  }

  struct State: Equatable {
    var phase = Phase.planning
    var map = MapFeature.State()
  }

  enum Input: Equatable, Sendable {
    case startTapped
    case stopTapped
  }

  enum IOEffect: Equatable, Sendable {
    case findRoute
  }

  enum IOResult: Equatable, Sendable {
    case routeFound
  }

  enum Action: StateMachineEventConvertible, Equatable, Sendable {
    case input(Input)
    case ioResult(IOResult)
    case map(MapFeature.Action)

    static func map(_ action: Self) -> StateMachineEvent<Input, IOResult>? {
      switch action {
      case .input(let input): .input(input)
      case .ioResult(let ioResult): .ioResult(ioResult)
      case .map: nil
      }
    }

    /// The action of the map, if this is one.
    var mapAction: MapFeature.Action? {
      get { if case .map(let action) = self { action } else { nil } }
      set { if let newValue { self = .map(newValue) } }
    }
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.map, action: \.mapAction) { MapFeature() }
    Reduce { state, action in
      apply(Self.reduce(state, action), to: &state)
    }
  }

  static func reduceInput(_ state: State, _ input: Input) -> Transition {
    switch (state.phase, input) {
    case (.planning, .startTapped):
      transition(withVar(state, \.phase, .routing), effect: .findRoute)
    case (.routing, .stopTapped), (.travelling, .stopTapped):
      nextState(withVar(state, \.phase, .planning))
    case (.planning, .stopTapped), (.routing, .startTapped), (.travelling, .startTapped):
      identity
    }
  }

  static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
    switch (state.phase, ioResult) {
    case (.routing, .routeFound): nextState(withVar(state, \.phase, .travelling))
    case (.planning, .routeFound): identity
    case (.travelling, .routeFound): undefined
    }
  }

  func runIOEffect(_ ioEffect: IOEffect) -> IOResultStream {
    switch ioEffect {
    case .findRoute: .single { .routeFound }
    }
  }
}
