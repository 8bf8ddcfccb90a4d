import OrreryTrace

/// Hands values from any thread to a task that waits for them, in order.
final class Mailbox<Value: Sendable>: Sendable {
  private struct Waiter {
    let number: Int
    let continuation: CheckedContinuation<Value?, Never>
  }

  private struct Content {
    var values: [Value] = []
    var waiters: [Waiter] = []
    var lastNumber = 0
    /// Those who gave up before they began to wait.
    var givenUp: Set<Int> = []
  }

  private let content = Lock(Content())

  func put(_ value: Value) {
    let waiter = content.withLock { content -> Waiter? in
      guard content.waiters.isEmpty else { return content.waiters.removeFirst() }
      content.values.append(value)
      return nil
    }
    waiter?.continuation.resume(returning: value)
  }

  /// All that came and that nobody has taken.
  func takeAll() -> [Value] {
    content.withLock { content in
      defer { content.values = [] }
      return content.values
    }
  }

  /// The next value; nothing where none comes in time, or the task is cancelled.
  func next(within timeout: Duration) async -> Value? {
    let number = content.withLock { content in
      content.lastNumber += 1
      return content.lastNumber
    }
    let timer = Task.detached {
      // A timer that is cancelled has nothing left to do.
      guard (try? await Task.sleep(for: timeout)) != nil else { return }
      self.giveUp(number)
    }
    defer { timer.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { wait(Waiter(number: number, continuation: $0)) }
    } onCancel: {
      giveUp(number)
    }
  }

  private func wait(_ waiter: Waiter) {
    let answer = content.withLock { content -> Value?? in
      if !content.values.isEmpty { return .some(content.values.removeFirst()) }
      if content.givenUp.remove(waiter.number) != nil { return .some(nil) }
      content.waiters.append(waiter)
      return nil
    }
    if let answer { waiter.continuation.resume(returning: answer) }
  }

  private func giveUp(_ number: Int) {
    let waiter = content.withLock { content -> Waiter? in
      guard let index = content.waiters.firstIndex(where: { $0.number == number }) else {
        content.givenUp.insert(number)
        return nil
      }
      return content.waiters.remove(at: index)
    }
    waiter?.continuation.resume(returning: nil)
  }
}
