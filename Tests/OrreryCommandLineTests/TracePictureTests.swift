import Foundation
import OrreryOracles
import OrreryTrace
import Testing

@Suite("orrery trace sequence and timeline")
struct TracePictureTests {
  private let bench: Workbench

  private static let hostile = [
    "end note", "a: b; c", "<script>", "%%x", "\"q\"", "@enduml", "line\nbreak", "\u{1B}[31m",
    "#1;", "]",
    "->>", "{", "", "\u{202E}x", "'comment", "!include /etc/passwd", "loop", "alt",
  ]

  init() throws {
    bench = try Workbench([
      "run.jsonl": Log.text(Log.family),
      "hostile.jsonl": Log.text(
        machine: "M.x \"y\"; end", start: "a", Self.hostile.map { ("a" + $0, $0, "b" + $0) }),
    ])
  }

  private func sequence(_ more: String...) -> String {
    let outcome = bench.run(["trace", "sequence"] + more)
    #expect(outcome.status == 0, "\(outcome.messages)")
    return outcome.output
  }

  @Test("A sequence tells who sends what: from outside, parents to children, effects back")
  func lines() {
    #expect(
      sequence("run.jsonl") == """
        sequenceDiagram
          actor p2 as outside
          participant p0 as Shop.Shop#91;1#93;
          participant p1 as Shop.Cart#91;2#93;
          participant p3 as .fetch
          participant p4 as .log
          participant p5 as .show
          Note over p0: idle
          p0->>p1: starts
          Note over p1: empty
          p2->>p0: open
          Note over p0: loading
          p0->>p3: start #35;1
          p0->>p4: start #35;2
          p2->>p1: add
          Note over p1: filled
          p4--xp0: failed #35;2#58; full
          p3-->>p0: fetched
          Note over p0: open
          p0->>p5: start #35;3
          p2->>p1: add
          Note over p1: rejected in filled
          p5-->>p0: shown
          p5--xp0: cancelled #35;3#58; closed
          Note over p1: ended

        """)
  }

  @Test("A sequence stops at its limit, and says so")
  func limit() {
    let text = sequence("run.jsonl", "--limit", "2", "--format", "plantuml")
    #expect(text.contains("caption 3 more steps not shown"))
    #expect(text.contains(" : add\n") && !text.contains(" : fetched\n"))
    #expect(bench.run("trace", "sequence", "run.jsonl", "--limit", "0").status == 2)
  }

  @Test(
    "PlantUML reads every sequence, whatever the names",
    .enabled(if: PlantUMLOracle.isEnabled, "\(PlantUMLOracle.reason)"))
  func plantUML() throws {
    let diagrams = ["run.jsonl", "hostile.jsonl"].map { sequence($0, "--format", "plantuml") }
    let errors = try PlantUMLOracle.errors(in: diagrams, kind: "SEQUENCE")
    #expect(errors == [nil, nil])
    let texts = try PlantUMLOracle.texts(of: diagrams[0])
    #expect(
      texts.contains { $0.contains("Shop.Cart[2]") } && texts.contains { $0.contains("fetched") })
  }

  @Test(
    "Mermaid reads every sequence, whatever the names",
    .enabled(if: MermaidOracle.isEnabled, "\(MermaidOracle.reason)"))
  func mermaid() throws {
    let readings = try MermaidOracle.read([sequence("run.jsonl"), sequence("hostile.jsonl")])
    #expect(readings.map(\.error) == [nil, nil])
    #expect(
      readings[0].edges.map(\.label) == [
        "starts", "open", "start #1", "start #2", "add", "failed #2: full", "fetched", "start #3",
        "add", "shown", "cancelled #3: closed",
      ])
    #expect(readings[1].edges.count == Self.hostile.count)
  }

  @Test("A timeline has a band for each stay, as wide as it was long, and marks what was rejected")
  func timeline() throws {
    let svg = bench.run("trace", "timeline", "run.jsonl").output
    let elements = try XMLDocumentCheck.parse(svg).elements
    let bands = elements.filter { $0.name == "rect" && $0.attributes["height"] == "18" }
    // 4 µs on 960 pixels.
    #expect(bands.map { $0.attributes["x"] } == ["232.0", "472.0", "736.0", "352.0", "592.0"])
    #expect(bands.map { $0.attributes["width"] } == ["240.0", "264.0", "456.0", "240.0", "600.0"])
    #expect(elements.count { $0.name == "path" } == 1)
    for state in ["idle", "loading", "open", "empty", "filled"] {
      #expect(svg.contains("<title>\(state), "))
    }
    #expect(svg == bench.run("trace", "timeline", "run.jsonl").output)
  }

  @Test("A timeline for Perfetto is what export writes")
  func perfetto() {
    let timeline = bench.run("trace", "timeline", "run.jsonl", "--format", "chrome").output
    #expect(timeline.contains("traceEvents"))
    #expect(timeline == bench.run("trace", "export", "run.jsonl", "--format", "chrome").output)
  }

  @Test("A timeline of hostile names, of one moment and of nothing to show is a picture, too")
  func odd() throws {
    try bench.write(Log.text(Array(Log.family[..<3])), to: "moment.jsonl")
    let nothing = Log.family.filter { if case .header = $0 { true } else { false } }
    try bench.write(Log.text(nothing), to: "nothing.jsonl")
    for arguments in [["hostile.jsonl"], ["moment.jsonl"], ["nothing.jsonl"]] {
      let outcome = bench.run(["trace", "timeline"] + arguments)
      #expect(outcome.status == 0, "\(arguments) \(outcome.messages)")
      #expect(throws: Never.self) { try XMLDocumentCheck.parse(outcome.output) }
    }
  }
}
