public import OrreryTrace

/// What a machine that is marked `@Traced` carries: who it is in the log.
///
/// It is in the log from its first step on, and until the last copy of it is gone. While recording is off
/// nobody knows of it.
public final class TracedInstance: Sendable {
  /// What there is in the log: the end of this is the end of the instance.
  final class Life: Sendable {
    let trace: TraceInstance

    init(_ trace: TraceInstance) { self.trace = trace }

    deinit { trace.end() }
  }

  private struct Position {
    var life: Life?
    /// Whether a step is under way, of which everything that the method calls is a part.
    var isInside = false
    /// The step of a method that is about to await a part of itself.
    var handed: TracedRun?
  }

  private let machine: String
  @usableFromInline let recorder: TraceRecorder
  /// Whether the log may have missed steps before the first one that it has.
  private let isLate: Bool
  private let position = Lock(Position())

  /// - Parameters:
  ///   - machine: The id of the machine: `Naming.machine(module:path:)`.
  ///   - recorder: Where to record.
  public init(machine: String, recorder: TraceRecorder = .shared) {
    self.machine = machine
    self.recorder = recorder
    isLate = !recorder.isEnabled
  }

  /// Whether a step would be recorded: ask before making the name of the state.
  @inlinable public var isOn: Bool { recorder.isEnabled }

  /// Begins a step; nothing where it is a part of another one.
  ///
  /// - Parameter state: The name of the state before it.
  public func begin(_ state: String) -> TracedStep? {
    enter(state).map { TracedStep(life: $0, instance: self, from: state) }
  }

  /// Follows a method that waits.
  ///
  /// - Parameters:
  ///   - event: The name of the method.
  ///   - ifMoved: Whether a call that leaves the state as it was is no event.
  public func run(_ event: String, ifMoved: Bool = false, _ state: String?) -> TracedRun {
    .task(self, event, ifMoved: ifMoved, state)
  }

  // MARK: - The step that is under way

  func enter(_ state: String) -> Life? {
    position.withLock { position in
      guard !position.isInside else { return nil }
      position.isInside = true
      if let life = position.life { return life }
      let life = Life(
        TraceInstance(machine: machine, state: state, isLate: isLate, recorder: recorder))
      position.life = life
      return life
    }
  }

  func leave() { position.withLock { $0.isInside = false } }

  /// Goes on for an instance that a machine has replaced itself for: `self = Door()`.
  func adopt(_ life: Life) {
    position.withLock { $0.life = life }
  }

  func hand(_ run: TracedRun) { position.withLock { $0.handed = run } }

  func takeHanded() -> TracedRun? {
    position.withLock { position in
      defer { position.handed = nil }
      return position.handed
    }
  }
}

// A copy of a machine is equal to it, whoever either of them is in the log.
extension TracedInstance: Hashable {
  public static func == (a: TracedInstance, b: TracedInstance) -> Bool { true }

  public func hash(into hasher: inout Hasher) {}
}
