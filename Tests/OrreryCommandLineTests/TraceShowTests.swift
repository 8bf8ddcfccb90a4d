import Foundation
import OrreryTrace
import Testing

@Suite("orrery trace show")
struct TraceShowTests {
  private let bench: Workbench

  init() throws {
    bench = try Workbench(["run.jsonl": Log.text(Log.family)])
  }

  /// The numbers of the steps that are shown.
  private func shown(_ filters: String...) -> [Int] {
    let outcome = bench.run(["trace", "show", "run.jsonl"] + filters)
    #expect(outcome.status == 0, "\(outcome.messages)")
    return outcome.output.split(separator: "\n").compactMap { line in
      line.split(separator: " ").first { $0.hasPrefix("#") }.flatMap { Int($0.dropFirst()) }
    }
  }

  @Test("has one line a step, with its effects and its cause")
  func lines() {
    #expect(
      bench.run("trace", "show", "run.jsonl").output == """
            0.000001  #1  Shop.Shop[1]  idle –open→ loading  moved  ▸ .fetch#1 .log#2
            0.000001  #2  Shop.Cart[2]  empty –add→ filled  moved
            0.000002  #3  Shop.Shop[1]  loading –ioResult.fetched→ open  moved  ▸ .show#3  \
        ↩ .fetch#1 of step 1
            0.000002  #4  Shop.Cart[2]  filled –add→ filled  rejected
            0.000003  #5  Shop.Shop[1]  open –ioResult.shown→ open  stayed  ↩ .show#3 of step 3

        """)
    let colored = bench.run("trace", "show", "run.jsonl", "--color", "always").output
    #expect(colored.contains("\u{1B}[33mrejected\u{1B}[0m"))
  }

  @Test("names the effect behind an event also where it has failed, and says so")
  func failedCause() throws {
    let machine = "App.Model"
    func step(_ seq: UInt64, _ from: String, _ to: String, _ cause: UInt64?) -> Record {
      .step(
        StepRecord(
          seq: seq, at: seq, machine: machine, instance: 1,
          origin: cause == nil ? "input" : "internal", event: "load", cause: cause, from: from,
          to: to, verdict: .moved, effects: cause == nil ? .run(name: "api.get", run: 7) : nil))
    }
    let failed = EffectRecord(
      phase: .failed, run: 7, name: "api.get", machine: machine, instance: 1, at: 2)
    try bench.write(
      Log.text([
        .header(Header(run: "f", wall: 1, mono: 0, process: "p", pid: 7)),
        step(1, "idle", "loading", nil), .effect(failed), step(2, "loading", "failed", 7),
        step(3, "failed", "idle", 9),
      ]), to: "failed.jsonl")
    let lines = bench.run("trace", "show", "failed.jsonl").output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[1].hasSuffix("↩ api.get#7 of step 1, failed"))
    #expect(lines[2].hasSuffix("↩ run 9 of an effect"))
    let filtered = bench.run("trace", "show", "failed.jsonl", "--effect", "api.get").output
    #expect(filtered.split(separator: "\n").count == 2)
  }

  @Test("shows what its filters want")
  func filters() {
    #expect(shown("--only", "Cart") == [2, 4])
    #expect(shown("--instance", "1") == [1, 3, 5])
    #expect(shown("--event", "add", "--event", "ioResult.shown") == [2, 4, 5])
    #expect(shown("--event", "input.open", "--verdict", "rejected") == [])
    #expect(shown("--state", "loading") == [1, 3])
    #expect(shown("--verdict", "rejected", "--verdict", "stayed") == [4, 5])
    #expect(shown("--effect", ".fetch") == [1, 3])
    #expect(shown("--effect", ".log") == [1])
    #expect(shown("--last", "2") == [4, 5])
    #expect(shown("--before", "4", "--last", "2") == [2, 3])
    #expect(shown("--since", "0.0000015", "--until", "0.0000025") == [2, 3, 4])
    #expect(shown("--only", "Cart", "--verdict", "moved") == [2])
  }

  @Test("walks back from a step to what caused it")
  func trail() {
    #expect(shown("--led-to", "5") == [1, 3, 5])
    #expect(shown("--led-to", "3") == [1, 3])
    #expect(shown("--led-to", "4") == [4])
    let outcome = bench.run("trace", "show", "run.jsonl", "--led-to", "9")
    #expect(outcome.status == 1)
    #expect(outcome.messages.hasPrefix("error: the trace has no step 9"))
  }

  @Test("passes the records on as they are")
  func records() throws {
    let output = bench.run("trace", "show", "run.jsonl", "--format", "jsonl", "--only", "Cart")
      .output
    let steps = Log.family.filter {
      if case .step(let step) = $0 { step.machine == "Shop.Cart" } else { false }
    }
    #expect(output == Log.text(steps))
    let file = bench.run("trace", "show", "run.jsonl", "--format", "jsonl", "-o", "out/steps.jsonl")
    #expect(file.status == 0 && file.output == "")
    #expect(try bench.read("out/steps.jsonl").split(separator: "\n").count == 5)
    #expect(try bench.files(in: "out") == ["steps.jsonl"])
  }

  @Test("weaves several processes together by time")
  func several() throws {
    // Steps are 1.5 ms apart; the second process begins 2 ms after the first.
    try bench.write(
      Log.text(run: "a", wall: 1000, [("open", "close", "closed"), ("closed", "lock", "locked")]),
      to: "a.jsonl")
    try bench.write(Log.text(run: "b", wall: 1000.002, [("open", "shut", "closed")]), to: "b.jsonl")
    let lines = bench.run("trace", "show", "b.jsonl", "a.jsonl").output.split(separator: "\n")
    let events = lines.compactMap { line in
      ["close", "lock", "shut"].first { line.contains("–\($0)→") }
    }
    #expect(events == ["close", "lock", "shut"])
    #expect(lines.last?.contains("    0.003499  r1 #1  ") == true)
  }

  @Test("weaves logs of any length together while reading them")
  func longLogs() throws {
    var random = SplitMix(seed: 3)
    var expected: [(time: UInt64, line: String)] = []
    for log in 0..<5 {
      var time: UInt64 = 1
      let start = Header(run: "r\(log)", wall: 1, mono: 1, process: "p", pid: 1)
      var records: [Record] = [.header(start)]
      for seq in 1...2000 {
        time += UInt64.random(in: 1...9000, using: &random) * 5 + UInt64(log)
        let step = Record.step(
          StepRecord(
            seq: UInt64(seq), at: time, machine: "M\(log)", instance: 1, origin: "input",
            event: "e", from: "a", to: "b", verdict: .moved))
        records.append(step)
        expected.append((time, RecordEncoder.line(step)))
      }
      try bench.write(Log.text(records), to: "many/\(log).jsonl")
    }
    let woven = bench.run("trace", "show", "many", "--format", "jsonl").output
    func times(_ lines: [Substring]) -> [Substring] {
      lines.compactMap { $0.split(separator: ",").first { $0.hasPrefix("\"at\"") } }
    }
    let lines = woven.split(separator: "\n")
    #expect(Set(lines.map { $0 + "\n" }) == Set(expected.map { Substring($0.line) }))
    let inOrder = expected.map(\.time).sorted().map { "\"at\":\($0)" }
    #expect(times(lines).map(String.init) == inOrder)
  }

  @Test(
    "refuses filters that cannot be meant",
    arguments: [
      ["--last", "0"], ["--since", "2", "--until", "1"], ["--since", "nan"],
      ["--verdict", "danced"],
      ["--follow", "--last", "3"],
    ])
  func usage(arguments: [String]) {
    #expect(bench.run(["trace", "show", "run.jsonl"] + arguments).status == 2)
  }
}
