import Foundation
import Testing

@Suite("orrery trace coverage")
struct TraceCoverageTests {
  private let bench: Workbench

  init() throws {
    bench = try Workbench([
      "Sources/Home/Door.swift": Fixture.door, "Sources/Home/Lamp.swift": Fixture.lamp,
      "a.jsonl": Log.text([("open", "close", "closed")]),
      "b.jsonl": Log.text([("open", "close", "closed"), ("closed", "lock", "locked")]),
    ])
  }

  @Test("says which edges were taken, by which trace, and which never")
  func report() {
    let outcome = bench.run("trace", "coverage", "a.jsonl", "b.jsonl", "--only", "DoorStateMachine")
    #expect(outcome.status == 0, "\(outcome.messages)")
    #expect(
      outcome.output == """
        Home.DoorStateMachine  Sources/Home/Door.swift
          edges 2/3 (66 %), pairs 1/3 (33 %), states 3/3 (100 %), events 2/3 (66 %), refusals 0/0 (–)

                       from    event   guard  to      steps  traces            line
          taken        open    close          closed      2  a.jsonl, b.jsonl     7
          taken        closed  lock           locked      1  b.jsonl             14
          never taken  locked  unlock         closed      0                      21
          event never taken: unlock
          pair never taken: closed –lock→ locked –unlock→ closed
          pair never taken: locked –unlock→ closed –lock→ locked

          trace    steps  edges  only here
          a.jsonl      1      1          0
          b.jsonl      2      2          1

        total  2 of 3 edges covered (66 %)

        """)
  }

  @Test("ends with 3 under the threshold, which counts machines that never ran")
  func threshold() throws {
    func status(_ threshold: String, _ more: String...) -> Int32 {
      let arguments = ["trace", "coverage", "b.jsonl", "--threshold", threshold] + more
      return bench.run(arguments).status
    }
    #expect(status("40") == 0)
    #expect(status("41") == 3)
    #expect(status("66", "--only", "DoorStateMachine") == 0)
    #expect(status("34", "--only", "DoorStateMachine", "--criterion", "pairs") == 3)
    #expect(status("101") == 2)
    try bench.write("coverage: 90\n", to: ".orrery.yml")
    let outcome = bench.run("trace", "coverage", "b.jsonl")
    #expect(outcome.status == 3)
    #expect(
      outcome.messages
        == "error: 2 of 5 edges covered (40 %) is under the threshold of 90 %\n")
  }

  @Test("leaves out what is excluded with a reason, and says when a run takes it")
  func exclusions() throws {
    try bench.write(
      """
      coverage:
        threshold: 100
        exclude:
          - {machine: DoorStateMachine, event: unlock, reason: nobody has the key}
          - {machine: LampStateMachine, from: "on", reason: it never fails}
          - {machine: LampStateMachine, from: "off", event: toggle, reason: in the manual}
      """, to: ".orrery.yml")
    let good = bench.run("trace", "coverage", "b.jsonl")
    #expect(good.status == 0, "\(good.messages)")
    #expect(good.output.contains("  excluded  locked  unlock"))
    try bench.write(
      Log.text([
        ("open", "close", "closed"), ("closed", "lock", "locked"), ("locked", "unlock", "closed"),
      ]),
      to: "c.jsonl")
    let reached = bench.run("trace", "coverage", "c.jsonl")
    #expect(
      reached.messages.contains(
        "warning: the exclusion of DoorStateMachine: * –unlock→ * is out of date: a run took it"))
    #expect(reached.output.contains("excluded, taken"))
  }

  @Test(
    "refuses an exclusion without a reason, or that means everything",
    arguments: [
      ("{machine: A, event: b}", "the exclusion has no `reason`"),
      ("{machine: A, event: b, reason: \"  \"}", "the exclusion has no `reason`"),
      ("{machine: A, reason: c}", "the exclusion means a whole machine"),
      ("{event: b, reason: c}", "the exclusion names no machine"),
      ("{machine: A, evnt: b}", "unknown key 'evnt' in 'coverage.exclude'; did you mean 'event'?"),
    ])
  func badExclusions(entry: String, message: String) throws {
    try bench.write("coverage:\n  exclude:\n    - \(entry)\n", to: ".orrery.yml")
    let outcome = bench.run("trace", "coverage", "a.jsonl")
    #expect(outcome.status == 2)
    #expect(outcome.messages.hasPrefix("error: .orrery.yml:3: \(message)"), "\(outcome.messages)")
  }

  @Test("is painted on the diagram")
  func drawings() {
    let picture = bench.run(
      "trace", "coverage", "a.jsonl", "--only", "DoorStateMachine", "--format", "mermaid"
    ).output
    #expect(picture.contains("✓") && picture.contains("○"))
  }

  @Test("has the forms that coverage services take")
  func services() {
    let lcov = bench.run("trace", "coverage", "a.jsonl", "--format", "lcov").output
    #expect(
      lcov.hasPrefix(
        "TN:orrery\nSF:Sources/Home/Door.swift\nBRF:0\nBRH:0\nDA:7,1\nDA:14,0\nDA:21,0\nLF:3\nLH:1\n"
      ))
    let cobertura = bench.run("trace", "coverage", "a.jsonl", "--format", "cobertura").output
    #expect(cobertura.contains("<package name=\"Home\" line-rate=\"0.2000\""))
    #expect(cobertura.contains("<line number=\"7\" hits=\"1\" branch=\"false\"/>"))
    #expect(throws: Never.self) { try XMLDocumentCheck.parse(cobertura) }
  }

  @Test("has a form for programs")
  func json() throws {
    let text = bench.run("trace", "coverage", "a.jsonl", "b.jsonl", "--format", "json").output
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let total = try #require(root["total"] as? [String: [String: Int]])
    #expect(total["edges"] == ["declared": 5, "covered": 2])
    let machine = try #require((root["machines"] as? [[String: Any]])?.first)
    let edges = try #require(machine["edges"] as? [[String: Any]])
    #expect(edges.map { $0["count"] as? Int } == [2, 1, 0])
    #expect(edges.map { $0["traces"] as? [Int] } == [[0, 1], [1], []])
  }

  @Test("refuses a trace of a machine that is not declared, with 2")
  func undeclared() throws {
    try bench.write(Log.text(machine: "Garden.Gate", [("a", "b", "c")]), to: "gate.jsonl")
    let outcome = bench.run("trace", "coverage", "gate.jsonl")
    #expect(outcome.status == 2)
    #expect(outcome.messages.hasPrefix("error: the recorded machine 'Garden.Gate' is not declared"))
  }
}
