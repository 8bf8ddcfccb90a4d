import Foundation
import OrreryTrace
import Testing

@testable import OrreryCommandLine

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

  @Test("shows what its filters want")
  func filters() {
    #expect(shown("--only", "Cart") == [2, 4])
    #expect(shown("--instance", "1") == [1, 3, 5])
    #expect(shown("--event", "add", "--event", "ioResult.shown") == [2, 4, 5])
    #expect(shown("--event", "input.shown") == [])
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
      Log.text(wall: 1000, [("open", "close", "closed"), ("closed", "lock", "locked")]),
      to: "a.jsonl")
    try bench.write(Log.text(wall: 1000.002, [("open", "shut", "closed")]), to: "b.jsonl")
    let lines = bench.run("trace", "show", "b.jsonl", "a.jsonl").output.split(separator: "\n")
    let events = lines.compactMap { line in
      ["close", "lock", "shut"].first { line.contains("–\($0)→") }
    }
    #expect(events == ["close", "lock", "shut"])
    #expect(lines.last?.contains("    0.003499  r1 #1  ") == true)
  }

  @Test("lets no name steer the terminal")
  func escapes() throws {
    let evil = "\u{1B}[2J\u{9B}31m\r\n\u{202E}x"
    try bench.write(Log.text(machine: "M.\(evil)", [("open", evil, evil)]), to: "evil.jsonl")
    for arguments in [["show"], ["summary"], ["show", "--format", "jsonl"]] {
      let outcome = bench.run(["trace"] + arguments + ["evil.jsonl"], terminal: true)
      let text = outcome.output.replacing(/\u{1B}\[[0-9]*m/, with: "")
      #expect(outcome.status == 0)
      #expect(
        !text.unicodeScalars.contains { ["\u{1B}", "\u{9B}", "\r", "\u{202E}"].contains($0) })
    }
  }

  @Test("follows a growing log past a line that is half written, and one that is begun anew")
  func follower() throws {
    let lines = Log.family.map { RecordEncoder.line($0) }
    let unused = String(repeating: "\n", count: 5000)
    var follower = Follower(path: bench.path("grow.jsonl"), named: "grow.jsonl")
    var found: [Record] = []
    var warnings: [String] = []
    func poll(_ text: String) throws {
      try bench.write(text, to: "grow.jsonl")
      warnings += try follower.poll { found.append($0) }
    }
    try poll(lines[..<3].joined() + unused)
    #expect(found == Array(Log.family[..<3]))
    try poll(lines[..<3].joined() + lines[3].dropLast(9) + unused)
    #expect(found.count == 3)
    try poll(lines[..<5].joined() + unused)
    #expect(found == Array(Log.family[..<5]))
    try poll(lines[..<5].joined() + "{torn\n" + lines[5] + unused)
    #expect(found == Array(Log.family[..<6]) && warnings.count == 1)
    try poll(lines[..<2].joined())
    #expect(found.count == 8)
    #expect(throws: Failure.self) {
      var missing = Follower(path: bench.path("nowhere"), named: "nowhere")
      _ = try missing.poll { _ in }
    }
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
