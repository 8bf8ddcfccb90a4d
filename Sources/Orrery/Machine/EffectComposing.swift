/// A state machine whose transitions start trees of effects.
///
/// `@EffectComposition` conforms a machine to it.
public protocol EffectComposing: StateMachine {
  /// The tree of effects that a transition starts.
  associatedtype Composed: ComposedEffect where Composed.Leaf == IOEffect

  /// The state to write and the effects to start.
  typealias ComposedTransition = (State?, Composed?)

  static func reduceInput(_ state: State, _ input: Input) -> ComposedTransition
  static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> ComposedTransition
}

extension EffectComposing {
  /// The transition with the first effect of its tree, for those who can take only one.
  @_disfavoredOverload
  public static func reduceInput(_ state: State, _ input: Input) -> (State?, IOEffect?) {
    let transition: ComposedTransition = reduceInput(state, input)
    return (transition.0, transition.1?.tree.effects.first)
  }

  /// The transition with the first effect of its tree, for those who can take only one.
  @_disfavoredOverload
  public static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> (State?, IOEffect?) {
    let transition: ComposedTransition = reduceIOResult(state, ioResult)
    return (transition.0, transition.1?.tree.effects.first)
  }

  /// The transition for an action; an action that is not the machine's changes nothing.
  @inlinable
  public static func reduce(_ state: State, _ action: Action) -> ComposedTransition {
    switch Action.map(action) {
    case .input(let input): reduceInput(state, input)
    case .ioResult(let ioResult): reduceIOResult(state, ioResult)
    case nil: identity
    }
  }

  @inlinable
  public static func composedTransition(
    _ state: State, _ action: Action
  ) -> (State?, ComposableEffect<IOEffect>?) {
    let transition: ComposedTransition = reduce(state, action)
    return (transition.0, transition.1?.tree)
  }

  /// Writes the state of a transition and makes its effects ready to run.
  @inlinable
  public func apply(_ transition: ComposedTransition, to state: inout State) -> Effect<Action> {
    apply(transition.0, transition.1?.tree, to: &state)
  }
}

extension EffectComposing where IOResult == Never {
  @inlinable
  public static func reduceIOResult(_ state: State, _ ioResult: Never) -> ComposedTransition {}
}

/// What reducers return.
extension EffectComposing {
  /// No transition exists: the event is illegal in this state.
  @inlinable public static var undefined: ComposedTransition { (nil, nil) }

  /// The event is expected, and changes nothing.
  @inlinable public static var identity: ComposedTransition { (nil, nil) }

  /// Writes a state.
  @inlinable
  public static func nextState(_ state: State) -> ComposedTransition { (state, nil) }

  /// Starts effects and leaves the state; running effects go on.
  @inlinable
  public static func run(_ effect: Composed) -> ComposedTransition { (nil, effect) }

  /// Writes a state and starts effects, which replace running ones of the same cases.
  @inlinable
  public static func transition(_ state: State, effect: Composed) -> ComposedTransition {
    (state, effect)
  }

  /// Writes a state and starts effects, which replace running ones of the same cases.
  @inlinable
  public static func transition(_ state: State, _ effect: Composed) -> ComposedTransition {
    (state, effect)
  }

  /// Runs a side effect inside the pure function, for migrations only; diagrams mark it.
  public static func unsafe(_ action: @escaping () -> Void) -> ComposedTransition {
    action()
    return (nil, nil)
  }
}
