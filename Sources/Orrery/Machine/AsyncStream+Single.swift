extension AsyncStream where Element: Sendable {
  /// A stream of the one result of a task, which is cancelled with the stream.
  ///
  /// An effect that answers with it is done when the result comes: where the result starts the same
  /// effect again, the first one is recorded as finished, not as cancelled.
  public static func single(_ work: @escaping @Sendable () async -> Element) -> Self {
    let answer = Answer.new()
    return Self { continuation in
      let task = Task {
        let result = await work()
        answer?.give()
        continuation.yield(result)
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// A stream without results, for work that answers nothing.
  public static func none(_ work: @escaping @Sendable () async -> Void = {}) -> Self {
    Self { continuation in
      let task = Task {
        await work()
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
