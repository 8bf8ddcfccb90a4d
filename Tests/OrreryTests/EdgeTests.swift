import Orrery
import OrreryTrace
import Testing

@Suite("Effects at the edge")
struct EdgeTests {
  private let recorded = Recorded()

  private func store(
    _ heat: @escaping @Sendable (Int) -> AsyncStream<Lamp.IOResult>
  ) -> StoreOf<Lamp> {
    Store(initialState: .off, recorder: recorded.recorder) { Lamp(heat: heat) }
  }

  @Test("A stream that never ends runs until it is replaced or the store is gone")
  func endless() async {
    var store: StoreOf<Lamp>? = store { _ in AsyncStream { _ in } }
    store?.send(.input(.press))
    try? await Task.sleep(for: .milliseconds(20))
    #expect(store?.runningEffects == ["heat"])
    store = nil
    #expect(recorded.effects == ["started heat", "cancelled heat: the store is gone"])
  }

  @Test("A stream that ends at once is a finished effect without a result")
  func empty() async {
    let store = store { _ in AsyncStream { $0.finish() } }
    store.send(.input(.press))
    #expect(await eventually { recorded.effects == ["started heat", "finished heat"] })
    #expect(store.state == .warming(level: 0))
  }

  @Test("Results of an effect that was replaced are dropped, even where they were sent before")
  func late() async {
    let (stream, results) = AsyncStream.makeStream(of: Lamp.IOResult.self)
    let store = store { level in level == 0 ? stream : AsyncStream { _ in } }
    store.send(.input(.press))
    store.send(.input(.warm(1)))
    results.yield(.heated(0))
    try? await Task.sleep(for: .milliseconds(20))
    #expect(store.state == .warming(level: 1))
    #expect(!recorded.effects.contains("yielded heat"))
  }

  @Test("An effect that throws is recorded as failed, and ends")
  func throwing() async {
    struct Broken: Error {}
    let store = Store(initialState: Lamp.State.off, recorder: recorded.recorder) {
      Lamp()
      Reduce<Lamp.State, Lamp.Action> { _, action in
        action == .input(.press) ? .run(name: "try") { _ in throw Broken() } : .none
      }
    }
    store.send(.input(.press))
    #expect(await eventually { store.runningEffects.isEmpty })
    #expect(await eventually { store.state == .on })
    let failures = recorded.effects.filter { $0.hasPrefix("failed") }
    #expect(failures == ["failed try: its work threw 'Broken()'"])
  }

  @Test("What an effect sends from inside the gate is queued and handled in order")
  func reentrant() {
    let store = Store(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        state.append(action)
        return action < 3 ? .merge(.send(action + 1), .send(action + 10)) : .none
      }
    }
    store.send(1)
    #expect(store.state == [1, 2, 11, 3, 12])
  }

  @Test("A chain of ten thousand parts runs to its end")
  func longChain() async {
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        guard action == 0 else { return .none }
        return .concatenate((0..<10_000).map { _ in .run { send in send(1) } })
      }
    }
    store.send(0)
    #expect(await eventually { store.state == 10_000 && store.runningEffects.isEmpty })
  }

  @Test("Ten thousand effects that never end are all cancelled with the store")
  func manyEndless() async {
    let ended = AtomicValue(0)
    var store: Store<Int, Int>? = Store(initialState: 0) {
      Reduce<Int, Int> { _, _ in
        .merge(
          (0..<10_000).map { _ in
            .run { _ in
              try? await Task.sleep(for: .seconds(60))
              ended.add(1, ordering: .relaxed)
            }
          })
      }
    }
    store?.send(0)
    #expect(store?.runningEffects.count == 10_000)
    store = nil
    #expect(await eventually { ended.load(ordering: .relaxed) == 10_000 })
  }

  @Test("Nothing to merge and nothing to chain is nothing")
  func nothing() {
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, _ in
        state += 1
        return .concatenate(.merge([]), .concatenate([.none]), .merge(.none, .none))
      }
    }
    store.send(0)
    #expect(store.state == 1)
    #expect(store.runningEffects.isEmpty)
  }
}
