import Logging
import OrreryLogging
import OrreryTrace
import Testing

@Suite("The log handler that records") struct StepLogHandlerTests {
  private let sink = MemorySink()
  private let recorder = TraceRecorder()
  private let lines = Lines()

  init() { recorder.attach(sink) }

  private func logger(_ reading: StepLogHandler<CollectingHandler>.Reading? = nil) -> Logger {
    Logger(label: "net") { [lines, recorder] _ in
      let base = CollectingHandler(lines: lines)
      guard let reading else { return StepLogHandler(base, recorder: recorder) }
      return StepLogHandler(base, recorder: recorder, reading: reading)
    }
  }

  private var records: [String] {
    sink.records.compactMap { record in
      switch record {
      case .instance(let instance):
        "\(instance.machine) \(instance.phase.rawValue) \(instance.instance): \(instance.state)"
      case .step(let step):
        "\(step.instance) \(step.origin).\(step.event): \(step.from) > \(step.to)"
      default: nil
      }
    }
  }

  @Test("makes a step of an entry that names a machine and its state")
  func steps() {
    let logger = logger()
    logger.info("starts", metadata: ["machine": "Net.Link", "state": "idle"])
    logger.info("opens", metadata: ["machine": "Net.Link", "event": "connect", "to": "open"])
    logger.info("drops", metadata: ["machine": "Net.Link", "state": "idle"])
    logger.info("still", metadata: ["machine": "Net.Link", "state": "idle"])
    logger.info("hello", metadata: ["user": "ada"])
    #expect(
      records == [
        "Net.Link snapshot 1: idle", "1 input.connect: idle > open", "1 input.?: open > idle",
      ])
    #expect(lines.all.map(\.message) == ["starts", "opens", "drops", "still", "hello"])
  }

  @Test("tells instances apart, whichever logger an entry comes by")
  func instances() {
    let (first, second) = (logger(), logger())
    for (logger, id) in [(first, "a"), (second, "b"), (second, "a")] {
      logger.info(
        "moves",
        metadata: [
          "machine": "Net.Link", "instance": "\(id)", "event": "push", "origin": "internal",
          "from": "off", "to": "on",
        ])
    }
    #expect(
      records == [
        "Net.Link snapshot 1: off", "1 internal.push: off > on", "Net.Link snapshot 2: off",
        "2 internal.push: off > on", "1 internal.push: off > on",
      ])
  }

  @Test("takes the metadata of the logger as that of each entry")
  func inherited() {
    var logger = logger()
    logger[metadataKey: "machine"] = "Net.Link"
    logger.info("idle", metadata: ["state": "idle"])
    logger.info("open", metadata: ["state": "open"])
    #expect(records.suffix(1) == ["1 input.?: idle > open"])
  }

  @Test("reads entries as it is told, and ends an instance with its last one")
  func reading() {
    let logger = logger { message, metadata in
      guard let state = metadata["conn.state"] else { return nil }
      return LoggedState(
        machine: "Net.Link", event: message, state: "\(state)", isLast: state == "closed")
    }
    logger.info("open", metadata: ["conn.state": "open"])
    logger.info("close", metadata: ["conn.state": "closed"])
    logger.info("open", metadata: ["conn.state": "open"])
    #expect(
      records == [
        "Net.Link snapshot 1: open", "1 input.close: open > closed", "Net.Link ended 1: closed",
        "Net.Link snapshot 2: open",
      ])
  }

  @Test("does not record what a sink logs by the same logger")
  func circle() {
    let logger = logger()
    recorder.attach(LogSink(logger))
    logger.info("a", metadata: ["machine": "Net.Link", "state": "idle"])
    logger.info("b", metadata: ["machine": "Net.Link", "state": "open"])
    #expect(records == ["Net.Link snapshot 1: idle", "1 input.?: idle > open"])
  }

  @Test("hands everything on while recording is off")
  func off() {
    recorder.close()
    logger().info("a", metadata: ["machine": "Net.Link", "state": "idle"])
    #expect(records.isEmpty && lines.all.count == 1)
  }
}
