/// A state machine whose transitions are pure functions and whose effects run at its edge.
///
/// The reducers are static, so they cannot reach a dependency; `runIOEffect(_:)` is an instance
/// method, so it can.
///
/// A machine that makes its steps in a `reduce(into:action:)` of its own says so with
/// `typealias Body = Never`: of one without a `body` a store calls the static reducers alone.
public protocol StateMachine: Reducer
where
  Action: StateMachineEventConvertible, Action.Input == Input, Action.IOResult == IOResult
{
  /// What comes from outside: a user, a caller, the network.
  associatedtype Input: Sendable
  /// What the machine asks the outside world to do.
  associatedtype IOEffect: Sendable
  /// What comes back from an effect.
  associatedtype IOResult: Sendable
  /// What `runIOEffect(_:)` gives: a stream of results, or at most one.
  associatedtype Results: EffectResults = AsyncStream<IOResult> where Results.Result == IOResult
  /// The type of `nestedBody`.
  associatedtype NestedBody: Reducer = EmptyReducer<State, Action>
  where NestedBody.State == State, NestedBody.Action == Action

  /// The results of one effect, in order.
  typealias IOResultStream = AsyncStream<IOResult>
  /// The results of one effect, in order.
  typealias EffectSequence = AsyncStream<IOResult>
  /// The state to write and the effect to start; nothing leaves things as they are.
  typealias Transition = (State?, IOEffect?)

  static func reduceInput(_ state: State, _ input: Input) -> Transition
  static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition
  /// Runs an effect: as a stream of results, or, for at most one, as `async -> IOResult?`.
  ///
  /// The task that runs it is cancelled with the effect; results that come later are dropped.
  func runIOEffect(_ ioEffect: IOEffect) async -> Results

  /// How long an effect runs, unless it ends by itself; by default until it is replaced.
  static func lifetime(of ioEffect: IOEffect) -> EffectLifetime

  /// The transition for an action, with its effect as a tree.
  static func composedTransition(
    _ state: State, _ action: Action
  ) -> (State?, ComposableEffect<IOEffect>?)

  /// The child machines, which run before the machine's own transition.
  @ReducerBuilder<State, Action> var nestedBody: NestedBody { get }

  /// The machine's id in a trace: `Module.Type.Path`.
  static var traceID: String { get }
  /// The names that are known beforehand.
  static var traceVocabulary: Vocabulary { get }
  static func traceName(state: State) -> String
  static func traceName(input: Input) -> String
  static func traceName(ioResult: IOResult) -> String
  static func traceName(ioEffect: IOEffect) -> String
}

extension StateMachine where NestedBody == EmptyReducer<State, Action> {
  @inlinable public var nestedBody: EmptyReducer<State, Action> { EmptyReducer() }
}

extension StateMachine where IOResult == Never {
  @inlinable
  public static func reduceIOResult(_ state: State, _ ioResult: Never) -> Transition {}
}

extension StateMachine where IOEffect == Never {
  public func runIOEffect(_ ioEffect: Never) -> AsyncStream<IOResult> {}
}

extension StateMachine {
  public static func lifetime(of ioEffect: IOEffect) -> EffectLifetime { .untilReplaced }

  /// Stands in for a method that is missing, so that the compiler can say what to write.
  @available(
    *, unavailable,
    message: """
      nothing runs the effects of this machine. To fix, implement \
      'func runIOEffect(_ ioEffect: IOEffect) -> IOResultStream', or \
      'func runIOEffect(_ ioEffect: IOEffect) async -> IOResult?' for effects with one result at \
      most, or declare 'typealias IOEffect = Never'
      """
  )
  @_disfavoredOverload
  public func runIOEffect(_ ioEffect: IOEffect) async -> AsyncStream<IOResult> {
    AsyncStream { $0.finish() }
  }
}
