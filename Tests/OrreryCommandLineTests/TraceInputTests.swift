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
