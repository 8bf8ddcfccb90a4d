#if canImport(Combine)
@preconcurrency import Combine
#elseif canImport(OpenCombine)
@preconcurrency import OpenCombine
#endif
#if canImport(Combine) || canImport(OpenCombine)
import OrreryTrace

/// Hands the states of a subject to one subscriber, one at a time and in order.
///
/// A subscriber that asks for less than there is gets the newest state, as of `CurrentValueSubject`.
/// It is called by one thread at a time and without a lock, so its missing `Sendable` does no harm.
final class SubjectSubscription<Output: Sendable, Failure: Error>: Subscription,
  @unchecked Sendable
{
  /// A state, and the step that led to it where that is recorded.
  typealias Published = (state: Output, step: PublishedStep?)

  private struct Content {
    var demand = Subscribers.Demand.none
    /// What is asked for and not yet handed over.
    var due: [Published] = []
    /// What nobody has asked for yet.
    var newest: Published?
    var completion: Subscribers.Completion<Failure>?
    var isDelivering = false
    var isOver = false
    var cancelled: (@Sendable () -> Void)?

    mutating func take(_ published: Published) {
      guard demand > .none else {
        newest = published
        return
      }
      demand -= 1
      due.append(published)
    }
  }

  private let subscriber: AnySubscriber<Output, Failure>
  private let content = Lock(Content())

  init(_ subscriber: AnySubscriber<Output, Failure>) { self.subscriber = subscriber }

  func onCancel(_ action: @escaping @Sendable () -> Void) {
    content.withLock { $0.cancelled = action }
  }

  /// Takes a state, to be handed over by ``deliver()``.
  func offer(_ state: Output, after step: PublishedStep? = nil) {
    content.withLock { content in
      if !content.isOver { content.take((state, step)) }
    }
  }

  func finish(_ completion: Subscribers.Completion<Failure>) {
    content.withLock { $0.completion = completion }
  }

  func request(_ demand: Subscribers.Demand) {
    content.withLock { content in
      content.demand += demand
      if demand > .none, let newest = content.newest.take() { content.take(newest) }
    }
    deliver()
  }

  func cancel() {
    let action = content.withLock { content in
      (content.isOver, content.due, content.newest) = (true, [], nil)
      return content.cancelled.take()
    }
    action?()
  }

  /// Hands over what is due; a call inside a call does nothing, because the outer one goes on.
  func deliver() {
    let mayDeliver = content.withLock { content in
      defer { content.isDelivering = true }
      return !content.isDelivering
    }
    guard mayDeliver else { return }
    while true {
      switch next() {
      case .states(let states): hand(over: states)
      case .completion(let completion): return subscriber.receive(completion: completion)
      case .nothing: return
      }
    }
  }

  private enum Delivery {
    case states([Published])
    case completion(Subscribers.Completion<Failure>)
    case nothing
  }

  private func next() -> Delivery {
    content.withLock { content in
      if !content.isOver, !content.due.isEmpty {
        defer { content.due = [] }
        return .states(content.due)
      }
      content.isDelivering = false
      guard let completion = content.completion, !content.isOver else { return .nothing }
      content.isOver = true
      return .completion(completion)
    }
  }

  private func hand(over states: [Published]) {
    for (state, step) in states {
      guard content.withLock({ !$0.isOver }) else { return }
      let more = PublishedStep.during(step) { subscriber.receive(state) }
      guard more > .none else { continue }
      content.withLock { content in
        content.demand += more
        if let newest = content.newest.take() { content.take(newest) }
      }
    }
  }
}
#endif
