/// Somebody who wants to know each new state.
final class Follower<State: Sendable>: Sendable {
  /// Takes a state while the store's gate is closed, so it has to be quick.
  let take: @Sendable (State) -> Void
  /// Called when the gate is open again after `take`; may do what it likes.
  let deliver: @Sendable () -> Void
  /// Called when the store is gone.
  let finish: @Sendable () -> Void

  init(
    take: @escaping @Sendable (State) -> Void, deliver: @escaping @Sendable () -> Void = {},
    finish: @escaping @Sendable () -> Void
  ) {
    self.take = take
    self.deliver = deliver
    self.finish = finish
  }
}

/// Those who follow a store's state, in the order in which they came.
struct Followers<State: Sendable>: Sendable {
  private(set) var all: [Follower<State>] = []
  private lazy var areEqual = equality(of: State.self)

  var isEmpty: Bool { all.isEmpty }

  mutating func add(_ follower: Follower<State>, state: State) {
    all.append(follower)
    follower.take(state)
  }

  mutating func remove(_ follower: Follower<State>) { all.removeAll { $0 === follower } }

  /// Tells the followers of a state that is another than before; returns whether it is.
  mutating func tell(_ before: State, _ after: State) -> Bool {
    guard !areEqual(before, after) else { return false }
    for follower in all { follower.take(after) }
    return true
  }
}

/// What can be followed: a store, whatever its actions are.
protocol Followed<State>: AnyObject, Sendable {
  associatedtype State: Sendable

  /// Tells a follower the current state, and each that is another than before.
  func add(_ follower: Follower<State>)
  func remove(_ follower: Follower<State>)
}

extension StoreLoop: Followed {
  func add(_ follower: Follower<State>) { perform(.follow(follower)) }
  func remove(_ follower: Follower<State>) { perform(.unfollow(follower)) }
}

extension Store {
  /// The state now, and each time it changes; ends with the store.
  ///
  /// A reader that is slow gets the newest state and misses those between. A state that is not
  /// `Equatable` counts as changed by every action.
  public var states: AsyncStream<State> { states(buffering: .bufferingNewest(1)) }

  /// The state now, and each time it changes; ends with the store.
  ///
  /// - Parameter buffering: Which states wait for a reader that is slow.
  public func states(
    buffering: AsyncStream<State>.Continuation.BufferingPolicy
  ) -> AsyncStream<State> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: State.self, bufferingPolicy: buffering)
    let follower = Follower<State>(
      take: { continuation.yield($0) }, finish: continuation.finish)
    continuation.onTermination = { [weak loop] _ in loop?.remove(follower) }
    loop.add(follower)
    return stream
  }
}
