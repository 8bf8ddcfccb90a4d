import Foundation
import OrreryTrace
import Testing

@testable import OrreryCommandLine

@Suite("orrery trace")
struct TraceTests {
  private let bench: Workbench

  init() throws {
    bench = try Workbench([
      "Sources/Home/Door.swift": Fixture.door,
      "run.jsonl": TraceTests.log([
        ("open", "close", "closed"), ("closed", "lock", "locked"), ("locked", "unlock", "closed"),
      ]),
      "odd.jsonl": TraceTests.log([("open", "close", "closed"), ("closed", "lock", "open")]),
    ])
  }

  private static func log(
    machine: String = "Home.DoorStateMachine", _ steps: [(String, String, String)]
  ) -> String {
    var records: [Record] = [
      .header(Header(run: "r", wall: 1, mono: 1, process: "test", pid: 1)),
      .machine(MachineRecord(machine: machine, style: "mutating")),
      .instance(
        InstanceRecord(phase: .started, machine: machine, instance: 1, state: "open", at: 1)),
    ]
    for (position, step) in steps.enumerated() {
      records.append(
        .step(
          StepRecord(
            seq: UInt64(position + 1), at: UInt64(position + 1) * 1_500_000, machine: machine,
            instance: 1, origin: "input", event: step.1, from: step.0, to: step.2,
            verdict: step.0 == step.2 ? .stayed : .moved)))
    }
    return records.map(RecordEncoder.line).map { $0.hasSuffix("\n") ? $0 : $0 + "\n" }.joined()
  }

