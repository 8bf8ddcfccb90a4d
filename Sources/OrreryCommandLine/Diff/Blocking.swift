import Dispatch
import Synchronization

/// Waits for work that is written for tasks, from code that is not.
///
/// The work runs on threads of its own: the shared pool may be what is waiting.
enum Blocking {
  private final class Executor: TaskExecutor {
    private let queue = DispatchQueue(label: "orrery.subprocess", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  private final class Box<Value: Sendable>: Sendable {
    let value = Mutex<Result<Value, any Error>?>(nil)
  }

  private static let executor = Executor()

  static func run<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let box = Box<Value>()
    let done = DispatchSemaphore(value: 0)
    Task(executorPreference: executor) {
      let result: Result<Value, any Error>
      do { result = .success(try await work()) } catch { result = .failure(error) }
      box.value.withLock { $0 = result }
      done.signal()
    }
    done.wait()
    guard let result = box.value.withLock({ $0 }) else { throw CancellationError() }
    return try result.get()
  }
}
