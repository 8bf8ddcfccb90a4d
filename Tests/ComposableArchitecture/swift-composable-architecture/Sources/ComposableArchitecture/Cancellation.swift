#if canImport(Combine)
@preconcurrency import Combine
#else
@preconcurrency import OpenCombine
#endif

/// The effects that can be cancelled, on the main actor alone.
@MainActor private var running: [AnyHashable: [() -> Void]] = [:]

extension Effect {
  /// An effect that ends when it is cancelled by its id: who waits for it sees it end, not cancelled.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Self {
    switch operation {
    case .none: return .none
    case .run(let name, let priority, let operation):
      return Self(
        operation: .run(name: name, priority: priority) { send in
          let task = await MainActor.run { () -> Task<Void, Never>? in
            // One that was cancelled before it began does not cancel those that began since.
            if Task.isCancelled { return nil }
            if cancelInFlight { cancelAll(id) }
            let task = Task { await operation(send) }
            running[id, default: []].append { task.cancel() }
            return task
          }
          await task?.value
        })
    case .publisher(let publisher):
      let stop = PassthroughSubject<Void, Never>()
      return .publisher {
        Deferred {
          MainActor.assumeIsolated {
            if cancelInFlight { cancelAll(id) }
            running[id, default: []].append { stop.send(()) }
          }
          return publisher.prefix(untilOutputFrom: stop)
        }
      }
    }
  }

  public static func cancel(id: some Hashable & Sendable) -> Self {
    .publisher {
      Deferred {
        MainActor.assumeIsolated { cancelAll(id) }
        return Empty<Action, Never>(completeImmediately: true)
      }
    }
  }
}

@MainActor private func cancelAll(_ id: AnyHashable) {
  for cancel in running.removeValue(forKey: id) ?? [] { cancel() }
}