  @Test("summary counts steps, states and time")
  func summary() {
    let outcome = bench.run("trace", "summary", "run.jsonl")
    #expect(outcome.status == 0, "\(outcome.messages)")
    #expect(
      outcome.output == """
        Home.DoorStateMachine  1 instance (1 not ended), 3 steps: 3 moved

          from    event   to      verdict  steps  time before: p50     p95     max
          open    close   closed  moved        1            1.4 ms  1.4 ms  1.4 ms
          closed  lock    locked  moved        1            1.5 ms  1.5 ms  1.5 ms
          locked  unlock  closed  moved        1            1.5 ms  1.5 ms  1.5 ms

          state   visits    time     p50     p95     max
          open         1  1.4 ms  1.4 ms  1.4 ms  1.4 ms
          closed       2  1.5 ms  1.5 ms  1.5 ms  1.5 ms
          locked       1  1.5 ms  1.5 ms  1.5 ms  1.5 ms

        1 machine, 3 steps in 4.4 ms

        """)
  }

  @Test("summary shows the most frequent rows of many, and says how to see the others")
  func manyRows() throws {
    let steps = (0..<300).flatMap { [("open", "set", "s\($0)"), ("s\($0)", "reset", "open")] }
    let often = Array(repeating: ("open", "knock", "open"), count: 3)
    try bench.write(Self.log(steps + often), to: "many.jsonl")
    let few = bench.run("trace", "summary", "many.jsonl").output
    #expect(few.split(separator: "\n").count == 1 + (1 + 100 + 1) * 2 + 1)
    #expect(few.contains("  open  knock  open  stayed"))
    #expect(
      few.contains("  the 100 most frequent of 601 different steps; --all shows all of them\n"))
    #expect(few.contains("  the 100 most frequent of 301 states; --all shows all of them\n"))
    let all = bench.run("trace", "summary", "many.jsonl", "--all").output
    #expect(all.split(separator: "\n").count == 1 + 1 + 601 + 1 + 301 + 1)
    let json = bench.run("trace", "summary", "many.jsonl", "--format", "json").output
    #expect(json.contains("\"s299\"") && !json.contains("most frequent"))
    let page = bench.run("trace", "summary", "many.jsonl", "--format", "markdown").output
    #expect(page.contains("\nthe 100 most frequent of 301 states"))
  }

  @Test("summary has forms for pages, programs and pictures")
  func forms() throws {
    let page = bench.run("trace", "summary", "run.jsonl", "--format", "markdown").output
    #expect(page.contains("| open | close | closed | moved | 1 | 1.4 ms | 1.4 ms | 1.4 ms |\n"))
    let json = bench.run("trace", "summary", "run.jsonl", "--format", "json").output
    let root = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    #expect(root?["steps"] as? Int == 3)
    for format in DrawingFormat.allCases.map(\.rawValue) {
      let picture = bench.run(
        "trace", "summary", "run.jsonl", "--diagram", "--format", format, "-o", "all/\(format)")
      #expect(picture.status == 0, "\(format): \(picture.messages)")
      let drawn = try bench.files(in: "all/\(format)")
      #expect(drawn.count == 1)
      guard !["png", "pdf"].contains(format) else { continue }
      #expect(try bench.read("all/\(format)/\(drawn[0])").contains("unlock"), "\(format)")
    }
    let folder = bench.run(
      "trace", "summary", "run.jsonl", "--format", "dot", "--output", "seen")
    #expect(folder.status == 0)
    #expect(try bench.files(in: "seen") == ["Home.DoorStateMachine.dot"])
  }

  @Test("the observed diagram has wider edges where more steps went")
  func widths() throws {
    let steps = (0..<40).map {
      $0 % 2 == 0 ? ("open", "close", "closed") : ("closed", "open", "open")
    }
    try bench.write(Self.log(steps + [("open", "break", "broken")]), to: "often.jsonl")
    let dot = bench.run("trace", "summary", "often.jsonl", "--format", "dot").output
    func width(_ event: String) throws -> Double {
      let edges = dot.split(separator: "\n").filter { $0.contains("->") }
      let edge = try #require(edges.first { $0.contains(event) })
      let match = try #require(edge.firstMatch(of: /penwidth="?([0-9.]+)/))
      return try #require(Double(match.1))
    }
    #expect(try width("close") > width("break"))
  }

  @Test("summary reads several logs as one")
  func several() {
    let outcome = bench.run("trace", "summary", "run.jsonl", "odd.jsonl")
    #expect(outcome.output.contains("2 instances"))
    #expect(outcome.output.contains("1 machine, 5 steps in "))
  }

  @Test("conform gives every edge a verdict, and ends with 0 where no step contradicts")
  func conforms() {
    let outcome = bench.run("trace", "conform", "run.jsonl", "--source", "Sources")
    #expect(outcome.status == 0, "\(outcome.messages)")
    #expect(
      outcome.output == """
        Home.DoorStateMachine  3 steps, fitness 100 %; 3 of 3 declared edges seen (100 %); no step undeclared

          verdict    from    event   guard  to      steps
          confirmed  open    close          closed      1
          confirmed  closed  lock           locked      1
          confirmed  locked  unlock         closed      1

        conforms: every step is declared, fitness 100 %

        """)
  }

  @Test("conform ends with 3 where no step was recorded: nothing is confirmed then")
  func nothingRecorded() throws {
    try bench.write(Self.log([]), to: "empty.jsonl")
    let outcome = bench.run("trace", "conform", "empty.jsonl", "--source", "Sources")
    #expect(outcome.status == 3)
    #expect(outcome.output.hasSuffix("\n\nincomplete: no step was recorded\n"))
    let json = bench.run(
      "trace", "conform", "empty.jsonl", "--source", "Sources", "--format", "json")
    #expect(json.status == 3 && json.output.contains(#""conforms": false"#))
  }

  @Test("conform ends with 3 where a step contradicts, and says which")
  func contradicts() throws {
    let outcome = bench.run("trace", "conform", "odd.jsonl")
    #expect(outcome.status == 3)
    #expect(outcome.output.contains("  never seen  closed  lock           locked      0\n"))
    #expect(outcome.output.contains("  undeclared  closed  lock           open        1\n"))
    #expect(
      outcome.output.contains(
        "  undeclared: closed + input.lock → open (moved), first at step 2; nearest is "
          + "`closed –lock→ locked` (Sources/Home/Door.swift:14)\n"
          + "  diverges: instance 1 first at step 2, closed + input.lock → open (moved)\n"))
    #expect(
      outcome.output.hasSuffix(
        "contradicts: undeclared steps in Home.DoorStateMachine, fitness 50.00 %\n"))
    let json = bench.run("trace", "conform", "odd.jsonl", "--format", "json")
    #expect(json.status == 3)
    let root = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    #expect(root?["conforms"] as? Bool == false)
    #expect(root?["fitness"] as? Double == 0.5)
    let machine = try #require((root?["machines"] as? [[String: Any]])?.first)
    #expect(machine["fitness"] as? Double == 0.5 && machine["divergedInstances"] as? Int == 1)
    let edge = try #require((machine["edges"] as? [[String: Any]])?.last)
    let nearest = try #require(edge["nearest"] as? [Int])
    let edges = try #require(machine["edges"] as? [[String: Any]])
    #expect(nearest.map { edges[$0]["to"] as? String } == ["locked"])
  }

  @Test("conform tells a gap in a recording: where, and what to do")
  func gap() throws {
    let steps = [("open", "close", "closed"), ("locked", "unlock", "closed")]
    try bench.write(Self.log(steps), to: "gap.jsonl")
    let outcome = bench.run("trace", "conform", "gap.jsonl")
    #expect(outcome.status == 3)
    #expect(outcome.output.contains("no step undeclared; 1 gap in the recording\n"))
    #expect(
      outcome.output.contains(
        """
          gap: instance 1: step 1 left it in 'closed', but step 2, locked + input.unlock → closed \
        (moved), begins in 'locked'
          to close it, record each method that writes the state, and each once; copies of a struct \
        need an instance each

        """))
    #expect(
      outcome.output.hasSuffix(
        "incomplete: gaps in the recording of Home.DoorStateMachine, fitness 66.66 %\n"))
    let json = bench.run("trace", "conform", "gap.jsonl", "--format", "json").output
    #expect(json.contains(#""conforms": false"#) && json.contains(#""leftIn": "closed""#))
    let page = bench.run("trace", "conform", "gap.jsonl", "--format", "markdown").output
    #expect(page.contains("- gap&#58; instance 1&#58; step 1 left it in &#39;closed&#39;"))
    let picture = bench.run("trace", "conform", "gap.jsonl", "--format", "mermaid")
    #expect(picture.status == 3)
    #expect(
      picture.messages.contains("warning: Home.DoorStateMachine: 1 gap in the recording"))
  }

  @Test("conform says which steps a log lacks, and in which state no instance starts")
  func lacking() throws {
    let lines = try bench.read("run.jsonl").split(separator: "\n", omittingEmptySubsequences: false)
    let cut = lines.enumerated().filter { $0.offset != 4 }.map(\.element).joined(separator: "\n")
    try bench.write(cut, to: "cut.jsonl")
    let outcome = bench.run("trace", "conform", "cut.jsonl")
    #expect(outcome.status == 3)
    #expect(outcome.output.contains("begins in 'locked'; the log lacks step 2\n"))
    #expect(outcome.output.contains("  to close it, read the log as it was written"))
    for (state, words) in [
      ("ajar", "which is no declared state; give the instance a declared one"),
      ("locked", "but the declaration starts in 'open'; record from the first step on"),
    ] {
      try bench.write(Log.text(start: state, []), to: "start.jsonl")
      let start = bench.run("trace", "conform", "start.jsonl")
      #expect(start.status == 3)
      #expect(start.output.contains("  start: 1 instance starts in '\(state)', \(words)"))
    }
  }

  @Test("conform says first that the runs were of another version")
  func otherVersion() throws {
    let header = Header(run: "r", wall: 1, mono: 1, process: "test", pid: 1)
    let machine = MachineRecord(
      machine: "Home.DoorStateMachine", style: "mutating", states: ["open", "ajar"],
      vocabulary: String(repeating: "a", count: 64), structure: String(repeating: "b", count: 64))
    try bench.write(Log.text([.header(header), .machine(machine)]), to: "old.jsonl")
    let lines = bench.run("trace", "conform", "old.jsonl").output.split(separator: "\n")
    #expect(lines.count > 6)
    #expect(lines[0] == "1 recorded name is not declared")
    #expect(lines[4].hasPrefix("  names differ: the trace was recorded from another version: only"))
    #expect(lines[4].contains("the trace has state ajar"))
    let structure =
      "  structure differs: the trace was recorded from another version (bbbbbbbbbbbb,"
    #expect(lines[5].hasPrefix(structure))
    let json = bench.run("trace", "conform", "old.jsonl", "--format", "json").output
    #expect(json.contains(#""vocabularyMatches": false"#))
    #expect(json.contains(#""structureMatches": false"#))
    let page = bench.run("trace", "conform", "old.jsonl", "--format", "markdown").output
    #expect(page.contains("## Home.DoorStateMachine\n\n- names differ"))
  }

  @Test("conform draws the verdicts")
  func overlay() {
    for format in ["dot", "plantuml", "mermaid"] {
      let good = bench.run("trace", "conform", "run.jsonl", "--format", format)
      let odd = bench.run("trace", "conform", "odd.jsonl", "--format", format)
      #expect(good.status == 0)
      #expect(odd.status == 3)
      #expect(good.output != odd.output)
    }
  }

  @Test("conform compares with a model file as with source")
  func model() {
    _ = bench.run("extract", "--format", "json", "--output", "model.json")
    let outcome = bench.run("trace", "conform", "run.jsonl", "--model", "model.json")
    #expect(outcome.status == 0, "\(outcome.messages)")
    #expect(outcome.output == bench.run("trace", "conform", "run.jsonl").output)
    let both = bench.run("trace", "conform", "run.jsonl", "--model", "m", "--source", "s")
    #expect(both.status == 2)
  }

  @Test("conform ends with 2 where a machine is not declared, and judges the others")
  func unknown() throws {
    try bench.write(TraceTests.log(machine: "Away.DoorStateMachine", []), to: "away.jsonl")
    let outcome = bench.run("trace", "conform", "away.jsonl", "run.jsonl")
    #expect(outcome.status == 2)
    #expect(
      outcome.messages == """
        error: the recorded machine 'Away.DoorStateMachine' is not declared; did you mean \
        'Home.DoorStateMachine'?

        """)
    #expect(outcome.output.contains("3 of 3 declared edges seen (100 %)"))
    #expect(
      outcome.output.hasSuffix(
        "incomplete: no declaration of Away.DoorStateMachine, fitness 100 %\n"))
    let both = bench.run("trace", "conform", "away.jsonl", "odd.jsonl")
    #expect(both.status == 3)
    let only = bench.run(
      "trace", "conform", "away.jsonl", "run.jsonl", "--only", "Home.DoorStateMachine")
    #expect(only.status == 0, "\(only.messages)")
    let coverage = bench.run("trace", "coverage", "away.jsonl", "run.jsonl")
    #expect(coverage.status == 2)
    #expect(coverage.messages.hasPrefix("error: the recorded machine 'Away.DoorStateMachine'"))
    #expect(coverage.output.contains("total  3 of 3 edges covered (100 %)"))
  }

  @Test("conform says before all else which names are not declared, and what is near")
  func strayNames() throws {
    try bench.write(
      Self.log([("open", "clsoe", "closed"), ("closed", "lock", "lokced")]), to: "stray.jsonl")
    let outcome = bench.run("trace", "conform", "stray.jsonl")
    #expect(outcome.status == 3)
    #expect(
      outcome.output.hasPrefix(
        """
        2 recorded names are not declared

          kind   machine                name    nearest
          event  Home.DoorStateMachine  clsoe   close
          state  Home.DoorStateMachine  lokced  locked

        Home.DoorStateMachine  2 steps
        """))
    let json = bench.run("trace", "conform", "stray.jsonl", "--format", "json").output
    let root = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let strays = try #require(root?["strayNames"] as? [[String: Any]])
    #expect(strays.map { $0["kind"] as? String } == ["event", "state"])
    #expect(strays.map { $0["nearest"] as? [String] } == [["close"], ["locked"]])
    let page = bench.run("trace", "conform", "stray.jsonl", "--format", "markdown").output
    #expect(page.contains("\n## 2 recorded names are not declared\n\n| kind | machine |"))
  }

  @Test("warns of a torn line with its place, and reads the rest")
  func torn() throws {
    let whole = try bench.read("run.jsonl")
    try bench.write(String(whole.dropLast(20)), to: "torn.jsonl")
    let outcome = bench.run("trace", "summary", "torn.jsonl")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("2 steps"))
    #expect(outcome.messages.hasPrefix("warning: torn.jsonl: line 6 (byte "))
  }

  @Test("names ten broken lines, and counts the rest")
  func manyTorn() throws {
    let torn = String(repeating: "{torn\n", count: 1234)
    try bench.write(try bench.read("run.jsonl") + torn, to: "torn.jsonl")
    let messages = bench.run("trace", "summary", "torn.jsonl").messages.split(separator: "\n")
    #expect(messages.count == 11)
    #expect(messages.last == "warning: torn.jsonl: 1224 more lines left out")
  }

  @Test("reads what a later version adds to the schema")
  func laterVersion() throws {
    let later = try bench.read("run.jsonl")
      .replacing("orrery.trace/1", with: "orrery.trace/1.4")
      .replacing("\"verdict\"", with: "\"colour\":{\"of\":[1]},\"verdict\"")
    try bench.write(later + #"{"type":"weather","sun":true}"# + "\n", to: "later.jsonl")
    let outcome = bench.run("trace", "summary", "later.jsonl")
    #expect(outcome.status == 0 && outcome.output.contains("3 steps"))
    #expect(outcome.messages.contains("no record has the type 'weather'"))
  }

  @Test("says what JSON lacks that is no trace")
  func noTrace() throws {
    try bench.write("{\"a\":1}\n", to: "a.jsonl")
    let verbs = [
      ["summary"], ["show"], ["export", "--format", "csv"], ["export", "--format", "xes"],
    ]
    for verb in verbs {
      let outcome = bench.run(["trace", verb[0], "a.jsonl"] + verb.dropFirst())
      #expect(outcome.status == 1 && outcome.output == "")
      #expect(
        outcome.messages == """
          error: cannot read 'a.jsonl': no line of it is a trace record; line 1 (byte 0): JSON \
          without 'type', which tells what a record is about

          """)
    }
  }

  @Test("refuses a log of another schema, a file that is no log, and one that is not there")
  func unreadable() throws {
    let text = try bench.read("run.jsonl")
    try bench.write(
      text.replacing("orrery.trace/1", with: "orrery.trace/9"), to: "future.jsonl")
    let future = bench.run("trace", "summary", "future.jsonl")
    #expect(future.status == 1)
    #expect(future.messages.contains("'orrery.trace/9'"))
    for file in ["Sources/Home/Door.swift", "nowhere.jsonl", "Sources"] {
      let outcome = bench.run("trace", "summary", file)
      #expect(outcome.status == 1, "\(file)")
      #expect(outcome.messages.hasPrefix("error: cannot "))
      #expect(outcome.messages.contains(file))
      #expect(outcome.output == "")
    }
  }

  @Test("refuses a model of another schema")
  func badModel() throws {
    try bench.write(#"{"schema": "orrery.model/9"}"#, to: "model.json")
    let outcome = bench.run("trace", "conform", "run.jsonl", "--model", "model.json")
    #expect(outcome.status == 1)
    #expect(outcome.messages.hasPrefix("error: model.json: its schema is 'orrery.model/9'"))
  }
}
