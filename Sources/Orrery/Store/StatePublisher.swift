#if canImport(Combine)
public import Combine
#elseif canImport(OpenCombine)
public import OpenCombine
#endif
#if canImport(Combine) || canImport(OpenCombine)
import OrreryTrace

/// Publishes a store's state: the current one first, then each that is another than before.
///
/// Values come on the thread that sent the action, after it has been handled, and one at a time. A
/// subscriber may send and may take its time: it holds up the thread that calls it, not the store.
/// One that is still busy, or asks for less than there is, gets the newest state and misses those
/// between.
public struct StatePublisher<State: Sendable>: Publisher {
  public typealias Output = State
  public typealias Failure = Never

  weak var store: (any Followed<State>)?

  public func receive<S: Subscriber<State, Never>>(subscriber: S) {
    let subscription = StateSubscription(AnySubscriber(subscriber), store: store)
    subscriber.receive(subscription: subscription)
    subscription.begin()
  }
}

extension Store {
  /// The state now, and each time it changes; completes with the store.
  public var publisher: StatePublisher<State> { StatePublisher(store: loop) }
}

/// Hands states to one subscriber, one at a time.
///
/// The subscriber is called by one thread at a time and without a lock, so its missing `Sendable`
/// does no harm.
private final class StateSubscription<State: Sendable>: Subscription, @unchecked Sendable {
  private struct Content {
    var demand = Subscribers.Demand.none
    /// The states to deliver, oldest first.
    var waiting: [State] = []
    var isDelivering = false
    var isFinished = false
    var isOver = false
    var follower: Follower<State>?

    /// Passes over what is older than the newest state.
    mutating func keepNewest() {
      if waiting.count > 1 { waiting.removeSubrange(..<(waiting.count - 1)) }
    }
  }

  private let subscriber: AnySubscriber<State, Never>
  private weak let store: (any Followed<State>)?
  private let content = Lock(Content())

  init(_ subscriber: AnySubscriber<State, Never>, store: (any Followed<State>)?) {
    self.subscriber = subscriber
    self.store = store
  }

  func begin() {
    let follower = Follower<State>(
      take: { [weak self] state in self?.take(state) },
      deliver: { [weak self] in self?.deliver() }, finish: { [weak self] in self?.finish() })
    let isOver = content.withLock { content in
      content.follower = follower
      return content.isOver
    }
    guard !isOver else { return }
    guard let store else { return finish() }
    store.add(follower)
  }

  func request(_ demand: Subscribers.Demand) {
    content.withLock { $0.demand += demand }
    deliver()
  }

  func cancel() {
    let follower = content.withLock { content in
      content.isOver = true
      content.waiting = []
      return content.follower
    }
    if let follower { store?.remove(follower) }
  }

  private func take(_ state: State) {
    content.withLock { content in
      content.waiting.append(state)
      if content.isDelivering || content.demand == .none { content.keepNewest() }
    }
  }

  private func finish() {
    content.withLock { $0.isFinished = true }
    deliver()
  }

  private enum Delivery {
    case state(State)
    case completion, nothing
  }

  private func next() -> Delivery {
    content.withLock { content in
      if !content.isOver, content.demand > .none, !content.waiting.isEmpty {
        content.demand -= 1
        return .state(content.waiting.removeFirst())
      }
      content.keepNewest()
      content.isDelivering = false
      guard content.isFinished, !content.isOver else { return .nothing }
      content.isOver = true
      return .completion
    }
  }

  /// Hands over what there is and what is asked for; a call inside a call does nothing.
  private func deliver() {
    let mayDeliver = content.withLock { content in
      defer { content.isDelivering = true }
      return !content.isDelivering
    }
    guard mayDeliver else { return }
    while true {
      switch next() {
      case .state(let state):
        let more = subscriber.receive(state)
        content.withLock { $0.demand += more }
      case .completion: return subscriber.receive(completion: .finished)
      case .nothing: return
      }
    }
  }
}
#endif
