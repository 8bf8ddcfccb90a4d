import OrreryTrace
import Testing

@Suite struct RecorderTests {
  /// A clock that moves on by one at each reading.
  private static func counting() -> TraceClock {
    let time = Lock<UInt64>(0)
    return TraceClock(
      monotonic: {
        time.withLock {
          $0 += 1
          return $0
        }
      }, wall: { 0 })
  }

  @Test("A log begins with its header, names machines once, and numbers steps from one")
  func order() {
    let sink = MemorySink()
    let recorder = TraceRecorder(sink: sink, header: Examples.header, clock: Self.counting())
    let machine = MachineRecord(machine: "M", style: "reducer", states: ["a", "b"])
    recorder.machine(machine)
    recorder.machine(machine)
    let instance = recorder.started(machine: "M", state: "a")
    recorder.step(
      machine: "M", instance: instance, origin: .input, event: "go", from: "a", to: "b",
      verdict: .moved)
    recorder.ended(instance)
    #expect(
      sink.records == [
        .header(Examples.header), .machine(machine),
        .instance(
          InstanceRecord(phase: .started, machine: "M", instance: 1, state: "a", at: 2)),
        .step(
          StepRecord(
            seq: 1, at: 3, machine: "M", instance: 1, origin: "input", event: "go", from: "a",
            to: "b", verdict: .moved)),
        .instance(InstanceRecord(phase: .ended, machine: "M", instance: 1, state: "b", at: 4)),
      ])
  }

  @Test("What tells the state of an instance may hold another one, which ends with it")
  func heldInstances() {
    let sink = MemorySink()
    let recorder = TraceRecorder(sink: sink, header: Examples.header, clock: Self.counting())
    let outer = Self.holding(recorder)
    recorder.ended(outer)
    let ended = sink.records.compactMap { record -> String? in
      if case .instance(let instance) = record, instance.phase == .ended {
        instance.machine
      } else {
        nil
      }
    }
    #expect(ended == ["Outer", "Inner"])
  }

  /// An instance whose state is told by what alone holds another one.
  private static func holding(_ recorder: TraceRecorder) -> UInt64 {
    let inner = TraceInstance(machine: "Inner", state: "a", recorder: recorder)
    return recorder.started(machine: "Outer", state: "a") { "\(inner.id)" }
  }

  @Test("Without a sink a recorder is off, and steps leave no trace")
  func off() {
    let recorder = TraceRecorder(header: Examples.header)
    #expect(!recorder.isEnabled)
    recorder.step(
      machine: "M", instance: 1, origin: .input, event: "e", from: "a", to: "b", verdict: .moved)
    let sink = MemorySink()
    recorder.attach(sink)
    #expect(recorder.isEnabled)
    #expect(sink.records == [.header(Examples.header)])
    recorder.close()
    #expect(!recorder.isEnabled)
  }

  @Test("A sink that is attached late gets the machines and a snapshot of each live instance")
  func snapshots() {
    let recorder = TraceRecorder(header: Examples.header, clock: Self.counting())
    let machine = MachineRecord(machine: "M", style: "actor")
    recorder.machine(machine)
    let gone = recorder.started(machine: "M", state: "a")
    let asked = recorder.started(machine: "M", state: "a", current: { "now" })
    let silent = recorder.started(machine: "M", parent: asked, state: "a")
    recorder.ended(gone)
    let sink = MemorySink()
    recorder.attach(sink)
    #expect(
      sink.records == [
        .header(Examples.header), .machine(machine),
        .instance(
          InstanceRecord(phase: .snapshot, machine: "M", instance: asked, state: "now", at: 1)),
        .instance(
          InstanceRecord(
            phase: .snapshot, machine: "M", instance: silent, parent: asked,
            state: Record.unknownState, at: 1)),
      ])
  }

  @Test("A second sink learns the state that the first has seen")
  func secondSink() {
    let recorder = TraceRecorder(sink: MemorySink(), header: Examples.header)
    let instance = recorder.started(machine: "M", state: "a")
    recorder.step(
      machine: "M", instance: instance, origin: .input, event: "e", from: "a", to: "b",
      verdict: .moved)
    let second = MemorySink()
    recorder.attach(second)
    guard case .instance(let snapshot) = second.records.last else {
      Issue.record("no snapshot")
      return
    }
    #expect(snapshot.state == "b")
  }

  @Test("Steps of many threads are numbered without gaps, in the order of the log")
  func threads() async {
    let sink = MemorySink()
    let recorder = TraceRecorder(sink: sink, header: Examples.header)
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          let trace = TraceInstance(machine: "M", state: "a", recorder: recorder)
          for _ in 0..<500 { trace.record(event: "e", from: "a", to: "b") }
          trace.end()
        }
      }
    }
    let steps = sink.records.compactMap { record -> UInt64? in
      if case .step(let step) = record { step.seq } else { nil }
    }
    #expect(steps == Array(1...4000))
    let runs = Set((0..<100).map { _ in recorder.nextRun() })
    #expect(runs.count == 100)
  }

  @Test("A machine recorded by hand makes no names while recording is off")
  func byHand() {
    let recorder = TraceRecorder(header: Examples.header)
    let trace = TraceInstance(machine: "Net.Machine", state: "idle", recorder: recorder)
    trace.record(event: fail(), from: fail(), to: fail())
    let sink = MemorySink()
    recorder.attach(sink)
    trace.record(event: "connect", from: "idle", to: "idle")
    guard case .step(let step) = sink.records.last else {
      Issue.record("no step")
      return
    }
    #expect(step.machine == "Net.Machine" && step.verdict == .stayed && step.instance == trace.id)
  }

  private func fail() -> String {
    Issue.record("a name was made")
    return ""
  }
}
