import Foundation
import OrreryGraphviz
import Testing

@Suite("orrery check")
struct CheckTests {
  private let bench: Workbench

  init() throws {
    bench = try Workbench([
      ".orrery.yml": "formats: [plantuml, dot, markdown, csv, text, json]\n",
      "Sources/Home/Door.swift": Fixture.door, "Sources/Home/Lamp.swift": Fixture.lamp,
    ])
    #expect(bench.run("draw").status == 0)
  }

  /// Lets unlocking open the door as well.
  private func changeDoor() throws {
    try bench.write(
      Fixture.door.replacing(".locked: self.state = .closed", with: ".locked: self.state = .open"),
      to: "Sources/Home/Door.swift")
  }

  @Test("ends with 0 where everything matches, and writes nothing")
  func matches() throws {
    let before = try bench.files()
    let outcome = bench.run("check")
    #expect(outcome.status == 0)
    #expect(outcome.output == "")
    #expect(outcome.messages == "13 files up to date with the source\n")
    #expect(try bench.files() == before)
  }

  @Test("does not mind a machine that moved in its file")
  func moved() throws {
    let lines = String(repeating: "\n", count: 120)
    try bench.write(lines + Fixture.door, to: "Sources/Home/Door.swift")
    let outcome = bench.run("check")
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  @Test("says first what the machine does differently, then which files, then line by line")
  func outdated() throws {
    try changeDoor()
    let outcome = bench.run("check")
    #expect(outcome.status == 3)
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines.prefix(4) == [
        "Home.DoorStateMachine",
        "  target of `locked –unlock→ closed` changed from `closed` to `open`  "
          + "Sources/Home/Door.swift:21", "",
        "outdated Diagrams/Home.DoorStateMachine.puml",
      ])
    #expect(outcome.output.contains("\n--- Diagrams/Home.DoorStateMachine.csv\n"))
    #expect(outcome.output.contains("\n@@ -"))
    let edge = ",locked,input,unlock,,"
    #expect(lines.contains { $0.hasPrefix("-") && $0.contains(edge + "closed,move,") })
    #expect(lines.contains { $0.hasPrefix("+") && $0.contains(edge + "open,move,") })
    #expect(outcome.messages == "6 outdated; `orrery draw` with the same options corrects it\n")
    #expect(!outcome.output.contains("LampStateMachine"))
  }

  @Test("finds what is missing and what is stale")
  func missingAndStale() throws {
    try FileManager.default.removeItem(atPath: bench.path("Diagrams/Home.DoorStateMachine.dot"))
    try FileManager.default.removeItem(atPath: bench.path("Sources/Home/Lamp.swift"))
    let outcome = bench.run("check")
    #expect(outcome.status == 3)
    #expect(outcome.output.contains("missing Diagrams/Home.DoorStateMachine.dot\n"))
    #expect(outcome.output.contains("stale Diagrams/Home.LampStateMachine.json\n"))
    #expect(try bench.files(in: "Diagrams").contains("Home.LampStateMachine.json"))
  }

  @Test("finds everything stale where no machine is left")
  func allStale() throws {
    try bench.write("", to: "Sources/Home/Door.swift")
    try bench.write("", to: "Sources/Home/Lamp.swift")
    let outcome = bench.run("check")
    #expect(outcome.status == 3)
    #expect(outcome.messages.hasPrefix("13 stale; "))
  }

  @Test("does not pass where there is nothing to check")
  func nothing() throws {
    try bench.write("let x = 1\n", to: "other/A.swift")
    let outcome = bench.run("check", "other", "--output", "elsewhere")
    #expect(outcome.status == 1)
    #expect(outcome.messages.hasPrefix("error: no state machine in 1 file; "))
  }

  @Test("fails only on what it is told to")
  func failOn() throws {
    try changeDoor()
    #expect(bench.run("check", "--fail-on", "stale", "--fail-on", "missing").status == 0)
    #expect(bench.run("check", "--fail-on", "outdated").status == 3)
    try bench.write(
      "formats: [dot]\ncheck: {failOn: [missing]}\n", to: ".orrery.yml")
    #expect(bench.run("check").status == 0)
    #expect(bench.run("check", "--fail-on", "none").status == 2)
  }

  @Test("annotates a pull request")
  func github() throws {
    try changeDoor()
    let outcome = bench.run("check", "--reporter", "github", "--format", "json")
    let line = outcome.output.split(separator: "\n").first { $0.contains("DoorStateMachine.json") }
    #expect(
      line == """
        ::error file=Diagrams/Home.DoorStateMachine.json,title=Diagram is outdated::\
        Diagrams/Home.DoorStateMachine.json does not show what the source declares; \
        run `orrery draw`%0Atarget of `locked –unlock→ closed` changed from `closed` to `open`
        """)
  }

  @Test("reports as JSON")
  func json() throws {
    try changeDoor()
    let outcome = bench.run("check", "--reporter", "json")
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(root["schema"] as? String == "orrery.check/1")
    let files = try #require(root["files"] as? [[String: Any]])
    #expect(files.count == 6)
    #expect(files.allSatisfy { $0["problem"] as? String == "outdated" })
    #expect((root["changes"] as? [Any])?.count == 1)
  }

  @Test("says what is wrong with a committed model that is none")
  func brokenModel() throws {
    try bench.write("<<<<<<< HEAD\n", to: "Diagrams/Home.DoorStateMachine.json")
    let outcome = bench.run("check")
    #expect(outcome.status == 3)
    #expect(outcome.output.contains("\n-<<<<<<< HEAD\n"))
  }

  @Test(
    "compares the graph that an SVG carries, never its bytes",
    .disabled(if: !Graphviz.isAvailable, "skipped: this build has no Graphviz"))
  func svg() throws {
    #expect(bench.run("draw", "--format", "svg", "--format", "png", "--output", "p").status == 0)
    let file = "p/Home.DoorStateMachine.svg"
    try bench.write(
      bench.read(file).replacing("font-size=", with: "data-size="), to: file)
    try bench.write("not a picture", to: "p/Home.DoorStateMachine.png")
    func check() -> Workbench.Outcome {
      bench.run("check", "--format", "svg", "--format", "png", "--output", "p")
    }
    #expect(check().status == 0)
    try changeDoor()
    #expect(check().status == 3)
    #expect(check().output.contains("outdated p/Home.DoorStateMachine.svg\n"))
    try bench.write("<svg/>", to: file)
    try bench.write(Fixture.door, to: "Sources/Home/Door.swift")
    #expect(check().status == 3)
  }
}
