import OrreryTrace
import Testing

private struct Lamp {
  enum State { case off, on, broken }
}

@Suite("A state that is told as it changes") struct ObservedStatesTests {
  private let log = ObservationLog()

  @Test("is recorded from a sequence, until that ends")
  func sequence() async {
    let (states, continuation) = AsyncStream.makeStream(of: Lamp.State.self)
    let task = log.recorder.observe(states, of: Lamp.self)
    for state in [Lamp.State.off, .on, .on, .broken] { continuation.yield(state) }
    continuation.finish()
    await task.value
    #expect(log.steps == ["?: off > on moved", "?: on > broken moved"])
    #expect(log.instances == ["snapshot off", "ended broken"])
  }

  @Test("is recorded no further where the task of a sequence is cancelled")
  func cancelled() async {
    let (states, continuation) = AsyncStream.makeStream(of: Lamp.State.self)
    let task = log.recorder.observe(states, of: Lamp.self)
    task.cancel()
    await task.value
    continuation.yield(.on)
    #expect(log.steps.isEmpty)
  }

  @Test("may be an enum, an optional one, or a struct of flags and enums")
  func names() {
    let seen = TraceObservation(machine: "App.Any", recorder: log.recorder)
    seen.note(Lamp.State?.none)
    seen.note(Lamp.State?.some(.on))
    seen.note((isOn: true, lamp: Lamp.State.off, count: 3))
    seen.note(named: "gone")
    #expect(
      log.steps == [
        "?: nil > on moved", "?: on > isOn=true, lamp=off moved",
        "?: isOn=true, lamp=off > gone moved",
      ])
  }

  @Test("is recorded step by step though many threads tell it")
  func threads() async {
    let seen = TraceObservation(of: Lamp.self, recorder: log.recorder)
    seen.note(named: "start")
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for number in 0..<500 { seen.note(named: "\(task).\(number)") }
        }
      }
    }
    let ends = log.sink.records.compactMap { record -> (from: String, to: String)? in
      guard case .step(let step) = record else { return nil }
      return (step.from, step.to)
    }
    #expect(ends.count == 4000)
    #expect(zip(ends, ends.dropFirst()).allSatisfy { $0.to == $1.from })
  }

  @Test("counts an event inside of another one as a part of it")
  func nested() {
    let seen = TraceObservation(of: Lamp.self, recorder: log.recorder)
    seen.note(Lamp.State.off)
    seen.event("outer") {
      seen.event("inner") { seen.note(Lamp.State.on) }
      seen.note(Lamp.State.broken)
    }
    #expect(log.steps == ["outer: off > broken moved"])
  }
}
