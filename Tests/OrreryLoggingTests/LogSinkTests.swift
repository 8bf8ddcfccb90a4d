import Logging
import OrreryLogging
import OrreryTrace
import Testing

@Suite("The sink for swift-log") struct LogSinkTests {
  private let lines = Lines()

  private var logger: Logger {
    var logger = Logger(label: "machines") { _ in CollectingHandler(lines: lines) }
    logger.logLevel = .info
    return logger
  }

  @Test("A step is one message, with the keys of the trace log")
  func step() {
    let recorder = TraceRecorder(sink: LogSink(logger))
    let trace = TraceInstance(machine: "Net.Link", state: "idle", recorder: recorder)
    trace.record(event: "connect", from: "idle", to: "open")
    trace.end()
    recorder.close()
    #expect(
      lines.all.map(\.message) == [
        "header", "machine", "instance started", "step", "instance ended",
      ])
    let step = lines.all[3].metadata
    #expect(step["machine"] == "Net.Link" && step["event"] == "connect")
    #expect(step["from"] == "idle" && step["to"] == "open" && step["verdict"] == "moved")
    #expect(step["seq"] == "1" && step["origin"] == "input")
  }

  @Test("Effects, causes and payloads are told where there are any")
  func details() {
    let sink = LogSink(logger)
    sink.write(
      .step(
        StepRecord(
          seq: 1, at: 2, machine: "M", instance: 3, parent: 4, origin: "ioResult", event: "e",
          cause: 5, from: "a", to: "b", verdict: .moved,
          effects: .merge([.run(name: "x", run: 6), .run(name: "y", run: 7)]),
          payload: StepPayload(event: ".e(1)", state: ".b"))))
    sink.write(
      .effect(
        EffectRecord(
          phase: .cancelled, run: 6, name: "x", machine: "M", instance: 3, at: 8, reason: "r")))
    let (step, effect) = (lines.all[0].metadata, lines.all[1].metadata)
    #expect(step["parent"] == "4" && step["cause"] == "5")
    #expect(step["effects"] == .array(["x", "y"]))
    #expect(step["payload.event"] == ".e(1)" && step["payload.state"] == ".b")
    #expect(lines.all[1].message == "effect cancelled" && effect["reason"] == "r")
  }

  @Test("The level is that of the sink, and a loss is a warning")
  func levels() {
    let sink = LogSink(logger, level: .debug)
    sink.write(.gap(GapRecord(lost: 3, reason: "disk full")))
    sink.write(.machine(MachineRecord(machine: "M", style: "actor")))
    #expect(lines.all.map(\.level) == [.warning], "what is below the logger's level is not made")
  }
}

final class Lines: Sendable {
  struct Line: Sendable {
    var level: Logger.Level
    var message: String
    var metadata: Logger.Metadata
  }

  private let storage = Lock<[Line]>([])

  var all: [Line] { storage.withLock { $0 } }

  func add(_ line: Line) { storage.withLock { $0.append(line) } }
}

struct CollectingHandler: LogHandler {
  let lines: Lines
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.trace

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    lines.add(
      .init(level: event.level, message: "\(event.message)", metadata: event.metadata ?? [:]))
  }
}
