import Orrery
import OrreryTrace
import Testing

@Suite("Effects")
struct EffectTests {
  /// A lamp whose heating never ends by itself; the test answers for it.
  private final class Heater: Sendable {
    let streams = Lock<[Int: AsyncStream<Lamp.IOResult>.Continuation]>([:])

    @Sendable func heat(_ level: Int) -> AsyncStream<Lamp.IOResult> {
      let (stream, continuation) = AsyncStream.makeStream(of: Lamp.IOResult.self)
      streams.withLock { $0[level] = continuation }
      return stream
    }

    func answer(_ level: Int) { _ = streams.withLock { $0[level]?.yield(.heated(level)) } }

    func isHeating(_ level: Int) -> Bool { streams.withLock { $0[level] != nil } }
  }

  @Test("come back as results, and their lives are recorded")
  func lifecycle() async {
    let recorded = Recorded()
    let store = Store(initialState: Lamp.State.off, recorder: recorded.recorder) { Lamp() }
    store.send(.input(.press))
    #expect(await eventually { recorded.effects.count == 3 })
    #expect(store.state == .on)
    #expect(recorded.effects == ["started heat", "yielded heat", "finished heat"])
    #expect(
      recorded.steps == [
        "Lamp#1: input.press off > warming moved [heat]",
        "Lamp#1: ioResult.heated warming > on moved",
      ])
  }

  @Test("are replaced by a later transition that writes the state and starts the same case")
  func replaced() async {
    let heater = Heater()
    let recorded = Recorded()
    let store = Store(initialState: Lamp.State.off, recorder: recorded.recorder) {
      Lamp(heat: heater.heat)
    }
    store.send(.input(.press))
    #expect(await eventually { heater.isHeating(0) })
    store.send(.input(.warm(5)))
    #expect(await eventually { heater.isHeating(5) })
    heater.answer(0)
    heater.answer(5)
    #expect(await eventually { store.state == .on })
    #expect(
      recorded.effects.prefix(3) == [
        "started heat", "cancelled heat: replaced by a later heat", "started heat",
      ])
    #expect(recorded.steps.filter { $0.contains("heated") }.count == 1)
  }

  @Test("are not replaced by `run`, which writes no state")
  func runNeverCancels() async {
    let recorded = Recorded()
    let store = Store(initialState: Lamp.State.off, recorder: recorded.recorder) { Lamp() }
    store.send(.input(.hum))
    store.send(.input(.hum))
    #expect(await eventually { recorded.effects.filter { $0 == "finished hum" }.count == 2 })
    #expect(!recorded.effects.contains { $0.hasPrefix("cancelled") })
  }

  @Test("go on where a transition only writes the state")
  func nextStateNeverCancels() async {
    let heater = Heater()
    let store = Store(initialState: Lamp.State.off) { Lamp(heat: heater.heat) }
    store.send(.input(.press))
    store.send(.input(.release))
    #expect(store.runningEffects == ["heat"])
  }

  @Test("with one result at most are finished when it comes, so a retry replaces nothing")
  func retry() async {
    let recorded = Recorded()
    let store = Store(initialState: 0, recorder: recorded.recorder) { Retry() }
    store.send(.input(.begin))
    #expect(await eventually { store.runningEffects.isEmpty && store.state == 3 })
    #expect(
      recorded.effects == [
        "started attempt", "yielded attempt", "started attempt", "finished attempt",
        "yielded attempt", "started attempt", "finished attempt", "yielded attempt",
        "finished attempt",
      ])
  }

  @Test("with a stream of one result are finished when it comes, so a retry replaces nothing")
  func retryOfSingle() async {
    let recorded = Recorded()
    let store = Store(initialState: 0, recorder: recorded.recorder) { RetryOfSingle() }
    store.send(.input(.begin))
    #expect(await eventually { store.runningEffects.isEmpty && store.state == 3 })
    #expect(recorded.effects.filter { $0 == "finished attempt" }.count == 3)
    #expect(!recorded.effects.contains { $0.hasPrefix("cancelled") })
  }

  @Test("of which a part has given its one result are cancelled by no other result of theirs")
  func wrappedSingle() async {
    let recorded = Recorded()
    let store = Store(initialState: 0, recorder: recorded.recorder) { Countdown() }
    store.send(.input(.begin))
    #expect(await eventually { store.runningEffects.isEmpty && store.state == 3 })
    #expect(
      recorded.effects == [
        "started count", "yielded count", "yielded count", "yielded count", "finished count",
      ])
  }

  @Test("made by a stream of one result inside go on after results of their own, and are cancelled")
  func streamAroundSingle() async {
    let recorded = Recorded()
    let store = Store(initialState: 0, recorder: recorded.recorder) { Steps() }
    store.send(.input(.begin))
    #expect(await eventually { store.runningEffects.isEmpty && store.state > 2 })
    #expect(recorded.effects.contains { $0.hasPrefix("cancelled step") })
  }

  @Test("that go on after a result are cancelled where it starts them again, and the trace says so")
  func ownResult() async {
    let heater = Heater()
    let recorded = Recorded()
    let store = Store(initialState: Lamp.State.off, recorder: recorded.recorder) {
      Reduce<Lamp.State, Lamp.Action> { state, action in
        let isResult = action == .ioResult(.heated(0))
        let action = isResult ? .input(.warm(7)) : action
        return Lamp(heat: heater.heat).reduce(into: &state, action: action)
      }
    }
    store.send(.input(.press))
    #expect(await eventually { heater.isHeating(0) })
    heater.answer(0)
    #expect(await eventually { heater.isHeating(7) })
    #expect(
      recorded.effects == [
        "started heat", "yielded heat", "cancelled heat: its result started heat again",
        "started heat",
      ])
  }

  @Test("that are concatenated wait for each other; merged ones run together")
  func composition() async {
    let recorded = Recorded()
    let store = Store(initialState: Box.State(), recorder: recorded.recorder) { Box() }
    store.send(.input(.toggle))
    #expect(await eventually { recorded.effects.last == "finished print" })
    #expect(
      recorded.steps.first
        == "Box#1: input.toggle isOpen=false, label=nil, lamp=off > "
        + "isOpen=true, label=nil, lamp=off moved [concat(merge(ring, ring), print)]")
    let print = recorded.effects.firstIndex(of: "started print") ?? 0
    #expect(recorded.effects[..<print].filter { $0 == "finished ring" }.count == 2)
  }

  @Test("that answer nothing need no reducer of results, composed ones neither")
  func withoutResults() async {
    let recorded = Recorded()
    let store = Store(initialState: 0, recorder: recorded.recorder) { Bell() }
    store.send(.input(.ring))
    #expect(await eventually { recorded.effects.last == "finished note" })
    #expect(
      recorded.effects == ["started strike", "finished strike", "started note", "finished note"])
  }

  @Test("by the thousand all come back")
  func many() async {
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        guard action == 0 else { return .none }
        return .merge((0..<10_000).map { _ in .run { send in send(1) } })
      }
    }
    store.send(0)
    #expect(await eventually { store.state == 10_000 })
    #expect(await eventually { store.runningEffects.isEmpty })
  }
}

