// The part of AsyncStateMachine (sideeffect-io/AsyncStateMachine) that recording needs: a machine is a
// sequence of its states, and who iterates over it runs it. Its table of transitions is a closure here.

protocol DSLCompatible: Sendable {}

final class AsyncStateMachine<S: DSLCompatible, E: DSLCompatible>: AsyncSequence, Sendable {
  typealias Element = S

  struct Iterator: AsyncIteratorProtocol {
    fileprivate var events: AsyncStream<E>.Iterator
    fileprivate let next: @Sendable (S, E) -> S?
    fileprivate var state: S
    fileprivate var isStarted = false

    mutating func next() async -> S? {
      guard isStarted else {
        isStarted = true
        return state
      }
      while let event = await events.next() {
        if let target = next(state, event) {
          state = target
          return target
        }
      }
      return nil
    }
  }

  private let events: AsyncStream<E>
  private let channel: AsyncStream<E>.Continuation
  private let initial: S
  private let next: @Sendable (S, E) -> S?

  init(initial: S, next: @escaping @Sendable (S, E) -> S?) {
    (events, channel) = AsyncStream.makeStream()
    (self.initial, self.next) = (initial, next)
  }

  @Sendable func send(_ event: E) { channel.yield(event) }

  /// What the end of the machine does.
  func finish() { channel.finish() }

  func makeAsyncIterator() -> Iterator {
    Iterator(events: events.makeAsyncIterator(), next: next, state: initial)
  }
}
