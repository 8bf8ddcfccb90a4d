import OrreryTrace
import Synchronization

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
@dynamicMemberLookup
public final class Store<State: Sendable, Action: Sendable>: Sendable {
  /// What the loop works on; whoever holds it is the only one to handle actions.
  private let gate: Mutex<StoreCore<State, Action>>
  /// The thread inside the gate, zero while there is none.
  private let owner = Atomic<UInt>(0)
  /// What the thread inside the gate asked for, and whether there is anything.
  private let queue = Mutex<[StoreJob<Action>]>([])
  private let isQueued = Atomic(false)
  let observed: Observed<State>
  private let dependencies: DependencyValues
  private let report: @Sendable (String) -> Void

  /// - Parameters:
  ///   - initialState: The state before the first action.
  ///   - recorder: Where steps are recorded; by default where the environment says, or nowhere.
  ///   - reducer: Builds the reducer.
  ///   - change: Sets the dependencies of the reducer and its effects.
  public convenience init<R: Reducer<State, Action>>(
    initialState: State, recorder: TraceRecorder = .shared,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies change: (inout DependencyValues) -> Void = { _ in }
  ) {
    self.init(
      initialState: initialState, recorder: recorder, holdsResults: false,
      report: Report.standardError, reducer: reducer, withDependencies: change)
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
    var values = DependencyValues.current
    change(&values)
    let reducer = DependencyValues.$current.withValue(values, operation: reducer)
    let observed = Observed(initialState)
    self.observed = observed
    self.report = report
    dependencies = values
    var log = StepLog(recorder: recorder)
    var machines = MachineList<State>()
    reducer.declareMachines(in: &machines)
    log.start(machines, initialState: initialState) { [weak observed] in observed?.state }
    gate = Mutex(
      StoreCore(
        state: initialState, reduce: reducer.reduction(with: values), log: log,
        observed: observed, holdsResults: holdsResults))
  }

  /// The state after the last action that was handled.
  public var state: State { observed.state }

  /// A property of the state.
  public subscript<Value>(dynamicMember path: KeyPath<State, Value>) -> Value {
    state[keyPath: path]
  }

  /// The state now, and each time it changes; ends with the store.
  ///
  /// A reader that is slow gets the newest state and misses those between. A state that is not
  /// `Equatable` counts as changed by every action.
  public var states: AsyncStream<State> { states(buffering: .bufferingNewest(1)) }

  /// The state now, and each time it changes; ends with the store.
  ///
  /// - Parameter buffering: Which states wait for a reader that is slow.
  public func states(
    buffering: AsyncStream<State>.Continuation.BufferingPolicy
  ) -> AsyncStream<State> { observed.states(buffering) }

  /// Handles an action.
  public func send(_ action: Action) { perform(.action(action)) }

  /// The names of the effects that run, in the order in which they started.
  package var runningEffects: [String] { gate.withLock { $0.runs.values.map(\.name) } }

  /// The results that wait, oldest first.
  package var heldResults: [Action] { gate.withLock { $0.held.map(\.action) } }

  /// Handles the oldest result that waits.
  package func releaseResult() { perform(.release) }

  deinit {
    let runs = gate.withLock { $0.close() }
    for run in runs { run.task?.cancel() }
    observed.finish()
  }
}

// MARK: - The loop

extension Store {
  /// Handles a job and all that it queues, or queues it where this thread is inside already.
  func perform(_ job: StoreJob<Action>) {
    guard owner.load(ordering: .relaxed) != ThreadID.current else {
      queue.withLock { $0.append(job) }
      return isQueued.store(true, ordering: .relaxed)
    }
    enter(with: job)
  }

  /// Works on the core alone, and then on what that queued.
  private func enter(with job: StoreJob<Action>) {
    let afterwards = gate.withLock { core in
      owner.store(ThreadID.current, ordering: .relaxed)
      defer { owner.store(0, ordering: .relaxed) }
      core.handle(job, in: self)
      while isQueued.load(ordering: .relaxed) {
        for job in takeQueued() { core.handle(job, in: self) }
      }
      return core.takeAfterwards()
    }
    guard !afterwards.isEmpty else { return }
    for run in afterwards.cancelled { run.task?.cancel() }
    for issue in afterwards.issues { report("\(issue)") }
  }

  private func takeQueued() -> [StoreJob<Action>] {
    queue.withLock { queue in
      isQueued.store(false, ordering: .relaxed)
      defer { queue = [] }
      return queue
    }
  }

  /// Starts the task of an effect; what it sends counts only while the run is known.
  func task(for run: EffectRun<Action>) -> Task<Void, Never> {
    let id = run.id
    let values = dependencies
    let send = Send<Action>(
      deliver: { [weak self] action in self?.perform(.result(action, of: id)) },
      fail: { [weak self] misuse in self?.perform(.failed(misuse, of: id)) })
    return Task { [weak self] in
      await DependencyValues.$current.withValue(values) { await run.work(send) }
      self?.perform(.finished(id))
    }
  }
}

extension Reducer {
  /// The function of this reducer, which runs with the dependencies of its store.
  fileprivate func reduction(
    with values: DependencyValues
  ) -> @Sendable (inout State, Action) -> Effect<Action> {
    guard values.isCustom else { return reduce }
    return { state, action in
      DependencyValues.$current.withValue(values) { reduce(into: &state, action: action) }
    }
  }
}
