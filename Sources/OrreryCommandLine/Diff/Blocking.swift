import Dispatch
import OrreryTrace

/// Waits for work that is written for tasks, from code that is not.
///
/// The work runs on threads of its own: the shared pool may be what is waiting.
enum Blocking {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private final class Executor: TaskExecutor {
    private let queue = DispatchQueue(label: "orrery.subprocess", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  private final class Box<Value: Sendable>: Sendable {
    let value = Lock<Result<Value, any Error>?>(nil)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private static let executor = Executor()

  static func run<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let box = Box<Value>()
    let done = DispatchSemaphore(value: 0)
    let operation: @Sendable () async -> Void = {
      let result: Result<Value, any Error>
      do { result = .success(try await work()) } catch { result = .failure(error) }
      box.value.withLock { $0 = result }
      done.signal()
    }
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      Task(executorPreference: executor, operation: operation)
    } else {
      // On the shared pool: older systems have nothing else to offer.
      Task.detached(operation: operation)
    }
    done.wait()
    guard let result = box.value.withLock({ $0 }) else { throw CancellationError() }
    return try result.get()
  }
}
