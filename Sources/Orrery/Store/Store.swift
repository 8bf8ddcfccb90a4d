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
  /// What the thread inside the gate asked for.
  private let queue = Mutex<[StoreJob<Action>]>([])
  private let observed: Observed<State>

  /// - Parameters:
  ///   - initialState: The state before the first action.
  ///   - recorder: Where steps are recorded; by default where the environment says, or nowhere.
  ///   - reducer: Builds the reducer.
  public convenience init<R: Reducer<State, Action>>(
    initialState: State, recorder: TraceRecorder = .shared,
    @ReducerBuilder<State, Action> reducer: () -> R
  ) {
    self.init(initialState: initialState, reducer: reducer(), recorder: recorder)
  }

  /// - Parameter holdsResults: Whether what effects send waits for `releaseResult()`.
  package init<R: Reducer<State, Action>>(
    initialState: State, reducer: R, recorder: TraceRecorder = .shared, holdsResults: Bool = false
  ) {
    let observed = Observed(initialState)
    self.observed = observed
    var log = StepLog(recorder: recorder)
    if let machine = R.self as? any StateMachine.Type {
      log.start(machine, initialState: initialState) { [weak observed] in observed?.state }
    }
    gate = Mutex(
      StoreCore(
        state: initialState, reduce: reducer.reduce, log: log, observed: observed,
        holdsResults: holdsResults))
  }

  /// The state after the last action that was handled.
  public var state: State { observed.state }

  /// A property of the state.
  public subscript<Value>(dynamicMember path: KeyPath<State, Value>) -> Value {
    state[keyPath: path]
  }

  /// The state now, and after each action from now on; ends with the store.
  ///
  /// States wait for a reader that is slow, so read on or drop the sequence.
  public var states: AsyncStream<State> { observed.states() }

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
      return queue.withLock { $0.append(job) }
    }
    enter { $0.handle(job, in: self) }
  }

  /// Works on the core alone, and then on what that queued.
  private func enter<Result: Sendable>(
    _ work: (inout StoreCore<State, Action>) -> Result
  ) -> Result {
    let (result, replaced) = gate.withLock { core in
      owner.store(ThreadID.current, ordering: .relaxed)
      defer { owner.store(0, ordering: .relaxed) }
      let result = work(&core)
      while let next = takeQueued() { core.handle(next, in: self) }
      return (result, core.takeReplaced())
    }
    // Outside the gate, because cancelling runs other people's handlers.
    for run in replaced { run.task?.cancel() }
    return result
  }

  private func takeQueued() -> StoreJob<Action>? {
    queue.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }

  /// Starts the task of an effect; what it sends counts only while the run is known.
  func task(for run: EffectRun<Action>) -> Task<Void, Never> {
    let id = run.id
    let send = Send<Action>(
      deliver: { [weak self] action in self?.perform(.result(action, of: id)) },
      fail: { [weak self] reason in self?.perform(.failed(reason, of: id)) })
    return Task { [weak self] in
      await run.work(send)
      self?.perform(.finished(id))
    }
  }

  /// Starts the rest of a chain as soon as its first part is done.
  func chain(_ rest: [Operation<Action>], after first: Task<Void, Never>?) -> Task<Void, Never> {
    Task { [weak self] in
      await first?.value
      for operation in rest { await self?.start(operation)?.value }
    }
  }

  private func start(_ operation: Operation<Action>) -> Task<Void, Never>? {
    enter { $0.start(operation, in: self) }
  }
}
