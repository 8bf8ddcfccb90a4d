import Foundation
import Testing

/// A lamp that nothing dims.
private let lamp = """
  struct Lamp {
    enum Light { case on, off, dimmed }
    private var light = Light.on
    mutating func toggle() {
      switch light {
      case .on: light = .off
      case .off, .dimmed: light = .on
      }
    }
  }

  """

@Suite("orrery lint")
struct LintTests {
  private let bench: Workbench

  init() throws {
    bench = try Workbench([
      "Sources/Home/Lamp.swift": lamp, "Sources/Home/Door.swift": Fixture.door,
    ])
  }

  private func configure(_ text: String) throws { try bench.write(text, to: ".orrery.yml") }

  @Test("says what is wrong, where, and the next step, as a compiler does")
  func text() {
    let outcome = bench.run("lint", "Sources")
    #expect(outcome.status == 0)
    #expect(
      outcome.output == """
        Sources/Home/Lamp.swift:2:30: warning: no way leads from `on` to `dimmed` of Lamp \
        [unreachable-state]
          → add the transition that enters it, or remove the case

        """)
    #expect(
      outcome.messages
        == "1 warning in 1 file of 2; `orrery lint --explain RULE` says why\n")
  }

  @Test("ends with 3 for an error, and for a warning where it is strict")
  func status() throws {
    let strict = bench.run("lint", "--strict")
    #expect(strict.status == 3)
    #expect(strict.output.contains(" error: no way leads"))
    try configure("lint: {strict: true}\n")
    #expect(bench.run("lint").status == 3)
    try configure("lint: {severity: {unreachable-state: error}}\n")
    let outcome = bench.run("lint")
    #expect(outcome.status == 3)
    #expect(outcome.output.contains(" error: no way leads"))
  }

  @Test("says that it found nothing")
  func nothing() throws {
    let outcome = bench.run("lint", "Sources/Home/Door.swift", "--strict")
    #expect(outcome.status == 0)
    #expect(outcome.output == "")
    #expect(outcome.messages == "nothing found in 1 file\n")
  }

  @Test("runs the rules that are asked for")
  func rules() throws {
    #expect(bench.run("lint", "--disable", "unreachable-state").output == "")
    #expect(bench.run("lint", "--rule", "unused-disable").output == "")
    try configure("lint: {disable: [unreachable-state]}\n")
    #expect(bench.run("lint").output == "")
    #expect(bench.run("lint", "--enable", "unreachable-state").output != "")
  }

  @Test("annotates a pull request")
  func github() {
    let outcome = bench.run("lint", "--reporter", "github")
    #expect(
      outcome.output == """
        ::warning file=Sources/Home/Lamp.swift,line=2,title=unreachable-state::no way leads from \
        `on` to `dimmed` of Lamp; add the transition that enters it, or remove the case

        """)
  }

  @Test("reports as JSON, with the machine, the state and the event")
  func json() throws {
    let outcome = bench.run("lint", "--reporter", "json")
    let root = try #require(
      JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(root["schema"] as? String == "orrery.lint/1")
    let finding = try #require((root["findings"] as? [[String: Any]])?.first)
    #expect(finding["rule"] as? String == "unreachable-state")
    #expect(finding["machine"] as? String == "Home.Lamp")
    #expect(finding["state"] as? String == "dimmed")
    #expect(finding["event"] is NSNull)
    #expect(finding["line"] as? Int == 2)
  }

  @Test("lists the rules, and marks those that run")
  func list() {
    let outcome = bench.run("lint", "--list", "--disable", "unreachable-state")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("  ○ unreachable-state "))
    #expect(outcome.output.contains("  ● unused-disable "))
  }

  @Test("prints the page of a rule")
  func explain() {
    let outcome = bench.run("lint", "--explain", "unreachable-state")
    #expect(outcome.output.hasPrefix("# unreachable-state\n"))
    let missing = bench.run("lint", "--explain", "unreachable-sate")
    #expect(missing.status == 2)
    #expect(
      missing.messages
        == "error: no rule is called 'unreachable-sate'; did you mean 'unreachable-state'?\n")
  }

  @Test(
    "refuses settings of what there is not",
    arguments: [
      ("lint: {enable: [unreachable-sate]}\n", "no rule is called 'unreachable-sate'"),
      ("lint: {severity: {unreachable-state: fatal}}\n", "'fatal' is none of"),
      ("lint: {thresholds: {unreachable-state: {lines: 3}}}\n", "unknown key 'lines'"),
      ("lint: {rules: []}\n", "unknown key 'rules'"),
    ])
  func wrongSettings(text: String, message: String) throws {
    try configure(text)
    let outcome = bench.run("lint")
    #expect(outcome.status == 2)
    #expect(outcome.messages.hasPrefix("error: .orrery.yml:1: \(message)"), "\(outcome.messages)")
  }

  @Test("accepts what a baseline holds, wherever it moved to, and reports what is new")
  func baseline() throws {
    #expect(bench.run("lint", "--write-baseline", "lint.json", "--strict").status == 0)
    try bench.write("\n\n" + lamp, to: "Sources/Home/Lamp.swift")
    let accepted = bench.run("lint", "--baseline", "lint.json", "--strict")
    #expect(accepted.status == 0, "\(accepted.output)")
    try bench.write(
      lamp.replacing("off, dimmed", with: "off, dimmed, broken")
        .replacing(".off, .dimmed", with: ".off, .dimmed, .broken"),
      to: "Sources/Home/Lamp.swift")
    try configure("lint: {baseline: lint.json}\n")
    let new = bench.run("lint", "--strict")
    #expect(new.status == 3)
    #expect(new.output.contains("to `broken`"))
    #expect(!new.output.contains("to `dimmed`"))
    #expect(bench.run("lint", "--baseline", ".orrery.yml").status == 2)
    // Two entries for one finding, with more than there can be.
    let entry = #"{"rule": "a", "file": "b", "message": "c", "count": 9223372036854775807}"#
    try bench.write(
      #"{"schema": "orrery.lint-baseline/1", "accepted": [\#(entry), \#(entry)]}"#, to: "huge.json")
    #expect(bench.run("lint", "--baseline", "huge.json").status == 0)
  }

  @Test("mends what is certain, and reports the rest")
  func fix() throws {
    let comment = "// orrery:disable:next unreachable-state the door is new\n"
    try bench.write(comment + Fixture.door, to: "Sources/Home/Door.swift")
    let outcome = bench.run("lint", "--fix")
    #expect(try bench.read("Sources/Home/Door.swift") == Fixture.door)
    try bench.write("\u{FEFF}" + comment + Fixture.door, to: "Sources/Home/Door.swift")
    #expect(bench.run("lint", "--fix").status == 0)
    let bytes = try Data(contentsOf: URL(filePath: bench.path("Sources/Home/Door.swift")))
    #expect(bytes == Data("\u{FEFF}\(Fixture.door)".utf8), "a byte order mark stays")
    #expect(outcome.messages.contains("1 finding mended\n"))
    #expect(outcome.output.contains("unreachable-state"))
    #expect(!outcome.output.contains("unused-disable"))
    #expect(bench.run("lint", "--fix", "--write-baseline", "a.json").status == 2)
  }

  @Test("says nothing of a machine of which a part may be missing")
  func torn() throws {
    try bench.write(lamp + Fixture.broken, to: "Sources/Home/Lamp.swift")
    let outcome = bench.run("lint")
    #expect(outcome.status == 1)
    #expect(!outcome.output.contains("unreachable-state"))
  }
}

