import Observation
import OrreryTrace
import Synchronization

/// The store of a reducer's state and actions.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>

/// What a store calls for each action: the function of its reducer.
@usableFromInline
typealias Reduction<State: Sendable, Action: Sendable> =
  @Sendable (inout State, UnsafePointer<Action>) -> Effect<Action>

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
  /// What the loop works on; whoever holds it is the only one to handle actions.
  @usableFromInline let gate: Mutex<StoreCore<State, Action>>
  /// The thread inside the gate, zero while there is none.
  @usableFromInline let owner = Atomic<UInt>(0)
  /// Belongs to the thread inside the gate.
  @usableFromInline let cell: StateCell<State>
  @usableFromInline let reducer: Reduction<State, Action>
  @usableFromInline let recorder: TraceRecorder
  /// What the thread inside the gate asked for, and whether there is anything.
  let queue = Mutex<[StoreJob<State, Action>]>([])
  @usableFromInline let isQueued = Atomic(false)
  let registrar = ObservationRegistrar()
  /// Whether the properties of the state are observed one by one.
  let isObservable = State.self is any ObservableState.Type
  let dependencies: DependencyValues
  let report: @Sendable (String) -> Void

  /// - Parameters:
  ///   - initialState: The state before the first action.
  ///   - recorder: Where steps are recorded; by default where the environment says, or nowhere.
  ///   - reducer: Builds the reducer.
  ///   - change: Sets the dependencies of the reducer and its effects.
  @inlinable
  public convenience init<R: Reducer<State, Action>>(
    initialState: State, recorder: TraceRecorder = .shared,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies change: (inout DependencyValues) -> Void = { _ in }
  ) {
    let dependencies = DependencyValues.current(with: change)
    let reducer = dependencies.inForce(reducer)
    self.init(
      initialState: initialState, recorder: recorder, holdsResults: false, report: nil,
      reducer: reducer, reduction: reducer.reduction(with: dependencies),
      dependencies: dependencies)
  }

  /// - Parameters:
  ///   - holdsResults: Whether what effects send waits for `releaseResult()`.
  ///   - report: Told what the program does wrong with the store.
  package convenience init<R: Reducer<State, Action>>(
    initialState: State, recorder: TraceRecorder, holdsResults: Bool,
    report: @escaping @Sendable (String) -> Void,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies change: (inout DependencyValues) -> Void
  ) {
    let dependencies = DependencyValues.current(with: change)
    let reducer = dependencies.inForce(reducer)
    self.init(
      initialState: initialState, recorder: recorder, holdsResults: holdsResults, report: report,
      reducer: reducer, reduction: reducer.reduction(with: dependencies),
      dependencies: dependencies)
  }

  /// - Parameters:
  ///   - reducer: Names the machines inside.
  ///   - reduction: Its function.
  @usableFromInline
  init(
    initialState: State, recorder: TraceRecorder, holdsResults: Bool,
    report: (@Sendable (String) -> Void)?, reducer: some Reducer<State, Action>,
    reduction: @escaping Reduction<State, Action>,
    dependencies: DependencyValues
  ) {
    self.reducer = reduction
    self.recorder = recorder
    self.report = report ?? Report.standardError
    self.dependencies = dependencies
    cell = StateCell(initialState)
    gate = Mutex(StoreCore(log: StepLog(recorder: recorder), holdsResults: holdsResults))
    var machines = MachineList(state: initialState)
    reducer.declareMachines(in: &machines)
    gate.withLock { [machines] core in
      for machine in machines.machines { core.log.start(machine, in: self) }
    }
  }

  deinit {
    let (runs, followers) = gate.withLock { $0.close() }
    for run in runs { run.task?.cancel() }
    for follower in followers { follower.finish() }
  }

  /// The state after the last action that was handled.
  ///
  /// Waits while another thread handles an action; inside a reducer it is the state before.
  public var state: State {
    isInside ? cell.state : gate.withLock { _ in cell.state }
  }

  /// The names of the effects that run, in the order in which they started.
  package var runningEffects: [String] { gate.withLock { $0.runs.values.map(\.name) } }

  /// How many effects have ever started.
  package var startedEffectCount: Int { gate.withLock { $0.runs.started } }

  /// The results that wait, oldest first.
  package var heldResults: [Action] { gate.withLock { $0.held.map(\.action) } }

  /// Handles the oldest result that waits.
  package func releaseResult() { perform(.release) }
}
