import Foundation
import OrreryTrace
import Testing

@Suite("Traces are found")
struct TraceInputTests {
  private let bench: Workbench

  init() throws {
    bench = try Workbench()
    for part in [1, 2, 10] {
      try bench.write(Log.text([("open", "close\(part)", "closed")]), to: "logs/run.jsonl.\(part)")
    }
    try bench.write("no trace\n", to: "logs/notes.txt")
    try bench.write(Log.text([("open", "close", "closed")]), to: "deep/er/x.jsonl")
  }

  private func order(_ outcome: Workbench.Outcome) -> [String] {
    outcome.output.split(separator: "\n").filter { $0.contains("close") }.compactMap {
      $0.split(separator: " ").first { $0.hasPrefix("close") && $0 != "closed" }.map(String.init)
    }
  }

  @Test("in a folder and by a pattern, the parts of a rotated log by number")
  func parts() throws {
    for path in ["logs", "logs/run.jsonl*", "l*/run.jsonl.?*"] {
      let outcome = bench.run("trace", "summary", path)
      #expect(outcome.status == 0, "\(outcome.messages)")
      #expect(order(outcome) == ["close1", "close2", "close10"])
    }
    #expect(bench.run("trace", "summary", "**/x.jsonl").status == 0)
  }

  @Test("and a folder or a pattern without one is an error")
  func none() throws {
    try bench.write("", to: "empty/notes.txt")
    for path in ["empty", "*.jsonl", "nowhere/*.jsonl"] {
      let outcome = bench.run("trace", "summary", path)
      #expect(outcome.status == 1)
      let error = "error: cannot find traces in '\(path)'; their names end in .jsonl"
      #expect(outcome.messages.hasPrefix(error), "\(outcome.messages)")
    }
  }

  /// One recording, cut into parts as it was written: each begins with the header, and with what is
  /// alive.
  private func writeParts(_ names: [String]) throws {
    let header = Record.header(Header(run: "one", wall: 1, mono: 1, process: "p", pid: 9))
    let states = ["a", "b", "c", "d"]
    for (part, name) in names.enumerated() {
      let start = UInt64(part * 1000 + 1)
      let phase: InstanceRecord.Phase = part == 0 ? .started : .snapshot
      let alive = Record.instance(
        InstanceRecord(phase: phase, machine: "M.M", instance: 1, state: states[part], at: start))
      let step = Record.step(
        StepRecord(
          seq: UInt64(part + 1), at: start + 500, machine: "M.M", instance: 1, origin: "input",
          event: "e\(part)", from: states[part], to: states[part + 1], verdict: .moved))
      try bench.write(Log.text([header, alive, step]), to: name)
    }
  }

  @Test(
    "as one recording, where it was cut into parts, whatever the parts are called",
    arguments: [
      ["cut/run.jsonl", "cut/run.1.jsonl", "cut/run.2.jsonl"],
      ["cut/run.2.jsonl", "cut/run.1.jsonl", "cut/run.jsonl"],
      ["cut/run.jsonl.10", "cut/run.jsonl.2", "cut/run.jsonl"],
    ])
  func cutLog(names: [String]) throws {
    try writeParts(names)
    let text = bench.run("trace", "summary", "cut").output
    #expect(text.hasPrefix("M.M  1 instance (1 not ended), 3 steps: 3 moved\n"), "\(text)")
    #expect(text.contains("  b           1  1.0 µs"), "\(text)")
    #expect(text.hasSuffix("1 machine, 3 steps in 2.5 µs\n"), "\(text)")
    let shown = bench.run("trace", "show", names[1], names[2], names[0]).output
    let lines = shown.split(separator: "\n")
    #expect(lines.map { $0.contains("  r1 #") } == [true, true, true])
    #expect(lines.indices.allSatisfy { lines[$0].contains("–e\($0)→") })
    let spans = bench.run("trace", "export", "cut", "--format", "otlp").output
    #expect(spans.components(separatedBy: "service.name").count == 2)
  }

  @Test("through a pipe with a name, which can be opened only once")
  func namedPipe() throws {
    let pipe = bench.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let log = Log.text([("open", "close", "closed")])
    for verb in ["summary", "show"] {
      let writer = Thread { try? Data(log.utf8).write(to: URL(filePath: pipe)) }
      writer.start()
      let outcome = bench.run("trace", verb, "pipe")
      #expect(outcome.status == 0 && outcome.output.contains("close"), "\(outcome.messages)")
    }
  }

  private func pack(_ name: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["gzip", bench.path(name)]
    try process.run()
    process.waitUntilExit()
  }

  @Test("packed by gzip, whole, cut off, or not packed at all")
  func packed() throws {
    let steps = (0..<20_000).map { index -> (from: String, event: String, to: String) in
      index.isMultiple(of: 2) ? ("open", "close", "closed") : ("closed", "open", "open")
    }
    try bench.write(Log.text(steps), to: "big.jsonl")
    try pack("big.jsonl")
    let whole = bench.run("trace", "summary", "big.jsonl.gz")
    #expect(whole.status == 0, "\(whole.messages)")
    #expect(whole.output.contains("20000 steps"))
    let bytes = try Data(contentsOf: URL(filePath: bench.path("big.jsonl.gz")))
    try bytes.prefix(bytes.count / 2).write(to: URL(filePath: bench.path("half.jsonl.gz")))
    let half = bench.run("trace", "summary", "half.jsonl.gz")
    #expect(half.status == 0)
    #expect(half.messages.contains("half.jsonl.gz: it is cut off or damaged"))
    try bench.write("plain", to: "plain.jsonl.gz")
    let plain = bench.run("trace", "summary", "plain.jsonl.gz")
    #expect(plain.status == 1)
    #expect(plain.messages.hasPrefix("error: cannot read 'plain.jsonl.gz'"))
  }
}
