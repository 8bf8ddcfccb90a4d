#if canImport(Combine) || canImport(OpenCombine)
import OrreryTrace

/// The ordered way into a model.
extension ConcurrentValueSubject {
  /// Handles an event, after all that were sent before it have begun.
  ///
  /// A bare `Task { await self.openInternal() }` does not promise that: two tasks that one caller
  /// starts may come to the actor in either order. Here each task that comes to the actor begins the
  /// *oldest* event, so that events begin in the order in which they were sent. As with a bare task,
  /// an event may begin while the handler of another one waits: a model can be cancelled.
  ///
  /// A trace learns the event's name, also where the model ignores the event.
  ///
  /// ```swift
  /// nonisolated func open() {
  ///   subject.perform(on: self) { await self.openInternal() }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - model: The model, which lives at least until the event is handled.
  ///   - event: The method that is the event.
  ///   - handler: Runs on the model.
  public func perform<Model: Actor>(
    on model: Model, event: String = #function,
    _ handler: nonisolated(nonsending) @escaping @Sendable () async -> Void
  ) {
    events.append(EventQueue.Event(name: Naming.method(event), handler: handler))
    Task { await begin(on: model) }
  }

  /// Begins the oldest event, without a pause between taking it and the handler's first line.
  private func begin<Model: Actor>(on model: isolated Model) async {
    guard let event = events.takeFirst() else { return }
    guard isRecorded else { return await event.handler() }
    prepare(model)
    let state = state
    let current = ModelEvent(name: event.name, owner: ObjectIdentifier(self))
    await ModelEvent.$current.withValue(current) {
      _ = model
      await event.handler()
    }
    if !current.hasSent { recordIgnored(current, in: state) }
  }
}
#endif
