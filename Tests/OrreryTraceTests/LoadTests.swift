import Foundation
import OrreryTrace
import Testing

/// Many tasks record at once; `ORRERY_STEPS` says how many steps in all.
@Suite struct LoadTests {
  private static let steps =
    ProcessInfo.processInfo.environment["ORRERY_STEPS"].flatMap { Int($0) } ?? 80_000

  @Test("Sixteen tasks lose nothing, and each instance keeps its order")
  func tasks() async throws {
    let path = NSTemporaryDirectory() + "orrery-\(UUID().uuidString).jsonl"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let sink = try FileSink(path: path)
    let recorder = TraceRecorder(sink: sink)
    let each = Self.steps / 16
    await withTaskGroup { group in
      for _ in 0..<16 {
        group.addTask {
          let trace = TraceInstance(machine: "M", state: "0", recorder: recorder)
          for step in 0..<each {
            trace.record(event: "next", from: "\(step)", to: "\(step + 1)")
            if step % 1000 == 0 { await Task.yield() }
          }
          trace.end()
        }
      }
    }
    recorder.close()
    #expect(sink.lost == 0)
    var seq: UInt64 = 0
    var time: UInt64 = 0
    var states: [UInt64: Int] = [:]
    func check(_ record: Record) throws {
      guard case .step(let step) = record else { return }
      try #require(step.seq == seq + 1 && step.at >= time)
      try #require(step.from == "\(states[step.instance, default: 0])")
      (seq, time) = (step.seq, step.at)
      states[step.instance, default: 0] += 1
    }
    #expect(try TraceReader(path: path).forEach(check).isEmpty)
    #expect(states.count == 16 && states.values.allSatisfy { $0 == each })
  }
}
