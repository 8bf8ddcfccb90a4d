import OrreryTrace

/// The store of a reducer's state and actions.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>

/// Holds a state, takes actions one after the other, and runs their effects.
///
/// Any thread may send; `send` returns when the action has been handled. An action that is sent
/// while the same thread is handling another is queued, and handled right after it. Effects end with
/// the store: what they send later is dropped.
///
/// ```swift
/// let store = Store(initialState: Login.State.ready) { Login() }
/// store.send(.input(.submit(name: "ada")))
/// ```
///
/// What `send` needs is inlinable down to the reducer, so that the compiler makes of it one function
/// for the machine at hand: through witness tables it takes a hundred times as long.
@dynamicMemberLookup
public final class Store<State: Sendable, Action: Sendable>: Sendable {
  /// Does all the work, and ends with the store.
  ///
  /// An object of its own, because effects and recorders refer to it weakly: what is so referred to
  /// counts its references slowly, and callers of `send` count those of the store.
  @usableFromInline let loop: StoreLoop<State, Action>

  /// - Parameters:
  ///   - initialState: The state before the first action.
  ///   - recorder: Where steps are recorded; by default where the environment says, or nowhere.
  ///   - reducer: Builds the reducer.
  ///   - change: Sets the dependencies of the reducer and its effects.
  @inlinable
  public init<R: Reducer<State, Action>>(
    initialState: State, recorder: TraceRecorder = .shared,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies change: (inout DependencyValues) -> Void = { _ in }
  ) {
    let dependencies = DependencyValues.current(with: change)
    let reducer = dependencies.inForce(reducer)
    loop = StoreLoop(
      initialState: initialState, recorder: recorder, holdsResults: false, report: nil,
      reducer: reducer, reduction: reducer.reduction(with: dependencies),
      dependencies: dependencies)
  }

  /// - Parameters:
  ///   - holdsResults: Whether what effects send waits for `releaseResult()`.
  ///   - report: Told what the program does wrong with the store.
  package init<R: Reducer<State, Action>>(
    initialState: State, recorder: TraceRecorder, holdsResults: Bool,
    report: @escaping @Sendable (String) -> Void,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies change: (inout DependencyValues) -> Void
  ) {
    let dependencies = DependencyValues.current(with: change)
    let reducer = dependencies.inForce(reducer)
    loop = StoreLoop(
      initialState: initialState, recorder: recorder, holdsResults: holdsResults, report: report,
      reducer: reducer, reduction: reducer.reduction(with: dependencies),
      dependencies: dependencies)
  }

  /// The state after the last action that was handled.
  ///
  /// Waits while another thread handles an action; inside a reducer it is the state before.
  public var state: State { loop.state }

  /// Handles an action.
  @inlinable
  public func send(_ action: Action) { loop.send(action) }

  /// The names of the effects that run, in the order in which they started.
  package var runningEffects: [String] { loop.gate.withLock { $0.runs.values.map(\.name) } }

  /// How many effects have ever started.
  package var startedEffectCount: Int { loop.gate.withLock { $0.runs.started } }

  /// The results that wait, oldest first.
  package var heldResults: [Action] { loop.gate.withLock { $0.held.map(\.action) } }

  /// Handles the oldest result that waits.
  package func releaseResult() { loop.perform(.release) }
}
