import OrreryTrace

/// A clock that stands still until a test moves it.
///
/// ```swift
/// let clock = TestClock()
/// let store = TestStore(initialState: .idle) { Search() } withDependencies: { $0.clock = clock }
/// store.send(.input(.typed("ve")))
/// await clock.advance(by: .milliseconds(300))
/// ```
public final class TestClock: Clock, Sendable {
  /// A time since the clock was made.
  public struct Instant: InstantProtocol {
    public var offset: Duration

    public init(offset: Duration = .zero) { self.offset = offset }

    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    public func duration(to other: Instant) -> Duration { other.offset - offset }

    public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  private struct Sleeper {
    let id: UInt64
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct Content {
    var now = Instant()
    var last: UInt64 = 0
    var sleepers: [Sleeper] = []
    var cancelled: Set<UInt64> = []
  }

  private let content = Lock(Content())

  public init() {}

  public var now: Instant { content.withLock { $0.now } }
  public var minimumResolution: Duration { .zero }

  /// How many tasks wait for the clock.
  public var sleeperCount: Int { content.withLock { $0.sleepers.count } }

  /// Waits until a test has moved the clock to a time.
  ///
  /// - Throws: `CancellationError` where the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let id = content.withLock { content in
      content.last += 1
      return content.last
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        add(Sleeper(id: id, deadline: deadline, continuation: continuation))
      }
    } onCancel: {
      cancel(id)
    }
  }

  /// Moves the clock, and wakes who waits, the earliest first.
  ///
  /// - Parameter duration: How far; what wakes up may sleep and be woken again on the way.
  public func advance(by duration: Duration) async {
    let target = now.advanced(by: duration)
    repeat { await Self.settle() } while wakeNext(until: target)
    content.withLock { $0.now = max($0.now, target) }
    await Self.settle()
  }

  /// Moves the clock until nobody waits for it.
  ///
  /// - Parameter limit: How far at most, for those who always sleep again.
  public func run(limit: Duration = .seconds(3_600)) async {
    let target = now.advanced(by: limit)
    repeat { await Self.settle() } while wakeNext(until: target)
  }

  private func add(_ sleeper: Sleeper) {
    let isOver = content.withLock { content -> Result<Void, any Error>? in
      if content.cancelled.remove(sleeper.id) != nil { return .failure(CancellationError()) }
      if sleeper.deadline <= content.now { return .success(()) }
      content.sleepers.append(sleeper)
      return nil
    }
    if let isOver { sleeper.continuation.resume(with: isOver) }
  }

  private func cancel(_ id: UInt64) {
    let sleeper = content.withLock { content -> Sleeper? in
      guard let index = content.sleepers.firstIndex(where: { $0.id == id }) else {
        content.cancelled.insert(id)
        return nil
      }
      return content.sleepers.remove(at: index)
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }

  /// Wakes the sleeper whose time comes first; nothing where there is none until then.
  private func wakeNext(until target: Instant) -> Bool {
    let next = content.withLock { content -> Sleeper? in
      let due = content.sleepers.indices.filter { content.sleepers[$0].deadline <= target }
      guard
        let index = due.min(by: {
          (content.sleepers[$0].deadline, content.sleepers[$0].id)
            < (content.sleepers[$1].deadline, content.sleepers[$1].id)
        })
      else { return nil }
      let sleeper = content.sleepers.remove(at: index)
      content.now = max(content.now, sleeper.deadline)
      return sleeper
    }
    next?.continuation.resume()
    return next != nil
  }

  /// Lets the tasks that were woken go on until they sleep again.
  private static func settle() async {
    for _ in 0..<20 {
      await Task.detached(priority: .background) { await Task.yield() }.value
    }
  }
}
