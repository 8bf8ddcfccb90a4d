import Foundation
import OrreryTrace
import Testing

/// What a path may name beside a file of its own.
@Suite("The path of a log") struct LogPathTests {
  @Test("names a file that is no log by mistake: it is left as it is, and that is told")
  func foreign() async throws {
    try await withTemporaryPath { path in
      try Data("my notes\n".utf8).write(to: URL(filePath: path))
      let said = try await record(to: path)
      #expect(
        said.contains("ORRERY_TRACE: cannot write '\(path)': it is no trace log")
          && said.contains("name another file"))
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "my notes\n")
    }
  }

  @Test(
    "names a log, or what a killed process left before its header: it begins anew",
    arguments: ["{\"type\":\"header\",\"schema\":\"orrery.trace/1\"}\n", "\n\n\n\n", ""])
  func replaceable(content: String) async throws {
    try await withTemporaryPath { path in
      try Data(content.utf8).write(to: URL(filePath: path))
      #expect(try await record(to: path).isEmpty)
      #expect(try steps(path) == ["e"])
    }
  }

  @Test("of an older part names a file that is no log: the log does not begin anew, and grows")
  func foreignPart() throws {
    try withTemporaryFile { path in
      let older = Rotation.path(of: 1, for: path)
      defer { try? FileManager.default.removeItem(atPath: older) }
      try Data("my notes\n".utf8).write(to: URL(filePath: older))
      let messages = MessageList()
      let sink = try FileSink(
        path: path, rotation: Rotation(size: 500, kept: 1), report: messages.add)
      let recorder = TraceRecorder(sink: sink)
      let trace = TraceInstance(machine: "M", state: "a", recorder: recorder)
      for _ in 0..<20 { trace.record(event: "e", from: "a", to: "a") }
      recorder.close()
      #expect(try String(contentsOfFile: older, encoding: .utf8) == "my notes\n")
      #expect(try steps(path).count == 20)
      #expect(messages.all.count == 1 && messages.all[0].contains("it is no trace log"))
    }
  }

  @Test("names the file that the program prints to: its lines and the log's stand in order")
  func standardOutput() async throws {
    try await withTemporaryPath { path in
      await #expect(processExitsWith: .success) { [path = path as String] in
        dup2(open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644), STDOUT_FILENO)
        setenv("ORRERY_TRACE", "/dev/stdout", 1)
        write(STDOUT_FILENO, "before\n", 7)
        let trace = TraceInstance(machine: "M", state: "a")
        trace.record(event: "e", from: "a", to: "b")
        write(STDOUT_FILENO, "after\n", 6)
        exit(0)
      }
      let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      #expect(lines.count == 6 && lines.first == "before" && lines.last == "after")
      #expect(lines.dropFirst().first?.hasPrefix("{\"type\":\"header\"") == true)
      #expect(try steps(path) == ["e"])
    }
  }

  @Test("names a FIFO: its reader gets the log as it is written")
  func fifo() async throws {
    try await withTemporaryPath { path in
      try #require(mkfifo(path, 0o600) == 0)
      let copy = path + ".copy"
      defer { try? FileManager.default.removeItem(atPath: copy) }
      let reader = open(path, O_RDONLY | O_NONBLOCK)
      defer { close(reader) }
      #expect(try await record(to: path).isEmpty)
      try drain(reader).write(to: URL(filePath: copy))
      #expect(try steps(copy) == ["e"])
    }
  }

  @Test("names a FIFO that nobody reads: records are lost, counted and told of once")
  func unread() throws {
    try withTemporaryFile { path in
      try #require(mkfifo(path, 0o600) == 0)
      let messages = MessageList()
      let sink = try StreamSink(path: path, patience: 1, report: messages.add)
      sink.write(.header(Examples.header))
      for seq in 1...5_000 { sink.write(Examples.step(UInt64(seq))) }
      let lost = sink.lost
      #expect(lost > 0 && messages.all.count == 1)
      #expect(messages.all.first?.contains("'\(path)': nobody reads it; records are lost") == true)
      let reader = open(path, O_RDONLY | O_NONBLOCK)
      defer { close(reader) }
      var text = drain(reader)
      sink.write(Examples.step(5_001))
      sink.close()
      text += drain(reader)
      let copy = path + ".copy"
      defer { try? FileManager.default.removeItem(atPath: copy) }
      try text.write(to: URL(filePath: copy))
      let (records, warnings) = try TraceReader(path: copy).records()
      let gaps = records.compactMap { if case .gap(let gap) = $0 { gap.lost } else { nil } }
      #expect(warnings.isEmpty && gaps == [lost])
      #expect(records.count + Int(lost) == 1 + 5_001 + 1)
    }
  }

  @Test(
    "names a FIFO that nobody reads until it is closed: the last line is whole, and the rest counted"
  )
  func unreadToTheEnd() throws {
    try withTemporaryFile { path in
      try #require(mkfifo(path, 0o600) == 0)
      let sink = try StreamSink(path: path, patience: 1, report: { _ in })
      sink.write(.header(Examples.header))
      for seq in 1...5_000 { sink.write(Examples.step(UInt64(seq))) }
      let reader = open(path, O_RDONLY | O_NONBLOCK)
      defer { close(reader) }
      var text = drain(reader)
      sink.close()
      text += drain(reader)
      let copy = path + ".copy"
      defer { try? FileManager.default.removeItem(atPath: copy) }
      try text.write(to: URL(filePath: copy))
      let (records, warnings) = try TraceReader(path: copy).records()
      let gaps = records.compactMap { if case .gap(let gap) = $0 { gap.lost } else { nil } }
      #expect(warnings.isEmpty && gaps == [sink.lost])
    }
  }

  @Test(
    "names a pipe that the program prints to: it is told when the reader goes away, and runs on")
  func brokenPipe() async throws {
    await #expect(processExitsWith: .success) {
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      dup2(ends[1], STDOUT_FILENO)
      close(ends[1])
      setenv("ORRERY_TRACE", "/dev/stdout", 1)
      let trace = TraceInstance(machine: "M", state: "a")
      trace.record(event: "e", from: "a", to: "b")
      close(ends[0])
      trace.record(event: "e", from: "b", to: "a")
      // Nobody holds the other end, not even the log.
      signal(SIGPIPE, SIG_IGN)
      exit(write(STDOUT_FILENO, "text", 4) < 0 && errno == EPIPE ? 0 : 1)
    }
  }

  @Test("names nothing at all: the program runs on, as without a log")
  func null() async throws {
    #expect(try await record(to: "/dev/null").isEmpty)
  }

  /// Records a step in a process of its own; returns what it says on standard error.
  private func record(to path: String) async throws -> String {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) { [path = path as String] in
      setenv("ORRERY_TRACE", path, 1)
      let trace = TraceInstance(machine: "M", state: "a")
      trace.record(event: "e", from: "a", to: "b")
      exit(0)
    }
    let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    return said.split(separator: "\n").filter { $0.hasPrefix("orrery:") }.joined(separator: "\n")
  }

  private func steps(_ path: String) throws -> [String] {
    try TraceReader(path: path).records().records.compactMap {
      if case .step(let step) = $0 { step.event } else { nil }
    }
  }

  private func drain(_ descriptor: Int32) -> Data {
    var result = Data()
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      guard count > 0 else { return result }
      result += bytes.prefix(count)
    }
  }

  private func withTemporaryPath(_ body: (String) async throws -> Void) async throws {
    let path = NSTemporaryDirectory() + "orrery-\(UUID().uuidString).jsonl"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await body(path)
  }
}
