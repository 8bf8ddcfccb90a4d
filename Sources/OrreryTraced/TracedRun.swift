import OrreryTrace

/// A method of a machine that waits: one step up to the first `await`, and another one behind each.
///
/// The steps behind a wait are events of the machine itself, named after the method and what it has
/// waited for: `load#api.fetch.success`.
public struct TracedRun: Sendable {
  private enum Phase: Sendable {
    /// A step is under way.
    case step(trace: SharedTrace, event: String, origin: EventOrigin, from: String)
    case waiting(Wait)
    /// Nothing is recorded: recording is off, or this is a part of another step.
    case idle
  }

  private struct Wait: Sendable {
    var callee: String
    var number: String
    var mayFail: Bool
    var ifMoved: Bool
  }

  private let instance: TracedInstance?
  private let event: String
  private var phase = Phase.idle
  private var isRefused = false
  private var ifMoved = false
  /// Whether another method goes on with the step when this one ends.
  private var isPart = false
  /// Whether a part of the method has the step.
  private var isAway = false

  init(instance: TracedInstance?, event: String) {
    self.instance = instance
    self.event = event
  }

  /// Follows a method that is a part of the one that awaits it.
  ///
  /// - Parameter event: The name of the method, where it is called by another.
  public static func part(
    _ instance: TracedInstance, _ event: String, _ state: @autoclosure () -> String
  ) -> TracedRun {
    guard var run = instance.takeHanded() else { return instance.run(event, state()) }
    run.isPart = true
    // The method has been called with what was waited for.
    run.resume(state())
    return run
  }

  /// Follows a task that a method has started.
  ///
  /// - Parameter ifMoved: Whether what it does before it waits is no event where it leaves the state as
  ///   it is.
  public static func task(
    _ instance: TracedInstance?, _ event: String, ifMoved: Bool = false,
    _ state: @autoclosure () -> String?
  ) -> TracedRun {
    var run = TracedRun(instance: instance, event: event)
    run.start(event, .input, ifMoved: ifMoved, state())
    return run
  }

  mutating func start(
    _ event: String, _ origin: EventOrigin, ifMoved: Bool, _ state: @autoclosure () -> String?
  ) {
    (phase, isRefused, self.ifMoved) = (.idle, false, ifMoved)
    guard let instance, instance.isOn, let state = state(),
      let trace = instance.enter(state)
    else { return }
    phase = .step(trace: trace, event: event, origin: origin, from: state)
  }

  /// The error by which a method refuses an event, which the step notes.
  public static func refusal<Failure: Error>(
    _ error: Failure, of run: inout TracedRun
  ) -> Failure {
    run.isRefused = true
    return error
  }

  /// Ends the step before a statement that waits.
  ///
  /// - Parameters:
  ///   - callee: What it waits for.
  ///   - number: What tells it from other waits for the same, which nothing else does.
  ///   - mayFail: Whether that may throw.
  ///   - ifMoved: Whether what follows is no event where it leaves the state as it is.
  public mutating func wait(
    _ callee: String, number: String = "", mayFail: Bool = false, ifMoved: Bool = false,
    _ state: @autoclosure () -> String?
  ) {
    takeBack()
    // Another wait before this one is over, too.
    resume(state())
    finish(state())
    phase = .waiting(
      Wait(callee: callee, number: number, mayFail: mayFail, ifMoved: ifMoved))
  }

  /// Ends the step before a condition that waits: a condition which holds.
  public mutating func waits(
    _ callee: String, number: String = "", mayFail: Bool = false, ifMoved: Bool = false,
    _ state: @autoclosure () -> String?
  ) -> Bool {
    wait(callee, number: number, mayFail: mayFail, ifMoved: ifMoved, state())
    return true
  }

  /// Begins the step that follows a wait, if there was one.
  public mutating func resume(_ state: @autoclosure () -> String?) {
    resume(as: ".success", state())
  }

  /// Begins the step that follows a wait which has given nothing if it has thrown.
  public mutating func resume<Value>(
    _ state: @autoclosure () -> String?, tried value: Value?
  ) {
    resume(as: value == nil ? ".failure" : ".success", state())
  }

  /// Begins the step that follows a wait which has given a result.
  public mutating func resume<Success, Failure>(
    _ state: @autoclosure () -> String?, with result: Result<Success, Failure>
  ) {
    guard case .waiting(var wait) = phase, !wait.mayFail else { return resume(state()) }
    wait.mayFail = true
    phase = .waiting(wait)
    switch result {
    case .success: resume(as: ".success", state())
    case .failure: resume(as: ".failure", state())
    }
  }

  /// Begins the step that follows a wait which has given no result.
  public mutating func resume<Value: ~Copyable>(
    _ state: @autoclosure () -> String?, with value: borrowing Value
  ) {
    resume(state())
  }

  /// Begins the step that follows a wait which has thrown, if there was one.
  public mutating func fail(_ state: @autoclosure () -> String?) {
    resume(as: ".failure", state())
  }

  private mutating func resume(as end: String, _ state: @autoclosure () -> String?) {
    takeBack()
    guard case .waiting(let wait) = phase else { return }
    phase = .idle
    // Asked before a name is made, which takes longer than all else while recording is off.
    guard instance?.isOn == true else { return }
    let stem = Naming.continuation(of: event, behind: wait.callee)
    let name = stem + (wait.mayFail ? end : "") + wait.number
    start(name, .internal, ifMoved: wait.ifMoved, state())
  }

  /// Ends the last step, or hands it back to the method that this is a part of.
  ///
  /// What is left waiting has no other step.
  public mutating func end(_ state: @autoclosure () -> String?) {
    takeBack()
    if isPart { hand() } else { finish(state()) }
  }

  private mutating func finish(_ state: @autoclosure () -> String?) {
    guard case .step(let trace, let event, let origin, let from) = phase else { return }
    phase = .idle
    let to = state() ?? from
    if !ifMoved || from != to || isRefused {
      trace.record(event, origin, from: from, to: to, isRefused: isRefused)
    }
    instance?.leave()
  }

  // MARK: - A part of a method that waits

  /// Hands the step to a method that is awaited as a part of this one, or back to it.
  public mutating func hand() {
    takeBack()
    instance?.hand(self)
    (phase, isAway) = (.idle, true)
  }

  /// Goes on with the step as a part of the method has left it.
  private mutating func takeBack() {
    guard isAway else { return }
    isAway = false
    guard var run = instance?.takeHanded() else { return }
    run.isPart = isPart
    self = run
  }
}
