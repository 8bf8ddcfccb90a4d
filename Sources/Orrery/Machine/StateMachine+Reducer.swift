import OrreryTrace

/// How a machine runs as a reducer.
extension StateMachine {
  /// The transition for an action; an action that is not the machine's changes nothing.
  public static func reduce(_ state: State, _ action: Action) -> Transition {
    switch Action.map(action) {
    case .input(let input): reduceInput(state, input)
    case .ioResult(let ioResult): reduceIOResult(state, ioResult)
    case nil: identity
    }
  }

  public static func composedTransition(
    _ state: State, _ action: Action
  ) -> (State?, ComposableEffect<IOEffect>?) {
    let (next, effect) = reduce(state, action)
    return (next, effect.map { .just($0) })
  }

  /// The children first, then the machine's own transition.
  @ReducerBuilder<State, Action>
  public var body: some Reducer<State, Action> {
    nestedBody
    Reduce { state, action in
      let (next, effect) = Self.composedTransition(state, action)
      return apply(next, effect, to: &state)
    }
  }

  /// Writes the state of a transition and makes its effect ready to run.
  public func apply(_ transition: Transition, to state: inout State) -> Effect<Action> {
    apply(transition.0, transition.1.map { .just($0) }, to: &state)
  }

  func apply(
    _ next: State?, _ effect: ComposableEffect<IOEffect>?, to state: inout State
  ) -> Effect<Action> {
    if let next { state = next }
    guard let effect else { return Effect(.none, wroteState: next != nil) }
    return Effect(operation(for: effect, replaces: next != nil), wroteState: next != nil)
  }

  private func operation(
    for tree: ComposableEffect<IOEffect>, replaces: Bool
  ) -> Operation<Action> {
    switch tree {
    case .just(let effect): .run(run(effect, replaces: replaces))
    case .merge(let trees): .merge(trees.map { operation(for: $0, replaces: replaces) })
    case .concat(let trees): .concatenate(trees.map { operation(for: $0, replaces: replaces) })
    }
  }

  private func run(_ effect: IOEffect, replaces: Bool) -> EffectRun<Action> {
    EffectRun(name: Self.traceName(ioEffect: effect), replaces: replaces) { send in
      for await result in runIOEffect(effect) { send(.ioResult(result)) }
    }
  }
}

extension StateMachine where Body: Reducer, Body.State == State, Body.Action == Action {
  /// Runs the body, and notes the step for a trace where one is being recorded.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard Recording.isLive else {
      var effect = body.reduce(into: &state, action: action)
      effect.claim()
      return effect
    }
    let from = Self.traceName(state: state)
    var effect = body.reduce(into: &state, action: action)
    let event = Self.traceEvent(action)
    effect.claim(
      Step(
        machine: Self.self, origin: event.origin, event: event.name, from: from,
        to: Self.traceName(state: state)))
    return effect
  }
}
