import OrreryTrace

/// A method of a machine while it runs: a step that is recorded when the method ends.
public struct TracedStep: Sendable {
  let trace: SharedTrace
  let instance: TracedInstance
  let from: String
  private var isRefused = false

  init(trace: SharedTrace, instance: TracedInstance, from: String) {
    self.trace = trace
    self.instance = instance
    self.from = from
  }

  /// The error by which a method refuses an event, which the step notes.
  public static func refusal<Failure: Error>(
    _ error: Failure, of step: inout TracedStep?
  ) -> Failure {
    step?.isRefused = true
    return error
  }

  /// Goes on with the step where the method has replaced the machine: `self = Door()`.
  ///
  /// What it calls afterwards is a part of it.
  public func follow(_ current: TracedInstance) {
    if current !== instance { current.adopt(trace) }
  }

  /// Records the step.
  ///
  /// - Parameters:
  ///   - behindWait: Whether it follows what the method has waited for.
  ///   - state: The name of the state after it.
  ///   - current: The instance of the machine, which the method may have replaced.
  public func end(
    _ event: String, ifMoved: Bool = false, behindWait: Bool = false, _ state: String,
    _ current: TracedInstance
  ) {
    follow(current)
    // Recorded before anybody else may begin a step.
    if !ifMoved || state != from || isRefused {
      trace.record(
        event, behindWait ? .internal : .input, from: from, to: state, isRefused: isRefused)
    }
    instance.leave()
    if current !== instance { current.leave() }
  }
}
