import Synchronization

/// A state that anyone may read, and those who follow it.
final class Observed<State: Sendable>: Sendable {
  private struct Content {
    var state: State
    var followers: [UInt64: AsyncStream<State>.Continuation] = [:]
    var last: UInt64 = 0
  }

  private let content: Mutex<Content>

  init(_ state: State) { content = Mutex(Content(state: state)) }

  var state: State { content.withLock { $0.state } }

  func publish(_ state: State) {
    content.withLock { content in
      content.state = state
      for follower in content.followers.values { follower.yield(state) }
    }
  }

  func states() -> AsyncStream<State> {
    let (stream, follower) = AsyncStream.makeStream(of: State.self)
    let id = content.withLock { content in
      content.last += 1
      content.followers[content.last] = follower
      follower.yield(content.state)
      return content.last
    }
    follower.onTermination = { [weak self] _ in self?.remove(id) }
    return stream
  }

  func finish() {
    let followers = content.withLock { content in
      defer { content.followers = [:] }
      return content.followers
    }
    for follower in followers.values { follower.finish() }
  }

  private func remove(_ id: UInt64) {
    _ = content.withLock { $0.followers.removeValue(forKey: id) }
  }
}
