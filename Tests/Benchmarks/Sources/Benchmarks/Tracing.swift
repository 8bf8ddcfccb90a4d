import Foundation
import OrreryTrace

/// A machine that is marked `@Traced`, beside one that is recorded by hand.
enum Tracing {
  static func run(in folder: URL) throws {
    let path = folder.appending(path: "traced.jsonl").path
    let on = rounds(
      9, [{ measure(path, 300_000, traced) }, { measure(path, 300_000, recorded) }])
    Table.row(
      "one step of a traced machine", ours: on[0], peer: on[1], unit: "ns", name: "by hand",
      bar: 1.2)
    let off = rounds(
      9,
      [
        { measure(nil, 20_000_000, traced) }, { measure(nil, 20_000_000, recorded) },
        { measure(nil, 20_000_000, plain) },
      ])
    Table.row(
      "the same, switched off", ours: off[0], peer: off[1], unit: "ns", name: "by hand")
    Table.row(
      "the same, switched off", ours: off[0], peer: off[2], unit: "ns", name: "not recorded")
    let made = rounds(9, [{ making(TracedDoor.init) }, { making(RecordedDoor.init) }])
    Table.row(
      "a machine that is made, switched off", ours: made[0], peer: made[1], unit: "ns",
      name: "by hand")
  }

  private static func measure(
    _ path: String?, _ count: Int, _ body: (TraceRecorder, Int) -> Double
  ) -> Double {
    guard let path else { return body(TraceRecorder(), count) }
    guard let sink = try? FileSink(path: path) else { return .nan }
    let recorder = TraceRecorder(sink: sink)
    defer { recorder.close() }
    return body(recorder, count)
  }

  private static func traced(_ recorder: TraceRecorder, _ count: Int) -> Double {
    var door = TracedDoor(recorder)
    return nanoseconds(count) { door.push() }
  }

  private static func recorded(_ recorder: TraceRecorder, _ count: Int) -> Double {
    var door = RecordedDoor(recorder)
    return nanoseconds(count) { door.push() }
  }

  private static func plain(_ recorder: TraceRecorder, _ count: Int) -> Double {
    var door = Door()
    return nanoseconds(count) { door.push() }
  }

  private static func making<Machine>(_ make: (TraceRecorder) -> Machine) -> Double {
    let recorder = TraceRecorder()
    return nanoseconds(100_000) {
      _ = make(recorder)
      return 1
    }
  }

  /// What a call takes of the processor.
  private static func nanoseconds(_ count: Int, _ body: () -> Int) -> Double {
    var sum = 0
    let start = Stopwatch.processorTime()
    for _ in 0..<count { sum &+= body() }
    let time = Stopwatch.processorTime() - start
    // What nobody asks for would not be done.
    return sum == 0 ? .nan : Double(time) / Double(count)
  }
}
