import OrreryTrace
import Testing

@Suite("The last steps of a recording")
struct RingSinkTests {
  private let ring = RingSink(capacity: 3)

  private func recorded(_ moves: Int) -> TraceRecorder {
    let recorder = TraceRecorder(sink: ring)
    recorder.machine(MachineRecord(machine: "A.B", style: "mutating"))
    let instance = recorder.started(machine: "A.B", state: "s0")
    for move in 0..<moves {
      recorder.step(
        machine: "A.B", instance: instance, origin: .input, event: "go", from: "s\(move)",
        to: "s\(move + 1)", verdict: .moved)
    }
    return recorder
  }

  private var steps: [StepRecord] {
    ring.records.compactMap { if case .step(let step) = $0 { step } else { nil } }
  }

  @Test("are kept, with the state in which each instance was before them")
  func last() throws {
    _ = recorded(10)
    #expect(steps.map(\.from) == ["s7", "s8", "s9"])
    let instances = ring.records.compactMap {
      if case .instance(let instance) = $0 { instance } else { nil }
    }
    #expect(instances.map(\.state) == ["s7"])
    #expect(instances.map(\.phase) == [.snapshot])
  }

  @Test("are all of a short recording, with its start")
  func short() {
    _ = recorded(2)
    #expect(steps.map(\.from) == ["s0", "s1"])
    #expect(
      ring.records.contains {
        if case .instance(let one) = $0 { one.phase == .started } else { false }
      })
  }

  @Test("are a log of their own")
  func log() throws {
    _ = recorded(10)
    let read = try TraceReader(bytes: Array(ring.log.utf8)).records()
    #expect(read.records == ring.records)
    #expect(read.warnings.isEmpty)
  }

  @Test("hold no instance that has ended before them")
  func ended() {
    let recorder = recorded(1)
    recorder.ended(1)
    let other = recorder.started(machine: "A.B", state: "t0")
    for move in 0..<5 {
      recorder.step(
        machine: "A.B", instance: other, origin: .input, event: "go", from: "t\(move)",
        to: "t\(move + 1)", verdict: .moved)
    }
    #expect(
      ring.records.allSatisfy {
        if case .instance(let one) = $0 { one.instance == other } else { true }
      })
  }
}
