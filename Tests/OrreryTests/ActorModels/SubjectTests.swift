import Orrery
import OrreryTrace
import Testing

#if canImport(Combine)
@preconcurrency import Combine
#elseif canImport(OpenCombine)
@preconcurrency import OpenCombine
#endif

@Suite("ConcurrentValueSubject") struct SubjectTests {
  private let subject = ConcurrentValueSubject<Int, Never>(0, recorder: TraceRecorder())

  @Test("has the state that was sent last, at once")
  func state() {
    #expect(subject.state == 0)
    subject.send(1)
    #expect(subject.state == 1 && subject.value == 1)
    subject.change { $0 + 1 }
    #expect(subject.state == 2)
  }

  @Test("publishes the current state first, then every one that is sent, equal ones too")
  func publishes() {
    let seen = Lock<[Int]>([])
    let subscription = subject.sink { state in seen.withLock { $0.append(state) } }
    for state in [1, 1, 2] { subject.send(state) }
    #expect(seen.withLock { $0 } == [0, 1, 1, 2])
    subscription.cancel()
    subject.send(3)
    #expect(seen.withLock { $0 } == [0, 1, 1, 2])
  }

  @Test("shows each subscriber all states in one order, whoever sends what when")
  func order() async {
    let seen = (0..<3).map { _ in Collected() }
    let subscriptions = seen.map { collected in self.subject.sink { collected.add($0) } }
    let subject = subject
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<500 { subject.change { $0 + 1 } } }
      }
    }
    for collected in seen { #expect(collected.all == Array(0...4000)) }
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("lets a subscriber send, and loses no state by it")
  func reentrant() {
    let seen = Collected()
    let subscription = subject.sink { [subject] state in
      seen.add(state)
      if state == 1 {
        subject.send(2)
        subject.send(3)
      }
    }
    subject.send(1)
    #expect(seen.all == [0, 1, 2, 3])
    subscription.cancel()
  }

  @Test("gives the newest state to a subscriber that asks for less than there is")
  func demand() {
    let picky = PickySubscriber()
    subject.subscribe(picky)
    for state in 1...3 { subject.send(state) }
    #expect(picky.seen.all == [])
    picky.request(1)
    #expect(picky.seen.all == [3])
    picky.request(2)
    for state in 4...7 { subject.send(state) }
    #expect(picky.seen.all == [3, 4, 5])
  }

  @Test("takes no state after its completion, which late subscribers get as well")
  func completion() {
    let ends = Lock(0)
    let early = subject.sink(
      receiveCompletion: { _ in ends.withLock { $0 += 1 } }, receiveValue: { _ in })
    subject.send(completion: .finished)
    subject.send(7)
    let late = subject.sink(
      receiveCompletion: { _ in ends.withLock { $0 += 1 } }, receiveValue: { _ in })
    #expect(ends.withLock { $0 } == 2)
    #expect(subject.state == 0)
    early.cancel()
    late.cancel()
  }
}

/// Values in the order in which they came.
final class Collected: Sendable {
  private let storage = Lock<[Int]>([])
  var all: [Int] { storage.withLock { $0 } }
  func add(_ value: Int) { storage.withLock { $0.append(value) } }
}

/// Asks only when it is told to.
final class PickySubscriber: Subscriber, @unchecked Sendable {
  typealias Input = Int
  typealias Failure = Never

  let seen = Collected()
  private(set) var isFinished = false
  private var subscription: (any Subscription)?

  func receive(subscription: any Subscription) { self.subscription = subscription }

  func request(_ count: Int) { subscription?.request(.max(count)) }

  func receive(_ input: Input) -> Subscribers.Demand {
    seen.add(input)
    return .none
  }

  func receive(completion: Subscribers.Completion<Never>) { isFinished = true }
}
