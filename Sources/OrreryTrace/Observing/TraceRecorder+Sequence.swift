extension TraceRecorder {
  /// Records the states that a sequence gives, until it ends or the task is cancelled.
  ///
  /// ```swift
  /// TraceRecorder.shared.observe(player.states, of: Player.self)
  /// ```
  ///
  /// The sequence has to be one of its own: who iterates over an `AsyncStream` takes its elements from
  /// others. A sequence that leaves out elements when they come fast leaves out states.
  ///
  /// - Parameters:
  ///   - states: The states, of which the first is the one that the machine is in.
  ///   - type: The type that owns the state.
  @discardableResult
  public func observe<States: AsyncSequence & SendableMetatype>(
    _ states: sending States, of type: Any.Type
  ) -> Task<Void, Never> where States.AsyncIterator: SendableMetatype {
    let observation = TraceObservation(of: type, recorder: self)
    return Task {
      do {
        for try await state in states { observation.note(state) }
      } catch {
        // Whoever else takes the states is told the error; there are no more to record.
      }
      observation.stop()
    }
  }
}