/// Rings, and hears nothing of it.
@StateMachine
@EffectComposition
private struct Bell: StateMachine {
  typealias State = Int
  typealias IOResult = Never

  enum Input { case ring }
  enum IOEffect { case strike, note }

  static func reduceInput(_ state: State, _ input: Input) -> Transition {
    transition(state + 1, effect: .concat(.strike, .note))
  }
}

extension Bell: Bell.EffectRunner {
  func runStrike() -> IOResultStream { .none() }
  func runNote() -> IOResultStream { .none() }
}

/// Tries three times, each time started by the result of the one before.
@StateMachine
private struct Retry: StateMachine {
  typealias State = Int

  enum Input { case begin }
  enum IOEffect { case attempt }
  enum IOResult { case failed }

  static func reduceInput(_ state: State, _ input: Input) -> Transition {
    transition(1, effect: .attempt)
  }

  static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
    state < 3 ? transition(state + 1, effect: .attempt) : identity
  }

  func runIOEffect(_ ioEffect: IOEffect) async -> IOResult? { .failed }
}

/// The same, with the stream of one result.
@StateMachine
private struct RetryOfSingle: StateMachine {
  typealias State = Int

  enum Input { case begin }
  enum IOEffect { case attempt }
  enum IOResult { case failed }

  static func reduceInput(_ state: State, _ input: Input) -> Transition {
    transition(1, effect: .attempt)
  }

  static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
    state < 3 ? transition(state + 1, effect: .attempt) : identity
  }

  func runIOEffect(_ ioEffect: IOEffect) -> IOResultStream { .single { .failed } }
}

/// Counts what a stream made of three streams of one result sends.
@StateMachine
private struct Countdown: StateMachine {
  typealias State = Int

  enum Input { case begin }
  enum IOEffect { case count }
  enum IOResult { case tick }

  static func reduceInput(_ state: State, _ input: Input) -> Transition { run(.count) }

  static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
    nextState(state + 1)
  }

  func runIOEffect(_ ioEffect: IOEffect) -> IOResultStream {
    IOResultStream { continuation in
      Task {
        for _ in 0..<3 {
          for await result in IOResultStream.single({ .tick }) { continuation.yield(result) }
        }
        continuation.finish()
      }
    }
  }
}

/// Its effect goes on after each result, and the first result starts it again.
@StateMachine
private struct Steps: StateMachine {
  typealias State = Int

  enum Input { case begin }
  enum IOEffect { case step }
  enum IOResult { case done }

  static func reduceInput(_ state: State, _ input: Input) -> Transition { run(.step) }

  static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
    state == 0 ? transition(state + 1, .step) : nextState(state + 1)
  }

  func runIOEffect(_ ioEffect: IOEffect) -> IOResultStream {
    IOResultStream { continuation in
      let task = Task {
        for await result in IOResultStream.single({ .done }) { continuation.yield(result) }
        try? await Task.sleep(for: .milliseconds(20))
        continuation.yield(.done)
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
