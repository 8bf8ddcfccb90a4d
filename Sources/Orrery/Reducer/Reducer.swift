/// A function from a state and an action to the next state and an effect, as a value.
///
/// Implement `body` to build a reducer from others, or `reduce(into:action:)` to write one by hand.
public protocol Reducer<State, Action>: Sendable {
  associatedtype State: Sendable
  associatedtype Action: Sendable
  /// The type of `body`; `Never` where there is none.
  associatedtype Body

  /// Changes the state and returns what the outside world has to do.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// Writes the next state where the current one stands, by a reducer that has made it when it
  /// writes; nothing, and nothing done, by all others. A store asks, to spare itself a copy.
  ///
  /// Do not implement it.
  func _transition(of state: UnsafeMutablePointer<State>, by action: Action) -> Effect<Action>?

  /// What a store calls where the way above gives nothing; `reduce(into:action:)`, but for a machine
  /// without a `body`, so that it does the same whether or not it is recorded.
  ///
  /// Do not implement it.
  func _reduce(into state: inout State, action: Action) -> Effect<Action>

  /// Reduces, and then does what follows in the same step, so that a child that comes and goes knows the
  /// state after all of it.
  ///
  /// Do not implement it.
  func _reduce(
    into state: inout State, action: Action,
    followedBy rest: (inout State, Action) -> Effect<Action>
  ) -> Effect<Action>

  /// The type by which a recording knows this reducer where it stands for the whole of a state;
  /// nothing for machines, which note their steps themselves, and for what has no name of its own.
  ///
  /// Do not implement it.
  var _recordedType: (any Reducer.Type)? { get }

  /// The reducers that this one is built from, run from top to bottom.
  @ReducerBuilder<State, Action> var body: Body { get }

  /// Names the state machines inside, for a recording.
  ///
  /// A reducer of your own that holds others passes the call on to them; without it, a machine
  /// inside is known from its first recorded step.
  func declareMachines(in list: inout MachineList<State>)
}

/// A reducer in two words: `some ReducerOf<Self>`.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

extension Reducer where Body == Never {
  /// A reducer that implements `reduce(into:action:)` has no body; nobody may ask for it.
  public var body: Never {
    preconditionFailure(
      "\(Self.self) has no body. To fix, call its `reduce(into:action:)` instead of `body`.")
  }
}

extension Reducer {
  public func declareMachines(in list: inout MachineList<State>) {}
}

extension Reducer where Body: Reducer, Body.State == State, Body.Action == Action {
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    body.reduce(into: &state, action: action)
  }

  public func declareMachines(in list: inout MachineList<State>) {
    body.declareMachines(in: &list)
  }
}

extension Reducer {
  public var _recordedType: (any Reducer.Type)? { Self.self }

  @inlinable
  public func _transition(
    of state: UnsafeMutablePointer<State>, by action: Action
  ) -> Effect<Action>? { nil }

  @inlinable
  public func _reduce(into state: inout State, action: Action) -> Effect<Action> {
    reduce(into: &state, action: action)
  }

  @inlinable
  public func _reduce(
    into state: inout State, action: Action,
    followedBy rest: (inout State, Action) -> Effect<Action>
  ) -> Effect<Action> {
    let effect = reduce(into: &state, action: action)
    return effect.and(rest(&state, action))
  }

  /// The function of this reducer, which runs with the dependencies of its store.
  @inlinable
  func reduction(
    with dependencies: DependencyValues
  ) -> Reduction<State, Action> {
    guard dependencies.isCustom else {
      return { cell, action, isNoted in step(in: cell, by: action, isNoted: isNoted) }
    }
    return { cell, action, isNoted in
      dependencies.inForce { step(in: cell, by: action, isNoted: isNoted) }
    }
  }

  /// Makes the next state in a cell; steps that machines note take the long way.
  @inlinable
  func step(
    in cell: borrowing StateCell<State>, by action: UnsafePointer<Action>, isNoted: Bool
  ) -> Effect<Action> {
    if isNoted { return notedStep(in: cell, by: action) }
    if let effect = _transition(of: cell.current, by: action.pointee) { return effect }
    return longStep(in: cell, by: action)
  }

  @usableFromInline
  func notedStep(
    in cell: borrowing StateCell<State>, by action: UnsafePointer<Action>
  ) -> Effect<Action> {
    cell.advance { state in
      guard let type = _recordedType else { return _reduce(into: &state, action: action.pointee) }
      return reduceNoted(as: type, into: &state, action: action.pointee)
    }
  }

  // By itself, so that the short way is small enough to be inlined whole.
  @inlinable
  @inline(never)
  func longStep(
    in cell: borrowing StateCell<State>, by action: UnsafePointer<Action>
  ) -> Effect<Action> {
    cell.advance { _reduce(into: &$0, action: action.pointee) }
  }
}
