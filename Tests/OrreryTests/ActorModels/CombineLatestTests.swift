import Orrery
import OrreryTrace
import Testing

#if canImport(Combine)
@preconcurrency import Combine
#elseif canImport(OpenCombine)
@preconcurrency import OpenCombine
#endif

/// What Combine documents of `combineLatest(_:)` and `Publishers.CombineLatest`.
@Suite("CombineLatest") final class CombineLatestTests {
  private struct Broken: Error, Equatable {}

  private let a = PassthroughSubject<Int, Broken>()
  private let b = PassthroughSubject<Int, Broken>()
  private let seen = Collected()
  private let ends = Lock<[String]>([])

  private func subscribe() -> AnyCancellable {
    Publishers.CombineLatest(a, b).map { $0 * 10 + $1 }.sink(
      receiveCompletion: { end in
        self.ends.withLock { list in
          if case .failure = end { list.append("failed") } else { list.append("finished") }
        }
      }, receiveValue: { self.seen.add($0) })
  }

  @Test("publishes nothing until both have published, then the latest of both each time")
  func latest() {
    let subscription = subscribe()
    a.send(1)
    a.send(2)
    #expect(seen.all == [])
    b.send(3)
    a.send(4)
    b.send(5)
    #expect(seen.all == [23, 43, 45])
    subscription.cancel()
    a.send(6)
    #expect(seen.all == [23, 43, 45])
  }

  @Test("finishes when both have finished, and goes on with the last value of one that has")
  func finish() {
    let subscription = subscribe()
    a.send(1)
    a.send(completion: .finished)
    b.send(2)
    b.send(3)
    #expect(seen.all == [12, 13] && ends.withLock { $0 } == [])
    b.send(completion: .finished)
    #expect(ends.withLock { $0 } == ["finished"])
    subscription.cancel()
  }

  @Test("never finishes while one of them neither publishes nor finishes")
  func silent() {
    let subscription = subscribe()
    a.send(1)
    a.send(completion: .finished)
    #expect(seen.all == [] && ends.withLock { $0 } == [])
    subscription.cancel()
  }

  @Test("fails with the first of them that does")
  func failure() {
    let subscription = subscribe()
    a.send(1)
    b.send(completion: .failure(Broken()))
    a.send(2)
    #expect(seen.all == [] && ends.withLock { $0 } == ["failed"])
    subscription.cancel()
  }

  @Test("publishes no more than is asked for, and drops what is over")
  func demand() {
    let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let picky = PickySubscriber()
    a.combineLatest(b) { $0 * 10 + $1 }.subscribe(picky)
    picky.request(2)
    a.send(1)
    b.send(2)
    a.send(3)
    a.send(4)
    b.send(5)
    #expect(picky.seen.all == [12, 32])
  }

  @Test("shows states of two models in one order, whichever threads they come from")
  func threads() async {
    let left = ConcurrentValueSubject<Int, Never>(0, recorder: TraceRecorder())
    let right = ConcurrentValueSubject<Int, Never>(0, recorder: TraceRecorder())
    let sums = Collected()
    let subscription = left.combineLatest(right).sink { sums.add($0.0 + $0.1) }
    await withTaskGroup(of: Void.self) { group in
      for subject in [left, right] {
        group.addTask { for _ in 0..<2_000 { subject.change { $0 + 1 } } }
      }
    }
    #expect(sums.all == sums.all.sorted() && sums.all.last == 4_000)
    subscription.cancel()
  }
}
