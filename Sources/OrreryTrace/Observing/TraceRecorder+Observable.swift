#if canImport(Observation)
public import Observation

extension TraceRecorder {
  /// Records a state of an object that is `@Observable`, until the object is gone.
  ///
  /// ```swift
  /// TraceRecorder.shared.observe(\.phase, of: model)
  /// ```
  ///
  /// Each change is seen, as long as one thread at a time changes the state. Call it where the state may
  /// be read, such as on the main actor. Outside of any actor a state is known as soon as it changes
  /// again: call ``TraceObservation/stop()`` to have the last one.
  ///
  /// - Parameters:
  ///   - state: The property that holds the state.
  ///   - model: The object, which is not kept.
  /// - Returns: What names events, or stops. It need not be kept.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @discardableResult
  public func observe<Model: AnyObject & Observable, State>(
    _ state: KeyPath<Model, State>, of model: Model,
    isolation: isolated (any Actor)? = #isolation
  ) -> TraceObservation {
    let observation = TraceObservation(of: Model.self, recorder: self)
    let property = ObservedProperty(isolation: isolation, observation) { [weak model] onChange in
      guard let model else { return nil }
      guard let onChange else { return Naming.state(reflecting: model[keyPath: state]) }
      let now = withObservationTracking({ model[keyPath: state] }, onChange: onChange)
      return Naming.state(reflecting: now)
    }
    property.track()
    observation.follow(look: { [weak property] in property?.look() })
    return observation
  }
}

/// Follows one property of an object from change to change.
///
/// What is observed keeps it: the closure that waits for the next change goes with the object. Observation
/// tells that a state is about to change, on the thread that changes it: what is read there is the state
/// that the change before has left.
private final class ObservedProperty: @unchecked Sendable {
  /// Names the state, and tells its next change, once, to whom it is given.
  ///
  /// It touches the object, and so it is called only by who may: in the isolation of the observation, or
  /// by who changes the object.
  typealias Reading = (_ onChange: (@Sendable () -> Void)?) -> String?

  private let isolation: (any Actor)?
  private let observation: TraceObservation
  private let reading: Reading

  init(
    isolation: (any Actor)?, _ observation: TraceObservation, _ reading: @escaping Reading
  ) {
    self.isolation = isolation
    self.observation = observation
    self.reading = reading
  }

  /// Notes the state, and waits for its next change.
  func track() {
    guard !observation.isStopped else { return }
    if let state = reading({ [self] in changes() }) { observation.note(named: state) }
  }

  /// Notes the state as it is now.
  func look() {
    if let state = reading(nil) { observation.note(named: state) }
  }

  private func changes() {
    track()
    guard let isolation, !observation.isStopped else { return }
    Task { await settle(on: isolation) }
  }

  /// Looks at the state when the change is over.
  private func settle(on isolation: isolated any Actor) { look() }
}
#endif
