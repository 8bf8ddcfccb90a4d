/// Builds a reducer from a list of reducers that run one after the other.
@resultBuilder
public enum ReducerBuilder<State: Sendable, Action: Sendable> {
  @inlinable
  public static func buildBlock() -> EmptyReducer<State, Action> { EmptyReducer() }

  @inlinable
  public static func buildExpression<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }

  @inlinable
  public static func buildPartialBlock<R: Reducer<State, Action>>(first: R) -> R { first }

  @inlinable
  public static func buildPartialBlock<First: Reducer<State, Action>, Next: Reducer<State, Action>>(
    accumulated: First, next: Next
  ) -> SequenceReducer<First, Next> {
    SequenceReducer(first: accumulated, second: next)
  }

  @inlinable
  public static func buildOptional<R: Reducer<State, Action>>(
    _ reducer: R?
  ) -> OptionalReducer<R> {
    OptionalReducer(reducer: reducer)
  }

  @inlinable
  public static func buildEither<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    first reducer: First
  ) -> EitherReducer<First, Second> { .first(reducer) }

  @inlinable
  public static func buildEither<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    second reducer: Second
  ) -> EitherReducer<First, Second> { .second(reducer) }
}

/// A reducer that does nothing.
public struct EmptyReducer<State: Sendable, Action: Sendable>: Reducer {
  public typealias Body = Never

  @inlinable
  public init() {}

  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }

  public var _recordedType: (any Reducer.Type)? { nil }
}

/// Two reducers that run one after the other, and whose effects run side by side.
public struct SequenceReducer<First: Reducer, Second: Reducer>: Reducer
where First.State == Second.State, First.Action == Second.Action {
  public typealias Body = Never

  @usableFromInline let first: First
  @usableFromInline let second: Second

  @inlinable
  init(first: First, second: Second) {
    self.first = first
    self.second = second
  }

  @inlinable
  public func reduce(
    into state: inout First.State, action: First.Action
  ) -> Effect<First.Action> {
    let effect = first.reduce(into: &state, action: action)
    return effect.and(second.reduce(into: &state, action: action))
  }

  @inlinable
  public func _reduce(
    into state: inout First.State, action: First.Action,
    followedBy rest: (inout First.State, First.Action) -> Effect<First.Action>
  ) -> Effect<First.Action> {
    first._reduce(into: &state, action: action) { state, action in
      second._reduce(into: &state, action: action, followedBy: rest)
    }
  }

  public var _recordedType: (any Reducer.Type)? { first._recordedType ?? second._recordedType }

  public func declareMachines(in list: inout MachineList<First.State>) {
    first.declareMachines(in: &list)
    second.declareMachines(in: &list)
  }
}

/// A reducer that may be left out.
public struct OptionalReducer<Wrapped: Reducer>: Reducer {
  public typealias Body = Never

  @usableFromInline let reducer: Wrapped?

  @inlinable
  init(reducer: Wrapped?) { self.reducer = reducer }

  @inlinable
  public func reduce(
    into state: inout Wrapped.State, action: Wrapped.Action
  ) -> Effect<Wrapped.Action> {
    reducer?.reduce(into: &state, action: action) ?? .none
  }

  public var _recordedType: (any Reducer.Type)? { reducer?._recordedType }

  public func declareMachines(in list: inout MachineList<Wrapped.State>) {
    reducer?.declareMachines(in: &list)
  }
}

/// One of two reducers.
public enum EitherReducer<First: Reducer, Second: Reducer>: Reducer
where First.State == Second.State, First.Action == Second.Action {
  public typealias Body = Never

  case first(First)
  case second(Second)

  @inlinable
  public func reduce(
    into state: inout First.State, action: First.Action
  ) -> Effect<First.Action> {
    switch self {
    case .first(let reducer): reducer.reduce(into: &state, action: action)
    case .second(let reducer): reducer.reduce(into: &state, action: action)
    }
  }

  public var _recordedType: (any Reducer.Type)? {
    switch self {
    case .first(let reducer): reducer._recordedType
    case .second(let reducer): reducer._recordedType
    }
  }

  public func declareMachines(in list: inout MachineList<First.State>) {
    switch self {
    case .first(let reducer): reducer.declareMachines(in: &list)
    case .second(let reducer): reducer.declareMachines(in: &list)
    }
  }
}
