/// A machine of which others see the states and nobody tells the events.
///
/// For a state that somebody else owns. ``TraceRecorder`` makes one for what it observes; where a state
/// comes some other way, say by hand what it is now:
///
/// ```swift
/// let seen = TraceObservation(of: Player.self)
/// for await state in player.states { seen.note(state) }
/// ```
///
/// Each change is a step whose event is ``Record/unknownEvent``, unless ``event(_:origin:_:)`` names it.
/// Of a change that leaves the state its name, such as another payload, nothing is seen. The instance is
/// known from its first state on, and ends with its observation.
public final class TraceObservation: Sendable {
  /// The last state that was seen, which a sink that comes late asks for.
  private final class Seen: Sendable {
    let state: Lock<String>

    init(_ state: String) { self.state = Lock(state) }
  }

  private struct Position {
    var instance: TraceInstance?
    var seen: Seen?
    var isStopped = false
    /// How many named events are under way: one that begins inside of another is a part of it.
    var depth = 0
    /// What looks at the state as it is now, and what ends the source of the states.
    var look: (@Sendable () -> Void)?
    var end: (@Sendable () -> Void)?
  }

  private let machine: String
  private let recorder: TraceRecorder
  private let position = Lock(Position())

  /// - Parameters:
  ///   - machine: The id of the machine: ``Naming/machine(module:path:)``.
  ///   - recorder: Where to record, by default to the log that the environment names.
  public init(machine: String, recorder: TraceRecorder = .shared) {
    self.machine = machine
    self.recorder = recorder
  }

  /// - Parameters:
  ///   - type: The type that owns the state.
  ///   - recorder: Where to record, by default to the log that the environment names.
  public convenience init(of type: Any.Type, recorder: TraceRecorder = .shared) {
    self.init(machine: Naming.machine(of: type), recorder: recorder)
  }

  /// Notes the state that the machine is in now, by the name that reflection finds.
  public func note<State>(_ state: State) { note(named: Naming.state(reflecting: state)) }

  /// Notes the state that the machine is in now, by its name.
  public func note(named state: String) {
    position.withLock { position in
      guard !position.isStopped else { return }
      guard let instance = position.instance, let seen = position.seen else {
        let seen = Seen(state)
        position.seen = seen
        position.instance = TraceInstance(
          machine: machine, state: state, isLate: true, recorder: recorder,
          current: { seen.state.withLock { $0 } })
        return
      }
      let last = seen.state.withLock { last in
        defer { last = state }
        return last
      }
      guard last != state, position.depth == 0 else { return }
      instance.record(event: Record.unknownEvent, from: last, to: state)
    }
  }

  /// Names the event that the body is: what it does to the state is one step, also where that stays.
  ///
  /// The body has to run where the state is changed, such as on the main actor. What it leaves to a task
  /// happens later, and is a step without event. A body that throws and changes nothing has refused.
  public func event<Result, Failure: Error>(
    _ name: String, origin: EventOrigin = .input, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let from = begin()
    do throws(Failure) {
      let result = try body()
      end(name, origin, from: from, isRefused: false)
      return result
    } catch {
      end(name, origin, from: from, isRefused: true)
      throw error
    }
  }

  /// Ends the observation and its instance.
  ///
  /// Call it where the state is changed, such as on the main actor: it looks at the state once more.
  public func stop() {
    look()
    let (instance, end) = position.withLock { position in
      defer { (position.instance, position.look, position.end) = (nil, nil, nil) }
      position.isStopped = true
      return (position.instance, position.end)
    }
    end?()
    withExtendedLifetime(instance) {}
  }

  // MARK: - Where the states come from

  var isStopped: Bool { position.withLock { $0.isStopped } }

  /// Tells what looks at the state, and what ends the source; both are kept until the observation stops.
  package func follow(look: (@Sendable () -> Void)? = nil, end: (@Sendable () -> Void)? = nil) {
    let isStopped = position.withLock { position in
      if !position.isStopped { (position.look, position.end) = (look, end) }
      return position.isStopped
    }
    if isStopped { end?() }
  }

  private func look() { position.withLock { $0.look }?() }

  // MARK: - Named events

  /// - Returns: The state before the event; nothing where the event is a part of another.
  private func begin() -> String? {
    look()
    return position.withLock { position in
      position.depth += 1
      return position.depth == 1 ? position.seen?.state.withLock { $0 } : nil
    }
  }

  private func end(_ name: String, _ origin: EventOrigin, from: String?, isRefused: Bool) {
    look()
    position.withLock { position in
      position.depth -= 1
      guard let from, let instance = position.instance,
        let to = position.seen?.state.withLock({ $0 })
      else { return }
      if isRefused, from == to {
        instance.record(event: name, origin: origin, from: from, to: to, verdict: .rejected)
      } else {
        instance.record(event: name, origin: origin, from: from, to: to)
      }
    }
  }
}
