import OrreryTrace

/// A method of a machine while it runs: a step that is recorded when the method ends.
public struct TracedStep: Sendable {
  let life: TracedInstance.Life
  let instance: TracedInstance
  let from: String
  private var isRefused = false

  init(life: TracedInstance.Life, instance: TracedInstance, from: String) {
    self.life = life
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

  /// Records the step.
  ///
  /// - Parameters:
  ///   - state: The name of the state after it.
  ///   - current: The instance of the machine, which the method may have replaced.
  public func end(
    _ event: String, ifMoved: Bool = false, _ state: String, _ current: TracedInstance
  ) {
    if current !== instance { current.adopt(life) }
    instance.leave()
    if ifMoved, state == from, !isRefused { return }
    life.record(event, .input, from: from, to: state, isRefused: isRefused)
  }
}

extension TracedInstance.Life {
  func record(
    _ event: String, _ origin: EventOrigin, from: String, to: String, isRefused: Bool
  ) {
    if isRefused, from == to {
      trace.record(event: event, origin: origin, from: from, to: to, verdict: .rejected)
    } else {
      trace.record(event: event, origin: origin, from: from, to: to)
    }
  }
}
