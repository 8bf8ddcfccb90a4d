import Foundation
import Testing

@Suite("orrery check of documents")
struct CheckDocsTests {
  private let bench: Workbench

  init() throws {
    bench = try Workbench([
      "Sources/Home/Door.swift": Fixture.door, "Sources/Home/Dial.swift": Fixture.open,
      "README.md": """
      # Home

      <!-- orrery:begin machine=DoorStateMachine format=transitions -->
      <!-- orrery:end -->

      """,
    ])
    #expect(bench.run("docs").status == 0)
  }

  private func changeDoor() throws {
    try bench.write(
      Fixture.door.replacing(".locked: self.state = .closed", with: ".locked: self.state = .open"),
      to: "Sources/Home/Door.swift")
  }

  @Test("passes where they match, without a folder of diagrams")
  func matches() throws {
    let outcome = bench.run("check")
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.messages)")
    #expect(outcome.messages == "1 file up to date with the source\n")
  }

  @Test("does not mind a machine that moved in its file")
  func moved() throws {
    try bench.write("\n\n// Moved.\n\n" + Fixture.door, to: "Sources/Home/Door.swift")
    #expect(bench.run("check").status == 0)
  }

  @Test("says what the machine does differently, from the block alone")
  func outdated() throws {
    try changeDoor()
    let outcome = bench.run("check")
    #expect(outcome.status == 3)
    #expect(
      outcome.output.hasPrefix(
        """
        Home.DoorStateMachine
          target of `locked –unlock→ closed` changed from `closed` to `open`  \
        Sources/Home/Door.swift:21

        outdated README.md:3: DoorStateMachine as transitions

        --- README.md:3
        """))
    #expect(outcome.output.contains("\n-| `locked` | `unlock` |  | `closed` |"))
    #expect(outcome.messages == "1 outdated; `orrery docs` puts it right\n")
  }

  @Test("tells an edit by hand, a block never written, and a machine that is gone")
  func problems() throws {
    let text = try bench.read("README.md")
    try bench.write(text.replacing("| `open` |", with: "| `ajar` |"), to: "README.md")
    #expect(bench.run("check").output.hasPrefix("edited README.md:3: "))
    let fresh = "<!-- orrery:begin machine=DoorStateMachine -->\n<!-- orrery:end -->\n"
    try bench.write(fresh, to: "README.md")
    #expect(bench.run("check").output.hasPrefix("missing README.md:1: "))
    try bench.write(text, to: "README.md")
    try FileManager.default.removeItem(atPath: bench.path("Sources/Home/Door.swift"))
    let gone = bench.run("check")
    #expect(gone.status == 3)
    #expect(gone.output.hasPrefix("stale README.md:3: DoorStateMachine as transitions\n"))
    #expect(gone.messages == "1 stale; removing the block puts it right\n")
  }

  @Test("annotates the line of Swift")
  func github() throws {
    try changeDoor()
    let lines = bench.run("check", "--reporter", "github").output.split(separator: "\n")
    #expect(
      lines.first == """
        ::error file=Sources/Home/Door.swift,line=21,title=Home.DoorStateMachine changed::\
        target of `locked –unlock→ closed` changed from `closed` to `open`
        """)
    #expect(
      lines.last?.hasPrefix("::error file=README.md,line=3,title=Diagram is outdated::") == true)
  }

  @Test("reports as SARIF: each result of a declared rule, with a place and a fingerprint")
  func sarif() throws {
    try changeDoor()
    let text = bench.run("check", "--reporter", "sarif").output
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(root["version"] as? String == "2.1.0")
    let run = try #require((root["runs"] as? [[String: Any]])?.first)
    let driver = (run["tool"] as? [String: Any])?["driver"] as? [String: Any]
    let rules = (driver?["rules"] as? [[String: Any]])?.compactMap { $0["id"] as? String } ?? []
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.count == 2)
    for result in results {
      #expect(rules.contains(result["ruleId"] as? String ?? ""))
      #expect((result["partialFingerprints"] as? [String: String])?["orrery/v1"]?.count == 32)
      #expect((result["locations"] as? [Any])?.count == 1)
    }
    try bench.write("\n\n\n", to: "Sources/Home/Other.swift")
    #expect(bench.run("check", "--reporter", "sarif").output == text)
  }

  @Test("reports as JUnit, well-formed whatever the names are")
  func junit() throws {
    try changeDoor()
    let text = bench.run("check", "--reporter", "junit").output
    #expect(text.contains("<testsuites tests=\"1\" failures=\"1\">"))
    #expect(text.contains("<testcase classname=\"orrery.outdated\" name=\"README.md:3\">"))
    #expect(text.contains("target of `locked –unlock→ closed` changed"))
    #expect(XMLText.isWellFormed(text))
    try bench.write(Fixture.door, to: "Sources/Home/Door.swift")
    let fine = bench.run("check", "--reporter", "junit").output
    #expect(fine.contains("failures=\"0\""))
    #expect(XMLText.isWellFormed(fine))
  }

  @Test("accepts the unresolved parts of a baseline, and no new ones")
  func baseline() throws {
    #expect(bench.run("extract", "--write-baseline", "baseline.json").status == 0)
    #expect(bench.run("check", "--baseline", "baseline.json").status == 0)
    try bench.write("\n\n" + Fixture.open, to: "Sources/Home/Dial.swift")
    #expect(bench.run("check", "--baseline", "baseline.json").status == 0)
    let second = Fixture.open.replacing("Dial", with: "Knob")
    try bench.write(second, to: "Sources/Home/Knob.swift")
    let outcome = bench.run("check", "--baseline", "baseline.json")
    #expect(outcome.status == 4)
    #expect(outcome.output.hasPrefix("unresolved Sources/Home/Knob.swift:7: the next state"))
    #expect(bench.run("check", "--baseline", "README.md").status == 2)
  }

  @Test("says once what is not resolved of several events") func sharedReason() throws {
    #expect(bench.run("extract", "--write-baseline", "baseline.json").status == 0)
    let knob = """
      struct Knob {
        enum State { case low, high }
        private var state = State.low
        mutating func turn(to target: State) { set(target) }
        mutating func spin(to target: State) { set(target) }
        private mutating func set(_ target: State) { state = target }
        mutating func reset() { if state == .high { state = .low } }
      }
      """
    try bench.write(knob, to: "Sources/Home/Knob.swift")
    let outcome = bench.run("check", "--baseline", "baseline.json")
    #expect(outcome.status == 4)
    let lines = outcome.output.split(separator: "\n").filter { $0.hasPrefix("unresolved ") }
    #expect(lines.count == 1)
    #expect(
      lines.first?.hasPrefix(
        "unresolved Sources/Home/Knob.swift:6: the next state after spin and turn in low, high is")
        ?? false)
    let told = bench.run("extract").output.split(separator: "\n")
    #expect(told.count { $0.contains("after spin and turn in low, high") } == 1)
  }

  @Test("writes nothing, and works on a tree that nobody may write to")
  func readOnly() throws {
    try changeDoor()
    let before = try bench.files().map { try bench.read($0) }
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: bench.folder)
    #expect(bench.run("check").status == 3)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: bench.folder)
    #expect(try bench.files().map { try bench.read($0) } == before)
  }
}

/// A look at XML that needs no parser of the system: tags match, and nothing else opens one.
enum XMLText {
  static func isWellFormed(_ text: String) -> Bool {
    var open: [Substring] = []
    for piece in text.split(separator: "<").dropFirst() {
      guard let end = piece.firstIndex(of: ">") else { return false }
      let tag = piece[..<end]
      if piece[end...].dropFirst().contains(">") { return false }
      let name = tag.split(separator: " ").first ?? ""
      if tag.hasPrefix("/") {
        guard open.popLast() == tag.dropFirst() else { return false }
      } else if !tag.hasSuffix("/") {
        open.append(name)
      }
    }
    return open.isEmpty
  }
}
