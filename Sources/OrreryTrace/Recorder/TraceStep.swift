/// A step of a machine that has begun; it is recorded where it ends.
public struct TraceStep: Sendable {
  private let instance: TraceInstance
  private let from: String

  @usableFromInline
  init(of instance: TraceInstance, from: String) {
    self.instance = instance
    self.from = from
  }

  /// Records the step.
  ///
  /// - Parameters:
  ///   - event: The name of the event.
  ///   - origin: Where the event came from.
  ///   - to: The name of the state after it.
  ///   - verdict: What became of the event; by default whether the state has another name now.
  ///   - value: The event, for a payload, as far as the recorder's ``TraceRecorder/payloads`` ask.
  ///   - state: The state after it, for the same.
  public func record(
    event: String, origin: EventOrigin = .input, to: String, verdict: StepRecord.Verdict? = nil,
    value: @autoclosure () -> Any? = nil, state: @autoclosure () -> Any? = nil
  ) {
    instance.step(
      event, origin, from, to, verdict,
      instance.recorder.hasPayloads.load(ordering: .relaxed)
        ? instance.recorder.payload(event: value(), state: state()) : nil)
  }
}

extension TraceInstance {
  /// Begins a step, before the machine changes.
  ///
  /// Nothing while recording is off: then no name is made, and nothing of the machine is kept, so that
  /// its state changes in place.
  ///
  /// - Parameter from: The name of the state before.
  @inlinable
  public func step(from: @autoclosure () -> String) -> TraceStep? {
    recorder.isEnabled ? TraceStep(of: self, from: from()) : nil
  }
}

/// Ends an instance when nobody holds it any more.
final class TraceLife: Sendable {
  private let instance: UInt64
  private let recorder: TraceRecorder

  init(of instance: UInt64, recorder: TraceRecorder) {
    self.instance = instance
    self.recorder = recorder
  }

  deinit { recorder.ended(instance) }
}
