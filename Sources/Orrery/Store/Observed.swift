import Synchronization

/// A state that anyone may read, and those who follow it.
final class Observed<State: Sendable>: Sendable {
  /// Somebody who wants to know each new state.
  struct Follower: Sendable {
    let take: @Sendable (State) -> Void
    let finish: @Sendable () -> Void
  }

  private struct Content {
    var state: State
    /// In the order in which they came.
    var followers: [(id: UInt64, follower: Follower)] = []
    var last: UInt64 = 0
  }

  private let content: Mutex<Content>

  init(_ state: State) { content = Mutex(Content(state: state)) }

  var state: State { content.withLock { $0.state } }

  /// Makes a state the current one, and tells the followers where it is another than before.
  ///
  /// Only one thread at a time may call it.
  func publish(_ state: State) {
    var before: State?
    let followers = content.withLock { content in
      if !content.followers.isEmpty { before = content.state }
      content.state = state
      return content.followers
    }
    guard let before, !Self.areEqual(before, state) else { return }
    // Without the lock, because a follower may ask for the state.
    for (_, follower) in followers { follower.take(state) }
  }

  /// Adds a follower, who is told the current state first.
  func follow(_ follower: Follower) -> UInt64 {
    content.withLock { content in
      content.last += 1
      content.followers.append((content.last, follower))
      follower.take(content.state)
      return content.last
    }
  }

  func remove(_ id: UInt64) { content.withLock { $0.followers.removeAll { $0.id == id } } }

  func finish() {
    let followers = content.withLock { content in
      defer { content.followers = [] }
      return content.followers
    }
    for (_, follower) in followers { follower.finish() }
  }

  func states(
    _ buffering: AsyncStream<State>.Continuation.BufferingPolicy
  ) -> AsyncStream<State> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: State.self, bufferingPolicy: buffering)
    let id = follow(Follower(take: { continuation.yield($0) }, finish: continuation.finish))
    continuation.onTermination = { [weak self] _ in self?.remove(id) }
    return stream
  }

  /// Whether two states are known to be equal.
  private static func areEqual(_ before: State, _ after: State) -> Bool {
    func isAfter<Value: Equatable>(_ before: Value) -> Bool { after as? Value == before }
    guard let before = before as? any Equatable else { return false }
    return isAfter(before)
  }
}
