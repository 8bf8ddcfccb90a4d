import Foundation
import OrreryModelFile
import Testing

@Suite("orrery extract")
struct ExtractTests {
  private let bench: Workbench

  init() throws {
    bench = try Workbench([
      "Sources/Home/Door.swift": Fixture.door, "Sources/Home/Empty.swift": "",
      "Sources/Kitchen/Dial.swift": Fixture.open,
    ])
  }

  @Test("says what was found and what was not resolved")
  func report() {
    let outcome = bench.run("extract")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("Home.DoorStateMachine  mutating  Sources/Home/Door.swift:1\n"))
    #expect(outcome.output.contains("  3 states, 3 events, 9 transitions, 0 unresolved\n"))
    #expect(outcome.output.contains("  ? Sources/Kitchen/Dial.swift:7: "))
    #expect(
      outcome.output.contains("2 machines in 3 files: 5 states, 11 transitions, 1 unresolved"))
    #expect(outcome.messages == "")
  }

  @Test("lists the machines that do most first, each sentence once, and counts the notes")
  func order() throws {
    let bench = try Workbench([
      "Sources/App/A.swift": """
      struct Lamp {
        enum State { case off, on }
        private var state = State.off
        mutating func start() { if state == .off { state = .on } }
      }
      """,
      "Sources/App/B.swift": """
      struct Lift {
        enum State { case low, high, out }
        private var state = State.low
        mutating func rise() { if state == .low { state = .high } }
        mutating func sink() { if state == .high { state = .low } }
        mutating func guess() { state = table[3] }
        mutating func rescue() { state = state == .out ? table[4] : .low }
      }
      enum DoorState { case open, shut }
      struct Doors { var doorState = DoorState.open }
      """,
    ])
    let outcome = bench.run("extract")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    let names = lines.filter { $0.contains("  mutating  ") }.map { $0.prefix { $0 != " " } }
    #expect(names == ["App.Lift", "App.Lamp"])
    #expect(lines.last == "1 note; --verbose shows it")
    #expect(!outcome.output.contains("[no-machine]"))
    let all = bench.run("extract", "--verbose").output
    #expect(all.contains("[no-machine]"))
    #expect(!all.contains("--verbose shows"))
  }

  @Test("prints the published JSON")
  func json() throws {
    let outcome = bench.run("extract", "--format", "json", "Sources")
    let extract = try ModelFile.decode(outcome.output)
    #expect(extract.machines.map(\.id) == ["Home.DoorStateMachine", "Kitchen.DialStateMachine"])
    #expect(outcome.status == 0)
  }

  @Test("gives the same bytes, whatever the order of its arguments")
  func sameBytes() {
    let one = bench.run("extract", "--format", "json", "Sources/Home", "Sources/Kitchen")
    let two = bench.run("extract", "--format", "json", "Sources/Kitchen", "Sources/Home", "Sources")
    #expect(one.output == two.output)
  }

  @Test("writes a file where one is named")
  func output() throws {
    let outcome = bench.run("extract", "--format", "json", "--output", "out/model.json")
    #expect(outcome.output == "")
    #expect(try ModelFile.decode(bench.read("out/model.json")).machines.count == 2)
    #expect(try bench.files(in: "out") == ["model.json"])
  }

  @Test("ends with 4 under --strict where parts are unresolved, and only then")
  func strict() {
    #expect(bench.run("extract", "--strict").status == 4)
    #expect(bench.run("extract", "--strict", "Sources/Home").status == 0)
  }

  @Test("prints what a function is understood as under --dump lowered")
  func dump() {
    let outcome = bench.run(
      "extract", "Sources/Home", "--dump", "lowered", "DoorStateMachine.close")
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("mutating func close()  // Sources/Home/Door.swift:5\nbb0:\n"))
    #expect(outcome.output.contains("  self.state = .closed\n"))
  }

  @Test("names the closest function where --dump means none, and says what --dump wants")
  func dumpOfNothing() {
    let outcome = bench.run("extract", "--dump", "lowered", "DoorStateMachine.colse")
    #expect(outcome.status == 2)
    #expect(
      outcome.messages.contains(
        "there is no function 'DoorStateMachine.colse' in files that may declare a machine; "
          + "did you mean 'DoorStateMachine.close'?"))
    #expect(bench.run("extract", "--dump", "lowered").status == 2)
    #expect(bench.run("extract", "--dump", "syntax", "open").messages.contains("--dump wants"))
    let both = bench.run("extract", "--audit", "--dump", "lowered", "DoorStateMachine.close")
    #expect(both.status == 2)
    #expect(both.messages.contains("leave out --format, --audit, --strict"))
  }

  @Test("says so where there is no machine")
  func nothing() {
    let outcome = bench.run("extract", "Sources/Home/Empty.swift")
    #expect(outcome.status == 0)
    #expect(outcome.output == "no state machine in 1 file\n")
  }

  @Test("reads the good beside the broken, and warns where no machine is in that")
  func broken() throws {
    try bench.write(Fixture.broken, to: "Sources/Home/Broken.swift")
    let report = bench.run("extract")
    #expect(report.status == 0)
    #expect(report.output.contains("Home.DoorStateMachine"))
    #expect(!report.output.contains("Broken.swift"))
    #expect(report.messages.contains("Sources/Home/Broken.swift:"))
    #expect(report.messages.contains(" warning: "))
    let json = bench.run("extract", "--format", "json")
    #expect(json.status == 0)
    #expect(json.messages.contains("Sources/Home/Broken.swift:"))
    #expect(throws: Never.self) { try ModelFile.decode(json.output) }
  }

  @Test("reads the rest where a file is not UTF-8, and warns of it")
  func unread() throws {
    try Data([0x6C, 0xFF]).write(to: URL(filePath: bench.path("Sources/Home/Latin.swift")))
    try FileManager.default.createSymbolicLink(
      atPath: bench.path("Sources/Home/Loop.swift"), withDestinationPath: "Loop.swift")
    let outcome = bench.run("extract", "--format", "json")
    #expect(outcome.status == 0)
    #expect(
      outcome.messages == """
        Sources/Home/Latin.swift:1:1: warning: the file is not UTF-8; convert it, or leave it out with \
        `exclude` in .orrery.yml [encoding]

        """)
    let extract = try ModelFile.decode(outcome.output)
    #expect(extract.machines.count == 2)
    #expect(extract.diagnostics.map(\.id) == ["encoding"])
  }

  @Test("refuses a named file that is no Swift, and warns where a report would be empty")
  func noSwift() throws {
    try bench.write("# Home\n", to: "README.md")
    let outcome = bench.run("extract", "README.md")
    #expect(outcome.status == 2)
    #expect(
      outcome.messages
        == "error: README.md: the name does not end with .swift; name files that do, or their folder\n"
    )
    let empty = bench.run("extract", "--format", "json", "Sources/Home/Empty.swift")
    #expect(empty.status == 0)
    #expect(empty.messages == "warning: no state machine in 1 file\n")
  }

  @Test("is coloured on a terminal unless the user says no")
  func colors() {
    let escape = "\u{1B}["
    #expect(bench.run("extract", terminal: true).output.contains(escape))
    #expect(!bench.run("extract").output.contains(escape))
    #expect(bench.run("extract", "--color", "always").output.contains(escape))
    #expect(!bench.run("extract", "--color", "never", terminal: true).output.contains(escape))
    let plain = bench.run("extract", environment: ["NO_COLOR": "1"], terminal: true)
    #expect(!plain.output.contains(escape))
    #expect(
      bench.run("extract", environment: ["NO_COLOR": ""], terminal: true).output.contains(escape))
  }

  @Test("lets no name of a file steer the terminal")
  func terminal() throws {
    try bench.write(Fixture.lamp, to: "Sources/Home/\u{1B}[2J\u{202E}.swift")
    let outcome = bench.run("extract", "--color", "never", terminal: true)
    #expect(outcome.output.contains("LampStateMachine"))
    #expect(!outcome.output.unicodeScalars.contains("\u{1B}"))
    #expect(!outcome.output.unicodeScalars.contains("\u{202E}"))
  }

  @Test("audits say for each style how much is resolved")
  func styles() {
    let text = bench.run("extract", "--audit").output
    #expect(
      text.contains(
        "\nmutating, enum state: 2 machines, 5 writes 80% resolved, 8 exits 87% resolved\n"))
    let json = bench.run("extract", "--audit", "--format", "json").output
    #expect(json.contains("\"stateKind\": \"enum\""))
  }
}
