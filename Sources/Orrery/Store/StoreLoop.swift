import Observation
import OrreryTrace

#if !canImport(os)
import Synchronization
#endif

/// What a store calls for each action: the function of its reducer, which works on the cell.
///
/// Its last parameter says whether the machines have to note their steps.
@usableFromInline
typealias Reduction<State: Sendable, Action: Sendable> =
  @Sendable (borrowing StateCell<State>, UnsafePointer<Action>, Bool) -> Effect<Action>

/// A store at work: what handles one action after the other.
@usableFromInline
final class StoreLoop<State: Sendable, Action: Sendable>: Sendable {
  /// What the loop works on; whoever holds it is the only one to handle actions.
  @usableFromInline let gate: Lock<StoreCore<State, Action>>
  /// The thread inside the gate, zero while there is none.
  @usableFromInline let owner = AtomicValue<UInt>(0)
  /// Belongs to the thread inside the gate.
  @usableFromInline let cell: StateCell<State>
  @usableFromInline let reducer: Reduction<State, Action>
  @usableFromInline let recorder: TraceRecorder
  /// What the thread inside the gate asked for, and whether there is anything.
  let queue = Lock<[StoreJob<State, Action>]>([])
  @usableFromInline let isQueued = AtomicValue(false)
  #if canImport(Darwin)
  /// An `ObservationRegistrar`, where the system has one.
  private let systemRegistrar: (any Sendable)?

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  var registrar: ObservationRegistrar {
    systemRegistrar as? ObservationRegistrar ?? ObservationRegistrar()
  }
  #else
  let registrar = ObservationRegistrar()
  #endif
  /// Whether the properties of the state are observed one by one.
  let isObservable = State.self is any ObservableState.Type
  let dependencies: DependencyValues
  let report: @Sendable (String) -> Void

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
    #if canImport(Darwin)
    if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) {
      systemRegistrar = ObservationRegistrar()
    } else {
      systemRegistrar = nil
    }
    #endif
    cell = StateCell(initialState)
    gate = Lock(StoreCore(log: StepLog(recorder: recorder), holdsResults: holdsResults))
    var machines = MachineList(state: initialState)
    machines.add(whole: reducer)
    gate.withLock { [machines] core in
      for machine in machines.machines { core.log.start(machine, in: self) }
    }
  }

  deinit {
    let (runs, followers) = gate.withLock { $0.close() }
    for run in runs { run.task?.cancel() }
    for follower in followers { follower.finish() }
  }

  /// The state after the last action that was handled, or, inside a reducer, the one before.
  var state: State {
    isInside ? cell.state : gate.withLock { _ in cell.state }
  }
}
