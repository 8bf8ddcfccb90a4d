/// What reducers return.
extension StateMachine {
  /// No transition exists: the event is illegal in this state.
  @inlinable public static var undefined: Transition { (nil, nil) }

  /// The event is expected, and changes nothing.
  @inlinable public static var identity: Transition { (nil, nil) }

  /// Writes a state.
  @inlinable
  public static func nextState(_ state: State) -> Transition { (state, nil) }

  /// Starts an effect and leaves the state; running effects go on.
  @inlinable
  public static func run(_ effect: IOEffect) -> Transition { (nil, effect) }

  /// Writes a state and starts an effect, which replaces a running effect of the same case.
  @inlinable
  public static func transition(_ state: State, effect: IOEffect) -> Transition {
    (state, effect)
  }

  /// Writes a state and starts an effect, which replaces a running effect of the same case.
  @inlinable
  public static func transition(_ state: State, _ effect: IOEffect) -> Transition {
    (state, effect)
  }

  /// Runs a side effect inside the pure function, for migrations only; diagrams mark it.
  public static func unsafe(_ action: @escaping () -> Void) -> Transition {
    action()
    return (nil, nil)
  }
}

/// A copy of a value with one property changed: `withVar(state, \.isLoading, true)`.
public func withVar<Root, Value>(
  _ root: Root, _ path: WritableKeyPath<Root, Value>, _ value: Value
) -> Root {
  var copy = root
  copy[keyPath: path] = value
  return copy
}
