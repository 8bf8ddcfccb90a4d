extension AsyncStream where Element: Sendable {
  /// A stream of the one result of a task, which is cancelled with the stream.
  public static func single(_ work: @escaping @Sendable () async -> Element) -> Self {
    Self { continuation in
      let task = Task {
        continuation.yield(await work())
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
