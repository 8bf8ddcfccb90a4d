#if canImport(Combine)
import Combine
#elseif canImport(OpenCombine)
import OpenCombine
#endif
#if canImport(Combine) || canImport(OpenCombine)
import Foundation
import Orrery
import OrreryTrace
import Testing

@Suite("A store's publisher")
struct PublisherTests {
  private let store = Store(initialState: 0) {
    Reduce<Int, Int> { state, action in
      state = action
      return .none
    }
  }

  @Test("publishes the state now, and each time it changes")
  func changes() {
    let seen = Lock<[Int]>([])
    let subscription = store.publisher.sink { state in seen.withLock { $0.append(state) } }
    for number in [1, 1, 2, 2, 3] { store.send(number) }
    #expect(seen.withLock { $0 } == [0, 1, 2, 3])
    subscription.cancel()
    store.send(4)
    #expect(seen.withLock { $0 } == [0, 1, 2, 3])
  }

  @Test("completes with the store")
  func completion() {
    let isComplete = Lock(false)
    var store: Store<Int, Int>? = Store(initialState: 0) { Reduce<Int, Int> { _, _ in .none } }
    let subscription = store?.publisher.sink(
      receiveCompletion: { _ in isComplete.withLock { $0 = true } },
      receiveValue: { _ in })
    store = nil
    #expect(isComplete.withLock { $0 })
    subscription?.cancel()
  }

  @Test("completes at once where the store is gone already")
  func late() {
    let isComplete = Lock(false)
    var store: Store<Int, Int>? = Store(initialState: 0) { Reduce<Int, Int> { _, _ in .none } }
    let publisher = store?.publisher
    store = nil
    let subscription = publisher?.sink(
      receiveCompletion: { _ in isComplete.withLock { $0 = true } },
      receiveValue: { _ in })
    #expect(isComplete.withLock { $0 })
    subscription?.cancel()
  }

  @Test("lets a subscriber send: it is handled at once, and told when the subscriber returns")
  func reentrant() {
    let seen = Lock<[Int]>([])
    let subscription = store.publisher.sink { [store] state in
      seen.withLock { $0.append(state) }
      guard state == 1 else { return }
      store.send(2)
      #expect(store.state == 2)
      #expect(seen.withLock { $0 } == [0, 1])
    }
    store.send(1)
    #expect(seen.withLock { $0 } == [0, 1, 2])
    subscription.cancel()
  }

  @Test("gives a subscriber that is still busy the newest state")
  func busy() {
    let seen = Lock<[Int]>([])
    let subscription = store.publisher.sink { [store] state in
      seen.withLock { $0.append(state) }
      if state == 1 { for number in 2...5 { store.send(number) } }
    }
    store.send(1)
    #expect(seen.withLock { $0 } == [0, 1, 5])
    subscription.cancel()
  }

  @Test("publishes each state that one call of `send` leads to")
  func chain() {
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state = action
        return action < 3 ? .send(action + 1) : .none
      }
    }
    let seen = Lock<[Int]>([])
    let subscription = store.publisher.sink { state in seen.withLock { $0.append(state) } }
    store.send(1)
    #expect(seen.withLock { $0 } == [0, 1, 2, 3])
    subscription.cancel()
  }

  @Test("does not hold up the store: a slow subscriber may wait for another thread that sends")
  func slow() {
    let hasSent = DispatchSemaphore(value: 0)
    let seen = Lock<[Int]>([])
    let subscription = store.publisher.sink { [store] state in
      seen.withLock { $0.append(state) }
      guard state == 1 else { return }
      Thread.detachNewThread {
        store.send(2)
        hasSent.signal()
      }
      #expect(hasSent.wait(timeout: .now() + 5) == .success)
    }
    store.send(1)
    #expect(seen.withLock { $0 } == [0, 1, 2])
    subscription.cancel()
  }

  @Test("gives the newest state to a subscriber that asks for less than there is")
  func demand() {
    let picky = Picky()
    store.publisher.subscribe(picky)
    for number in 1...5 { store.send(number) }
    #expect(picky.seen.withLock { $0 } == [])
    picky.request(1)
    #expect(picky.seen.withLock { $0 } == [5])
  }
}

/// Asks only when it is told to.
private final class Picky: Subscriber, Sendable {
  typealias Input = Int
  typealias Failure = Never

  struct Held: @unchecked Sendable { var value: (any Subscription)? }

  let seen = Lock<[Int]>([])
  private let held = Lock(Held())

  func receive(subscription: any Subscription) {
    let box = Held(value: subscription)
    held.withLock { $0 = box }
  }

  func request(_ count: Int) { held.withLock { $0 }.value?.request(.max(count)) }

  func receive(_ input: Int) -> Subscribers.Demand {
    seen.withLock { $0.append(input) }
    return .none
  }

  func receive(completion: Subscribers.Completion<Never>) {}
}
#endif
