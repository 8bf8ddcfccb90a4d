import Foundation
import Logging
import OrreryTrace

/// One step recorded, beside the same facts logged with swift-log.
enum Recording {
  private static let states = ["idle", "connecting", "connected", "waiting"]
  private static let events = ["connect", "opened", "closed", "retry"]

  static func run(in folder: URL) throws {
    let path = folder.appending(path: "stream.log").path
    // swift-log offers its handler for the standard streams only.
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0o644)
    guard descriptor >= 0, dup2(descriptor, STDERR_FILENO) >= 0 else {
      throw Failure("cannot write '\(path)'")
    }
    let logPath = folder.appending(path: "steps.jsonl").path
    let fast = rounds(5, [{ step(logPath, saturated) }, { logged(path, saturated) }])
    report("one step, saturated", fast, bar: 0.15)
    let median = rounds(5, [{ step(logPath, pacedMedian) }, { logged(path, pacedMedian) }])
    report("one step, 100,000 a second, median", median, bar: 0.05)
    // On a machine that is busy with others, mostly what they did to this process.
    let mean = rounds(5, [{ step(logPath, pacedMean) }, { logged(path, pacedMean) }])
    report("one step, 100,000 a second, mean", mean, bar: 0.05)
    report("one step, switched off", rounds(5, [switchedOff, disabled]), bar: 0.2)
  }

  private static func report(_ what: String, _ nanoseconds: [Double], bar: Double) {
    Table.row(
      what, ours: nanoseconds[0], peer: nanoseconds[1], unit: "ns", name: "swift-log", bar: bar)
  }

  private static func saturated(_ body: (Int) -> Void) -> Double {
    Stopwatch.saturated(300_000, body)
  }

  private static func pacedMedian(_ body: (Int) -> Void) -> Double {
    let durations = Stopwatch.paced(100_000, every: 10_000, body).sorted()
    return Double(durations[durations.count / 2]) - Stopwatch.overhead
  }

  private static func pacedMean(_ body: (Int) -> Void) -> Double {
    let durations = Stopwatch.paced(100_000, every: 10_000, body)
    return Double(durations.reduce(0, +)) / Double(durations.count) - Stopwatch.overhead
  }

  // MARK: - Recording to a file

  private static func step(_ path: String, _ measure: ((Int) -> Void) -> Double) -> Double {
    guard let sink = try? FileSink(path: path) else { return .nan }
    let recorder = TraceRecorder(sink: sink)
    defer { recorder.close() }
    let trace = TraceInstance(
      machine: "Network.ConnectionStateMachine", state: "idle", recorder: recorder)
    return measure { index in
      trace.record(
        event: events[index & 3], from: states[index & 3], to: states[(index + 1) & 3])
    }
  }

  private static func logged(_ path: String, _ measure: ((Int) -> Void) -> Double) -> Double {
    truncate(path, 0)
    let logger = Logger(label: "Network", factory: StreamLogHandler.standardError(label:))
    return measure { index in
      logger.info(
        "step",
        metadata: [
          "seq": "\(index)", "at": "\(Stopwatch.now())",
          "machine": "Network.ConnectionStateMachine", "instance": "\(1)", "origin": "input",
          "event": "\(events[index & 3])", "from": "\(states[index & 3])",
          "to": "\(states[(index + 1) & 3])", "verdict": "moved",
        ])
    }
  }

  // MARK: - Compiled in, switched off

  private static func switchedOff() -> Double {
    let trace = TraceInstance(
      machine: "Network.ConnectionStateMachine", state: "idle", recorder: TraceRecorder())
    return Stopwatch.saturated(20_000_000) { index in
      trace.record(
        event: events[index & 3], from: states[index & 3], to: states[(index + 1) & 3])
    }
  }

  private static func disabled() -> Double {
    let logger = Logger(label: "Network", factory: StreamLogHandler.standardError(label:))
    return Stopwatch.saturated(20_000_000) { index in
      logger.debug(
        "step",
        metadata: [
          "event": "\(events[index & 3])", "from": "\(states[index & 3])",
          "to": "\(states[(index + 1) & 3])",
        ])
    }
  }
}