@Suite("--layer lint")
struct LintLayerTests {
  private let bench: Workbench

  init() throws { bench = try Workbench(["Sources/Home/Lamp.swift": lamp]) }

  @Test(
    "marks the state in the picture and tells the remark beside it",
    arguments: ["dot", "plantuml", "mermaid", "text"])
  func pictures(format: String) throws {
    #expect(bench.run("draw", "--format", format, "--layer", "lint").status == 0)
    let file = try #require(try bench.files(in: "Diagrams").first { $0.hasPrefix("Home.Lamp.") })
    let text = try bench.read("Diagrams/\(file)")
    #expect(text.contains("⚑1"))
    // Mermaid has dashes and backticks as entities.
    #expect(text.contains("no way leads from"))
    // Without the layer nothing of it is there.
    #expect(bench.run("draw", "--format", format).status == 0)
    #expect(!(try bench.read("Diagrams/\(file)").contains("⚑")))
  }

  @Test("gives the page of the machine a table of remarks, and check compares it")
  func page() throws {
    try bench.write(
      "docs: {pages: Machines}\nlook: {layers: [lint]}\n", to: ".orrery.yml")
    #expect(bench.run("docs").status == 0)
    let page = try bench.read("Machines/Home.Lamp.md")
    #expect(page.contains("## Remarks\n"))
    #expect(page.contains("| 1 | `unreachable-state` | `dimmed` | no way leads from"))
    #expect(bench.run("check").status == 0)
    try bench.write("docs: {pages: Machines}\n", to: ".orrery.yml")
    #expect(bench.run("check").status == 3)
  }

  @Test("is in the model as JSON")
  func model() throws {
    #expect(bench.run("draw", "--format", "json", "--layer", "lint").status == 0)
    let text = try bench.read("Diagrams/Home.Lamp.json")
    #expect(text.contains("\"remarks\""))
    #expect(text.contains("\"rule\": \"unreachable-state\""))
  }
}
