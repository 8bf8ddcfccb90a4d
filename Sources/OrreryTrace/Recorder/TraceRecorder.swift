#if !canImport(os)
import Synchronization
#endif

/// Writes down what machines do: numbers the steps, reads the clock, and feeds the sinks.
///
/// A recorder without a sink is off, and costs one atomic load a step. Every method may be called
/// from any thread; the order of the calls is the order of the log. A child that the process makes by
/// `fork` records nothing by it.
///
/// ```swift
/// let recorder = TraceRecorder(sink: try FileSink(path: "run.jsonl"))
/// defer { recorder.close() }
/// ```
public final class TraceRecorder: Sendable {
  let state: Lock<RecorderState>
  let clock: TraceClock
  let header: Header
  @usableFromInline let enabled: AtomicValue<Bool>
  private let runs = AtomicValue<UInt64>(0)
  private let process = Fork.current
  let policy = Lock(PayloadPolicy.namesOnly)
  let hasPayloads = AtomicValue(false)

  /// Makes a recorder, which is off until a sink is attached.
  ///
  /// - Parameters:
  ///   - header: What the log says about this run, by default this process and a random run id.
  ///   - clock: The clocks of the log, by default those of the system.
  public init(header: Header? = nil, clock: TraceClock = .system) {
    self.clock = clock
    self.header = header ?? .current(clock: clock)
    state = Lock(RecorderState())
    enabled = AtomicValue(false)
  }

  /// Makes a recorder that writes to a sink.
  public convenience init(
    sink: any TraceSink, header: Header? = nil, clock: TraceClock = .system
  ) {
    self.init(header: header, clock: clock)
    attach(sink)
  }

  /// Whether anything is recorded; ask before making names that cost time.
  @inlinable public var isEnabled: Bool { enabled.load(ordering: .relaxed) }

  /// Adds a sink, which first gets the header, the known machines and a snapshot of every live
  /// instance.
  ///
  /// - Returns: What ``detach(_:)`` takes the sink out by.
  @discardableResult
  public func attach(_ sink: any TraceSink) -> SinkAttachment {
    guard process.isCurrent else {
      StandardError.write(
        "a child of fork cannot record by its parent's recorder, which is off. "
          + "To fix, make a TraceRecorder in the child")
      return SinkAttachment(id: 0)
    }
    // Asked without the lock: an instance may be in a step of its own, waiting for it.
    let states = state.withLock { $0.stateQueries() }.map { ($0.instance, $0.current()) }
    return state.withLock { state in
      state.refresh(states)
      introduce(sink, &state)
      enabled.store(true, ordering: .relaxed)
      return SinkAttachment(id: state.add(sink))
    }
  }

  /// Writes what every log begins with.
  private func introduce(_ sink: any TraceSink, _ state: inout RecorderState) {
    sink.write(.header(header))
    for machine in state.machines { sink.write(.machine(machine)) }
    for snapshot in state.snapshots(at: clock.monotonic()) { sink.write(.instance(snapshot)) }
  }

  /// Closes one sink.
  ///
  /// The others go on; without any left the recorder is off.
  public func detach(_ attachment: SinkAttachment) {
    close { $0 == attachment.id }
  }

  /// Closes all sinks; the recorder is off afterwards, and may get a new one.
  public func close() {
    close { _ in true }
  }

  private func close(where isMeant: (UInt64) -> Bool) {
    guard process.isCurrent else { return }
    let sinks = state.withLock { state in
      let sinks = state.takeSinks(where: isMeant)
      if state.sinks.isEmpty { enabled.store(false, ordering: .relaxed) }
      return sinks
    }
    for sink in sinks { sink.close() }
  }

  /// A number for one run of one effect, unique in this recorder.
  public func nextRun() -> UInt64 {
    runs.add(1, ordering: .relaxed).newValue
  }
}

// MARK: - Machines and their instances

extension TraceRecorder {
  /// Makes the names of a machine known, once for each id; later calls for that id do nothing.
  ///
  /// Call it whether recording is on or off: a sink that is attached later is told.
  public func machine(_ record: MachineRecord) {
    guard process.isCurrent else { return }
    state.withLock { state in
      if state.know(record) { state.emit(.machine(record)) }
    }
  }

