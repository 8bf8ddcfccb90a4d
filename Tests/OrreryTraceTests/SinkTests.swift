import Foundation
import OrreryTrace
import Testing

@Suite("Sinks at one recorder") struct SinkTests {
  private func steps(_ sink: MemorySink) -> [UInt64] {
    sink.records.compactMap { if case .step(let step) = $0 { step.seq } else { nil } }
  }

  @Test("Any number of sinks get the same records, a file and memory among them")
  func several() throws {
    try withTemporaryFile { path in
      let memory = [MemorySink(), MemorySink()]
      let recorder = TraceRecorder(sink: try FileSink(path: path))
      for sink in memory { recorder.attach(sink) }
      let trace = TraceInstance(machine: "M", state: "a", recorder: recorder)
      for _ in 0..<10 { trace.record(event: "e", from: "a", to: "b") }
      recorder.close()
      #expect(memory[0].records == memory[1].records)
      #expect(try TraceReader(path: path).records().records == memory[0].records)
    }
  }

  @Test("A sink may be taken out while the others go on")
  func detach() {
    let (first, second) = (MemorySink(), MemorySink())
    let recorder = TraceRecorder()
    let attachment = recorder.attach(first)
    recorder.attach(second)
    let trace = TraceInstance(machine: "M", state: "a", recorder: recorder)
    trace.record(event: "e", from: "a", to: "b")
    recorder.detach(attachment)
    recorder.detach(attachment)
    trace.record(event: "e", from: "b", to: "c")
    #expect(steps(first) == [1] && steps(second) == [1, 2])
    #expect(recorder.isEnabled)
  }

  @Test("Recording is switched off and on again while machines run; what is off is not counted")
  func onAndOff() {
    let recorder = TraceRecorder()
    let trace = TraceInstance(machine: "M", state: "a", recorder: recorder)
    let first = MemorySink()
    let attachment = recorder.attach(first)
    trace.record(event: "e", from: "a", to: "b")
    recorder.detach(attachment)
    #expect(!recorder.isEnabled)
    trace.record(event: "e", from: "b", to: "c")
    let second = MemorySink()
    recorder.attach(second)
    trace.record(event: "e", from: "c", to: "d")
    #expect(steps(first) == [1] && steps(second) == [2])
    // Nobody saw the step that was not recorded, so the snapshot does not claim to know the state.
    guard case .instance(let snapshot) = second.records[2] else {
      Issue.record("no snapshot")
      return
    }
    #expect(snapshot.phase == .snapshot && snapshot.state == Record.unknownState)
  }

  @Test("Switching on and off while sixteen tasks record loses nothing of what is on")
  func underLoad() async {
    let whole = MemorySink()
    let recorder = TraceRecorder(sink: whole)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<16 {
        group.addTask {
          let trace = TraceInstance(machine: "M", state: "a", recorder: recorder)
          for _ in 0..<200 { trace.record(event: "e", from: "a", to: "b") }
        }
      }
      group.addTask {
        for _ in 0..<50 {
          let sink = MemorySink()
          let attachment = recorder.attach(sink)
          await Task.yield()
          recorder.detach(attachment)
          let seen = steps(sink)
          #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 + 1 == $1 })
        }
      }
    }
    #expect(steps(whole) == Array(1...3_200))
  }
}
