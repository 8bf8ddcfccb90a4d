public import OrreryTrace

#if canImport(Combine)
@preconcurrency public import Combine
#elseif canImport(OpenCombine)
@preconcurrency public import OpenCombine
#endif
#if canImport(Combine) || canImport(OpenCombine)
extension TraceRecorder {
  /// Records the states that a publisher gives, until it completes or the observation is stopped.
  ///
  /// ```swift
  /// TraceRecorder.shared.observe(player.$state, of: Player.self)
  /// ```
  ///
  /// A property marked `@Published` outlives its object as long as it has a subscriber, and never completes:
  /// where objects come and go, stop the observation of each.
  ///
  /// - Parameters:
  ///   - states: The states, of which the first is the one that the machine is in: that of a property
  ///     marked `@Published`, or a subject with a current value.
  ///   - type: The type that owns the state.
  /// - Returns: What names events, or stops. It need not be kept.
  @discardableResult
  public func observe<States: Publisher>(
    _ states: States, of type: Any.Type
  ) -> TraceObservation where States.Failure == Never {
    let observation = TraceObservation(of: type, recorder: self)
    let subscription = states.sink(
      receiveCompletion: { _ in observation.stop() },
      receiveValue: { observation.note($0) })
    observation.follow(end: { subscription.cancel() })
    return observation
  }
}
#endif
