import COrreryThread
public import OrreryTrace

/// What a machine that is marked `@Traced` carries: who it is in the log.
///
/// It is in the log from its first step on, and until the last copy of it is gone. While recording is off
/// nobody knows of it.
public final class TracedInstance: Sendable {
  private struct Position {
    /// What there is in the log: the end of this is the end of the instance.
    var trace: SharedTrace?
    /// The thread of the step; zero where its method may go on in another one.
    var thread: UInt = 0
    /// The steps of methods that are about to await a part of themselves, by their tasks.
    var handed: [Int: TracedRun] = [:]
    /// The methods that run on a thread, the outermost first.
    var callers: [UInt: [String]] = [:]
  }

  private let machine: String
  /// The state that it starts in where nobody gives it another one.
  private let usualStart: String?
  @usableFromInline let recorder: TraceRecorder
  /// Whether the log may have missed steps before the first one that it has.
  private let isLate: Bool
  private let position = Lock(Position())
  /// Whether a step is under way, of which everything that the method calls is a part.
  private let isInside = AtomicValue(false)

  /// - Parameters:
  ///   - machine: The id of the machine: `Naming.machine(module:path:)`.
  ///   - usualStart: The state that it starts in, where who makes it may give it another one.
  ///   - recorder: Where to record.
  public convenience init(
    machine: String, usualStart: String? = nil, recorder: TraceRecorder = .shared
  ) {
    self.init(machine, usualStart, recorder, isLate: !recorder.isEnabled)
  }

  private init(
    _ machine: String, _ usualStart: String?, _ recorder: TraceRecorder, isLate: Bool
  ) {
    self.machine = machine
    self.usualStart = usualStart
    self.recorder = recorder
    self.isLate = isLate
  }

  /// Whether a step would be recorded: ask before making the name of the state.
  @inlinable public var isOn: Bool { recorder.isEnabled }

  /// Begins a step; nothing where it is a part of another one.
  ///
  /// - Parameter state: The name of the state before it.
  public func begin(_ state: String) -> TracedStep? {
    enter(state).map { TracedStep(trace: $0, instance: self, from: state) }
  }

  /// Begins a step of a struct; nothing where it is a part of another one.
  ///
  /// A copy is the same instance until it is found in another state than the last step has left, or takes a
  /// step while another one does: it has gone its own way then, and is an instance of its own.
  ///
  /// - Parameters:
  ///   - waits: Whether the method may go on in another thread.
  ///   - state: The name of the state before it.
  public static func begin(
    _ instance: inout TracedInstance, waits: Bool = false, _ state: String
  ) -> TracedStep? {
    if isKnownUniquelyReferenced(&instance) { return instance.begin(state) }
    return beginCopy(&instance, waits ? 0 : orrery_thread(), state)
  }

  @inline(never)
  private static func beginCopy(
    _ instance: inout TracedInstance, _ thread: UInt, _ state: String
  ) -> TracedStep? {
    let (trace, isApart) = instance.enter(state, asCopyIn: thread)
    if isApart { instance = TracedInstance(instance.machine, nil, instance.recorder, isLate: true) }
    return (isApart ? instance.enter(state) : trace)
      .map { TracedStep(trace: $0, instance: instance, from: state) }
  }

  /// Follows a method that waits.
  ///
  /// - Parameters:
  ///   - event: The name of the method.
  ///   - ifMoved: Whether a call that leaves the state as it was is no event.
  public func run(
    _ event: String, ifMoved: Bool = false, _ state: @autoclosure () -> String?
  ) -> TracedRun {
    .task(self, event, ifMoved: ifMoved, state())
  }

  // MARK: - The step that is under way

  func enter(_ state: String) -> SharedTrace? {
    position.withLock { enter(&$0, state, thread: 0) }
  }

  /// The same for one of several copies.
  ///
  /// - Returns: Whether it is not the one that took the last step, instead.
  private func enter(
    _ state: String, asCopyIn thread: UInt
  ) -> (trace: SharedTrace?, isApart: Bool) {
    position.withLock { position in
      if isInside.load(ordering: .relaxed) {
        return (nil, position.thread != 0 && position.thread != thread)
      }
      if let trace = position.trace, trace.isElsewhere(than: state) { return (nil, true) }
      return (enter(&position, state, thread: thread), false)
    }
  }

  private func enter(
    _ position: inout Position, _ state: String, thread: UInt
  ) -> SharedTrace? {
    guard !isInside.load(ordering: .relaxed) else { return nil }
    isInside.store(true, ordering: .relaxed)
    position.thread = thread
    if let trace = position.trace { return trace }
    let isLate = isLate || (usualStart ?? state) != state
    let trace = SharedTrace(
      TraceInstance(machine: machine, state: state, isLate: isLate, recorder: recorder))
    position.trace = trace
    return trace
  }

  func leave() { isInside.store(false, ordering: .relaxed) }

  /// Goes on with the step of an instance that a machine has replaced itself for: `self = Door()`.
  func adopt(_ trace: SharedTrace) {
    position.withLock { $0.trace = trace }
    isInside.store(true, ordering: .relaxed)
  }

  func hand(_ run: TracedRun) {
    let task = Self.task
    position.withLock { $0.handed[task] = run }
  }

  /// The step that the same task has handed on.
  func takeHanded() -> TracedRun? {
    let task = Self.task
    return position.withLock { $0.handed.isEmpty ? nil : $0.handed.removeValue(forKey: task) }
  }

  /// What no other living task has.
  private static var task: Int { withUnsafeCurrentTask { $0?.hashValue ?? 0 } }
}

// MARK: - Behind a lock

extension TracedInstance {
  /// Notes that a method runs which others of the machine do something behind a lock for.
  public func call(_ event: String) {
    position.withLock { $0.callers[orrery_thread(), default: []].append(event) }
  }

  /// Notes that the method which ``call(_:)`` was told of last, on this thread, has returned.
  public func endCall() {
    position.withLock { position in
      _ = position.callers[orrery_thread()]?.popLast()
      if position.callers[orrery_thread()]?.isEmpty == true {
        position.callers[orrery_thread()] = nil
      }
    }
  }

  /// The method of the machine that has come to this one.
  ///
  /// - Parameter own: The name of this one, where none has.
  public func caller(or own: String) -> String {
    position.withLock { $0.callers[orrery_thread()]?.first ?? own }
  }
}

/// An instance of the log, which a step takes along at the price of one reference.
final class SharedTrace: Sendable {
  private let instance: TraceInstance

  init(_ instance: TraceInstance) { self.instance = instance }

  /// Whether its last step has left it in another state.
  func isElsewhere(than state: String) -> Bool {
    instance.lastState.map { $0 != state } ?? false
  }

  func record(
    _ event: String, _ origin: EventOrigin, from: String, to: String, isRefused: Bool
  ) {
    if isRefused, from == to {
      instance.record(event: event, origin: origin, from: from, to: to, verdict: .rejected)
    } else {
      instance.record(event: event, origin: origin, from: from, to: to)
    }
  }
}

// A copy of a machine is equal to it, whoever either of them is in the log.
extension TracedInstance: Hashable {
  public static func == (a: TracedInstance, b: TracedInstance) -> Bool { true }

  public func hash(into hasher: inout Hasher) {}
}