  /// Notes that a machine starts to run.
  ///
  /// Call it whether recording is on or off: a sink that is attached later gets a snapshot.
  ///
  /// - Parameters:
  ///   - parent: The instance that holds this one.
  ///   - state: The name of the initial state.
  ///   - current: Asks the instance for the name of its state, when a sink is attached later. Hold
  ///     the instance weakly.
  /// - Returns: The number of the instance, unique in this recorder.
  public func started(
    machine: String, parent: UInt64? = nil, state name: String,
    current: (@Sendable () -> String?)? = nil
  ) -> UInt64 {
    started(machine: machine, parent: parent, state: name, as: .started, current: current)
  }

  /// Notes that a machine starts to run, or that one is known from now on.
  package func started(
    machine: String, parent: UInt64? = nil, state name: String, as phase: InstanceRecord.Phase,
    current: (@Sendable () -> String?)? = nil
  ) -> UInt64 {
    guard process.isCurrent else { return 0 }
    return state.withLock { state in
      let instance = state.start(
        machine: machine, parent: parent, state: name, current: current, recorded: isEnabled)
      guard !state.sinks.isEmpty else { return instance }
      state.emit(
        .instance(
          InstanceRecord(
            phase: phase, machine: machine, instance: instance, parent: parent, state: name,
            at: clock.monotonic())))
      return instance
    }
  }

  /// Notes the state of an instance that somebody else has changed, so that no step of its own tells it.
  package func found(_ instance: UInt64, in name: String) {
    guard process.isCurrent else { return }
    state.withLock { state in
      guard let live = state.renew(instance, state: name), !state.sinks.isEmpty else { return }
      state.emit(
        .instance(live.record(phase: .snapshot, instance: instance, at: clock.monotonic())))
    }
  }

  /// Notes that an instance is gone.
  public func ended(_ instance: UInt64) {
    guard process.isCurrent else { return }
    // What tells its state may hold other instances, which end where it is released: not in the lock.
    let gone = state.withLock { state in
      let live = state.end(instance)
      if let live, !state.sinks.isEmpty {
        state.emit(
          .instance(live.record(phase: .ended, instance: instance, at: clock.monotonic())))
      }
      return live
    }
    withExtendedLifetime(gone) {}
  }
}

// MARK: - Steps and effects

extension TraceRecorder {
  /// Records that a machine took an event.
  ///
  /// - Parameters:
  ///   - cause: The effect run that produced the event.
  ///   - effects: The effects that the step starts, with their run numbers.
  ///   - payload: What ``payload(event:state:)`` makes.
  public func step(
    machine: String, instance: UInt64, parent: UInt64? = nil, origin: EventOrigin, event: String,
    cause: UInt64? = nil, from: String, to: String, verdict: StepRecord.Verdict,
    effects: RecordedEffect? = nil, payload: StepPayload? = nil
  ) {
    guard isEnabled, process.isCurrent else { return }
    state.withLock { state in
      guard !state.sinks.isEmpty else { return }
      state.emit(
        StepRecord(
          seq: state.nextStep(), at: clock.monotonic(), machine: machine, instance: instance,
          parent: parent, origin: origin.rawValue, event: event, cause: cause, from: from, to: to,
          verdict: verdict, effects: effects, payload: payload))
      for sink in state.due {
        sink.restart()
        introduce(sink, &state)
      }
    }
  }

  /// Records a change in the life of an effect run.
  ///
  /// - Parameter reason: Why it was cancelled or how it failed.
  public func effect(
    phase: EffectRecord.Phase, run: UInt64, name: String, machine: String, instance: UInt64,
    reason: String? = nil
  ) {
    guard isEnabled, process.isCurrent else { return }
    state.withLock { state in
      state.emit(
        .effect(
          EffectRecord(
            phase: phase, run: run, name: name, machine: machine, instance: instance,
            at: clock.monotonic(), reason: reason)))
    }
  }
}

/// A sink at a recorder, to be taken out again.
public struct SinkAttachment: Sendable {
  let id: UInt64
}
