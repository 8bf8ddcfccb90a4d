import Foundation
import OrreryTrace
import Testing

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

          from    event   to      verdict  steps
          open    close   closed  moved        1
          closed  lock    locked  moved        1
          locked  unlock  closed  moved        1

          state   visits    time
          open         1  1.4 ms
          closed       2  1.5 ms
          locked       1  1.5 ms

        1 machine, 3 steps in 4.4 ms

        """)
  }

  @Test("summary has forms for pages, programs and pictures")
  func forms() throws {
    let page = bench.run("trace", "summary", "run.jsonl", "--format", "markdown").output
    #expect(page.contains("| open | close | closed | moved | 1 |\n"))
    let json = bench.run("trace", "summary", "run.jsonl", "--format", "json").output
    let root = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    #expect(root?["steps"] as? Int == 3)
    for format in ["dot", "mermaid", "plantuml"] {
      let picture = bench.run("trace", "summary", "run.jsonl", "--format", format)
      #expect(picture.status == 0)
      #expect(picture.output.contains("unlock"))
    }
    let folder = bench.run(
      "trace", "summary", "run.jsonl", "--format", "dot", "--output", "seen")
    #expect(folder.status == 0)
    #expect(try bench.files(in: "seen") == ["Home.DoorStateMachine.dot"])
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
        Home.DoorStateMachine  3 steps; 3 of 3 declared edges seen (100 %); no step undeclared

          verdict    from    event   guard  to      steps
          confirmed  open    close          closed      1
          confirmed  closed  lock           locked      1
          confirmed  locked  unlock         closed      1

        conforms: every step is declared

        """)
  }

  @Test("conform ends with 3 where a step contradicts, and says which")
  func contradicts() throws {
    let outcome = bench.run("trace", "conform", "odd.jsonl")
    #expect(outcome.status == 3)
    #expect(outcome.output.contains("  never seen  closed  lock           locked      0\n"))
    #expect(outcome.output.contains("  undeclared  closed  lock           open        1\n"))
    #expect(
      outcome.output.contains(
        "  undeclared: closed + input.lock → open (moved), first at step 2; declared is "
          + "`closed –lock→ locked`"))
    #expect(
      outcome.output.hasSuffix("contradicts: undeclared steps in Home.DoorStateMachine\n"))
    let json = bench.run("trace", "conform", "odd.jsonl", "--format", "json")
    #expect(json.status == 3)
    let root = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    #expect(root?["conforms"] as? Bool == false)
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

  @Test("conform refuses a machine that is not declared, with 2")
  func unknown() throws {
    try bench.write(TraceTests.log(machine: "Garden.Gate", []), to: "gate.jsonl")
    let outcome = bench.run("trace", "conform", "gate.jsonl")
    #expect(outcome.status == 2)
    #expect(outcome.messages.hasPrefix("error: the recorded machine 'Garden.Gate' is not declared"))
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
