/// One running machine of any make, recorded by hand.
///
/// For machines that no runtime of this package runs, such as a struct with mutating methods. Keep
/// one beside the machine, and record where the state is written:
///
/// ```swift
/// struct ConnectionStateMachine {
///   private var state: State = .idle
///   private let trace = TraceInstance(machine: "Net.ConnectionStateMachine", state: "idle")
///
///   mutating func connect() -> ConnectAction {
///     let step = trace.step(from: state.traceName)
///     defer { step?.record(event: "connect", to: state.traceName) }
///     switch state { … }
///   }
/// }
/// ```
///
/// The names must be those of the declaration: see ``Naming``. A copy is the same instance, which ends
/// with the last copy of it.
public struct TraceInstance: Sendable {
  public let machine: String
  /// The number of the instance in its recorder.
  public let id: UInt64
  private let parent: UInt64?
  @usableFromInline let recorder: TraceRecorder
  private let life: TraceLife

  /// Starts an instance.
  ///
  /// - Parameters:
  ///   - machine: The id of the machine: ``Naming/machine(module:path:)``.
  ///   - style: The `style` of its machine record.
  ///   - state: The name of the initial state.
  ///   - parent: The machine that holds this one.
  ///   - recorder: Where to record, by default to the log that the environment names.
  public init(
    machine: String, style: String = "mutating", state: String, parent: TraceInstance? = nil,
    recorder: TraceRecorder = .shared
  ) {
    self.machine = machine
    self.parent = parent?.id
    self.recorder = recorder
    recorder.machine(MachineRecord(machine: machine, style: style))
    id = recorder.started(machine: machine, parent: parent?.id, state: state)
    life = TraceLife(of: id, recorder: recorder)
  }

  /// Starts an instance of a machine that may have taken steps before anybody recorded them.
  ///
  /// - Parameters:
  ///   - parent: The machine that holds this one.
  ///   - isLate: Whether it has, so that its state need not be one to start in.
  ///   - current: What ``TraceRecorder/started(machine:parent:state:current:)`` asks for its state.
  package init(
    machine: String, style: String = "mutating", state: String, parent: TraceInstance? = nil,
    isLate: Bool, recorder: TraceRecorder, current: (@Sendable () -> String?)? = nil
  ) {
    self.machine = machine
    self.parent = parent?.id
    self.recorder = recorder
    recorder.machine(MachineRecord(machine: machine, style: style))
    id = recorder.started(
      machine: machine, parent: parent?.id, state: state, as: isLate ? .snapshot : .started,
      current: current)
    life = TraceLife(of: id, recorder: recorder)
  }

  /// Records an event that moved the machine, or left it in its state; the names are not made while
  /// recording is off.
  @inlinable
  public func record(
    event: @autoclosure () -> String, origin: EventOrigin = .input,
    from: @autoclosure () -> String, to: @autoclosure () -> String
  ) {
    guard recorder.isEnabled else { return }
    step(event(), origin, from(), to(), nil)
  }

  /// Records an event and what became of it; the names are not made while recording is off.
  @inlinable
  public func record(
    event: @autoclosure () -> String, origin: EventOrigin = .input,
    from: @autoclosure () -> String, to: @autoclosure () -> String, verdict: StepRecord.Verdict
  ) {
    guard recorder.isEnabled else { return }
    step(event(), origin, from(), to(), verdict)
  }

  /// Records an event with the values inside it and inside the state after it, as far as the
  /// recorder's ``TraceRecorder/payloads`` ask for them.
  ///
  /// - Parameters:
  ///   - value: The event.
  ///   - state: The state after it.
  @inlinable
  public func record(
    event: @autoclosure () -> String, origin: EventOrigin = .input,
    from: @autoclosure () -> String, to: @autoclosure () -> String,
    verdict: StepRecord.Verdict? = nil, value: @autoclosure () -> Any? = nil,
    state: @autoclosure () -> Any?
  ) {
    guard recorder.isEnabled else { return }
    step(
      event(), origin, from(), to(), verdict,
      recorder.payload(event: value(), state: state()))
  }

  @usableFromInline
  func step(
    _ event: String, _ origin: EventOrigin, _ from: String, _ to: String,
    _ verdict: StepRecord.Verdict?, _ payload: StepPayload? = nil
  ) {
    recorder.step(
      machine: machine, instance: id, parent: parent, origin: origin, event: event, from: from,
      to: to, verdict: verdict ?? (from == to ? .stayed : .moved), payload: payload)
  }

  /// The state in which the last recorded step has left it; nothing where steps may have been missed.
  package var lastState: String? { recorder.state.withLock { $0.state(of: id) } }

  /// Records that the instance is gone, where its machine ends before it is released.
  public func end() {
    recorder.ended(id)
  }
}
