#if canImport(Combine)
public import Combine
#elseif canImport(OpenCombine)
public import OpenCombine
#endif
#if canImport(Combine) || canImport(OpenCombine)
import Synchronization

/// Publishes a store's state: the current one first, then each that is another than before.
///
/// A subscriber that asks for less than there is gets the newest state. Values come on the thread
/// that sent the action.
public struct StatePublisher<State: Sendable>: Publisher {
  public typealias Output = State
  public typealias Failure = Never

  let observed: Observed<State>

  public func receive<S: Subscriber<State, Never>>(subscriber: S) {
    let subscription = StateSubscription(AnySubscriber(subscriber), observed: observed)
    subscriber.receive(subscription: subscription)
    subscription.begin()
  }
}

extension Store {
  /// The state now, and each time it changes; completes with the store.
  public var publisher: StatePublisher<State> { StatePublisher(observed: observed) }
}

/// Hands states to one subscriber, one at a time.
///
/// The subscriber is called by one thread at a time and without the lock, so its missing `Sendable`
/// does no harm.
private final class StateSubscription<State: Sendable>: Subscription, @unchecked Sendable {
  private struct Content {
    var demand = Subscribers.Demand.none
    var newest: State?
    var isDelivering = false
    var isFinished = false
    var isOver = false
    var follower: UInt64?
  }

  private let subscriber: AnySubscriber<State, Never>
  private let observed: Observed<State>
  private let content = Mutex(Content())

  init(_ subscriber: AnySubscriber<State, Never>, observed: Observed<State>) {
    self.subscriber = subscriber
    self.observed = observed
  }

  func begin() {
    let id = observed.follow(
      Observed.Follower(
        take: { [weak self] state in self?.take(state) }, finish: { [weak self] in self?.finish() }
      ))
    let isOver = content.withLock { content in
      content.follower = id
      return content.isOver
    }
    if isOver { observed.remove(id) }
    deliver()
  }

  func request(_ demand: Subscribers.Demand) {
    content.withLock { $0.demand += demand }
    deliver()
  }

  func cancel() {
    let follower = content.withLock { content in
      content.isOver = true
      content.newest = nil
      return content.follower
    }
    if let follower { observed.remove(follower) }
  }

  private func take(_ state: State) {
    let isReady = content.withLock { content in
      content.newest = state
      return content.follower != nil
    }
    // The first state comes under the lock of `observed`, and waits for `begin`.
    if isReady { deliver() }
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
      if !content.isOver, content.demand > .none, let state = content.newest {
        content.newest = nil
        content.demand -= 1
        return .state(state)
      }
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
