import Orrery
import OrreryTrace
import Testing

@Suite("The log of a store") struct RecordingTests {
  private let recorded = Recorded()

  private func lamp(
    _ heat: @escaping @Sendable (Int) -> AsyncStream<Lamp.IOResult>
  ) -> StoreOf<Lamp> {
    Store(initialState: .off, recorder: recorded.recorder) { Lamp(heat: heat) }
  }

  @Test("says that the store was gone, and nothing of results that came later")
  func storeGone() async {
    let (stream, results) = AsyncStream.makeStream(of: Lamp.IOResult.self)
    var store: StoreOf<Lamp>? = lamp { _ in stream }
    store?.send(.input(.press))
    store = nil
    let count = recorded.sink.records.count
    results.yield(.heated(0))
    results.finish()
    try? await Task.sleep(for: .milliseconds(20))
    #expect(recorded.sink.records.count == count)
    #expect(recorded.effects == ["started heat", "cancelled heat: the store is gone"])
    #expect(recorded.instances == ["started Lamp#1: off", "ended Lamp#1: warming"])
  }

  @Test("leads from any step back to the input that started it")
  func causes() async throws {
    let store = Store(initialState: Box.State(), recorder: recorded.recorder) { Box() }
    store.send(.input(.toggle))
    store.send(.input(.lampPress))
    #expect(await eventually { recorded.effects.filter { $0.hasPrefix("finished") }.count >= 4 })
    let steps = recorded.allSteps
    var starters: [UInt64: StepRecord] = [:]
    for step in steps {
      for run in step.effects?.runNumbers ?? [] { starters[run] = step }
    }
    #expect(steps.contains { $0.cause != nil })
    for step in steps {
      var current = step
      while let cause = current.cause { current = try #require(starters[cause]) }
      #expect(current.origin == "input", "\(step)")
    }
  }

  @Test("has the values inside events and states only where they are asked for")
  func payloads() async {
    let store = lamp { _ in AsyncStream { _ in } }
    store.send(.input(.press))
    recorded.recorder.payloads = .dumps()
    store.send(.input(.warm(3)))
    recorded.recorder.payloads = .dumps().redacting(Int.self)
    store.send(.input(.warm(4)))
    #expect(
      recorded.allSteps.map(\.payload) == [
        nil, StepPayload(event: ".warm(3)", state: ".warming(level: 3)"),
        StepPayload(event: ".warm(<redacted>)", state: ".warming(level: <redacted>)"),
      ])
  }

  @Test("goes to a sink that is attached late after a snapshot of what runs")
  func late() {
    let recorder = TraceRecorder()
    let store = Store(initialState: Lamp.State.off, recorder: recorder) { Lamp() }
    store.send(.input(.press))
    let sink = MemorySink()
    recorder.attach(sink)
    let snapshots = sink.records.compactMap { record -> String? in
      if case .instance(let instance) = record { instance.state } else { nil }
    }
    #expect(["warming", "on"].contains(snapshots.first ?? "") && snapshots.count == 1)
  }
}

extension RecordedEffect {
  /// The numbers of its runs.
  fileprivate var runNumbers: [UInt64] {
    switch self {
    case .run(_, let run): [run]
    case .merge(let parts), .concat(let parts): parts.flatMap(\.runNumbers)
    case .cancel: []
    }
  }
}
