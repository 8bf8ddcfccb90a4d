public protocol Reducer<State, Action> {
  associatedtype State
  associatedtype Action
  associatedtype Body

  func reduce(into state: inout State, action: Action) -> Effect<Action>

  @ReducerBuilder<State, Action> var body: Body { get }
}

extension Reducer where Body == Never {
  public var body: Body { fatalError("'\(Self.self)' has no body.") }
}

extension Reducer where Body: Reducer<State, Action> {
  public func reduce(into state: inout Body.State, action: Body.Action) -> Effect<Body.Action> {
    body.reduce(into: &state, action: action)
  }
}

public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

public protocol CaseReducer<State, Action>: Reducer
where State: CaseReducerState, Body: Reducer, Body.State == State, Body.Action == Action {
  associatedtype State = State
  associatedtype Action = Action
  associatedtype Body = Body

  @ReducerBuilder<State, Action> static var body: Body { get }
}

extension CaseReducer {
  public var body: Body { Self.body }
}

@resultBuilder
public enum ReducerBuilder<State, Action> {
  public static func buildExpression<R: Reducer<State, Action>>(_ expression: R) -> R { expression }

  public static func buildPartialBlock<R: Reducer<State, Action>>(first: R) -> R { first }

  public static func buildPartialBlock<A: Reducer<State, Action>, B: Reducer<State, Action>>(
    accumulated: A, next: B
  ) -> Reduce<State, Action> {
    Reduce { state, action in
      .merge(
        accumulated.reduce(into: &state, action: action), next.reduce(into: &state, action: action))
    }
  }
}

public struct Reduce<State, Action>: Reducer {
  public typealias Body = Never
  private let _reduce: (inout State, Action) -> Effect<Action>

  public init(_ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
    _reduce = reduce
  }

  public init<R: Reducer<State, Action>>(_ reducer: R) {
    _reduce = { reducer.reduce(into: &$0, action: $1) }
  }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    _reduce(&state, action)
  }
}

public struct CombineReducers<State, Action, Reducers: Reducer<State, Action>>: Reducer {
  public typealias Body = Never
  private let reducers: Reducers

  public init(@ReducerBuilder<State, Action> _ build: () -> Reducers) { reducers = build() }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    reducers.reduce(into: &state, action: action)
  }
}

public struct Scope<ParentState, ParentAction, Child: Reducer>: Reducer {
  public typealias Body = Never
  private let _reduce: (inout ParentState, ParentAction) -> Effect<ParentAction>

  public init<ChildState, ChildAction>(
    state toChildState: WritableKeyPath<ParentState, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  )
  where
    ParentAction: CasePathable, ChildState == Child.State, ChildAction == Child.Action
  {
    let (path, child) = (ParentAction.allCasePaths[keyPath: toChildAction], child())
    _reduce = { state, action in
      guard let action = path.extract(from: action) else { return .none }
      return child.reduce(into: &state[keyPath: toChildState], action: action).map(path.embed)
    }
  }

  public init<ChildState, ChildAction>(
    state toChildState: CaseKeyPath<ParentState, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  )
  where
    ParentState: CasePathable, ParentAction: CasePathable, ChildState == Child.State,
    ChildAction == Child.Action
  {
    let states = ParentState.allCasePaths[keyPath: toChildState]
    let (path, child) = (ParentAction.allCasePaths[keyPath: toChildAction], child())
    _reduce = { state, action in
      guard let action = path.extract(from: action), var childState = states.extract(from: state)
      else { return .none }
      let effect = child.reduce(into: &childState, action: action)
      state = states.embed(childState)
      return effect.map(path.embed)
    }
  }

  public func reduce(into state: inout ParentState, action: ParentAction) -> Effect<ParentAction> {
    _reduce(&state, action)
  }
}
