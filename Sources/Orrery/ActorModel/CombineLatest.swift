#if canImport(OpenCombine) && !canImport(Combine)
@preconcurrency public import OpenCombine
import OrreryTrace

/// What OpenCombine lacks of Combine, as far as composed models need it.
///
/// Source of its behaviour: https://developer.apple.com/documentation/combine/publisher/combinelatest(_:)
extension Publishers {
  /// Publishes the latest values of two publishers, whenever one of them publishes.
  ///
  /// Nothing comes before both have published. It finishes when both have, and fails with the first
  /// that does. Requests are passed on to both; what nobody asked for is dropped, and the most
  /// recent value of each is kept.
  public struct CombineLatest<A: Publisher, B: Publisher>: Publisher
  where A.Failure == B.Failure {
    public typealias Output = (A.Output, B.Output)
    public typealias Failure = A.Failure

    public let a: A
    public let b: B

    public init(_ a: A, _ b: B) {
      self.a = a
      self.b = b
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let pair = LatestPair<A.Output, B.Output, Failure>(AnySubscriber(subscriber))
      a.subscribe(pair.side(0) { $0.a = $1 })
      b.subscribe(pair.side(1) { $0.b = $1 })
      subscriber.receive(subscription: pair)
    }
  }
}

extension Publisher {
  /// Publishes the latest values of this publisher and another one.
  public func combineLatest<P: Publisher>(_ other: P) -> Publishers.CombineLatest<Self, P>
  where P.Failure == Failure {
    Publishers.CombineLatest(self, other)
  }

  /// Publishes what is made of the latest values of this publisher and another one.
  public func combineLatest<P: Publisher, Result>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> Result
  ) -> Publishers.Map<Publishers.CombineLatest<Self, P>, Result> where P.Failure == Failure {
    combineLatest(other).map { transform($0, $1) }
  }
}

/// The latest values of two publishers, handed to a subscriber one at a time and in order.
///
/// `Sendable` although the values need not be: two threads may publish, and a lock is around all.
private final class LatestPair<A, B, Failure: Error>: Subscription, @unchecked Sendable {
  enum Signal {
    case values(A, B, after: PublishedStep?)
    case completion(Subscribers.Completion<Failure>)
  }

  struct Content {
    var a: A?
    var b: B?
    var upstream: [Int: any Subscription] = [:]
    var demand = Subscribers.Demand.none
    var finished: Set<Int> = []
    var due: [Signal] = []
    var isDelivering = false
    var isOver = false
  }

  private let downstream: AnySubscriber<(A, B), Failure>
  private let lock = Lock(())
  private var content = Content()

  init(_ downstream: AnySubscriber<(A, B), Failure>) { self.downstream = downstream }

  private func locked<Result>(_ body: (inout Content) -> Result) -> Result {
    lock.withLock { _ in body(&content) }
  }

  /// One of the two subscribers.
  func side<Value>(
    _ number: Int, keep: @escaping (inout Content, Value) -> Void
  ) -> AnySubscriber<Value, Failure> {
    AnySubscriber(
      receiveSubscription: { self.take($0, of: number) },
      receiveValue: { value in
        self.publish { keep(&$0, value) }
        return .none
      },
      receiveCompletion: { self.end($0, of: number) })
  }

  private func take(_ subscription: any Subscription, of number: Int) {
    let (demand, isOver) = locked { content in
      content.upstream[number] = subscription
      return (content.demand, content.isOver)
    }
    if isOver { return subscription.cancel() }
    if demand > .none { subscription.request(demand) }
  }

  private func publish(_ keep: (inout Content) -> Void) {
    let step = PublishedStep.current
    locked { content in
      guard !content.isOver else { return }
      keep(&content)
      guard content.demand > .none, let a = content.a, let b = content.b else { return }
      content.demand -= 1
      content.due.append(.values(a, b, after: step))
    }
    deliver()
  }

  private func end(_ completion: Subscribers.Completion<Failure>, of number: Int) {
    let others = locked { content in
      content.upstream[number] = nil
      content.finished.insert(number)
      if case .finished = completion, content.finished.count < 2 { return [any Subscription]() }
      content.due.append(.completion(completion))
      defer { content.upstream = [:] }
      return Array(content.upstream.values)
    }
    for other in others { other.cancel() }
    deliver()
  }

  func request(_ demand: Subscribers.Demand) {
    let upstream = locked { content in
      content.demand += demand
      return content.upstream.sorted { $0.key < $1.key }.map(\.value)
    }
    for subscription in upstream { subscription.request(demand) }
  }

  func cancel() {
    let upstream = locked { content in
      (content.isOver, content.due) = (true, [])
      defer { content.upstream = [:] }
      return Array(content.upstream.values)
    }
    for subscription in upstream { subscription.cancel() }
  }

  private func next() -> Signal? {
    locked { content in
      guard !content.due.isEmpty, !content.isOver else {
        content.isDelivering = false
        return nil
      }
      return content.due.removeFirst()
    }
  }

  /// A call inside a call does nothing, because the outer one goes on.
  private func deliver() {
    let mayDeliver = locked { content in
      defer { content.isDelivering = true }
      return !content.isDelivering
    }
    guard mayDeliver else { return }
    while let signal = next() {
      switch signal {
      case .values(let a, let b, let step):
        let more = PublishedStep.during(step) { downstream.receive((a, b)) }
        if more > .none { request(more) }
      case .completion(let completion):
        locked { $0.isOver = true }
        downstream.receive(completion: completion)
      }
    }
  }
}
#endif
