import Foundation
import OrreryGraphviz
import OrreryTraceAnalysis
import Testing

@testable import OrreryCommandLine

@Suite("The configuration")
struct ConfigurationTests {
  private func read(_ text: String) throws(Failure) -> Configuration {
    try ConfigurationReader(file: ".orrery.yml").read(text)
  }

  private func failure(_ text: String) -> Failure? {
    do {
      _ = try read(text)
      return nil
    } catch {
      return error
    }
  }

  @Test("is read with all its keys")
  func all() throws {
    let configuration = try read(
      """
      sources: [Sources, Samples]
      exclude: ["**/Generated"]
      tests: true
      modules: {App: [App/Sources, App/Shared]}
      conditions: [DEBUG]
      output: Output
      formats: [svg, markdown, json]
      look: {theme: dark, legend: true, links: ../, engine: [dot, sfdp]}
      machines:
        Shop.Search:
          project: [isLoading, alert]
          initial: idle
          name: Search
        Other: {skip: true}
      docs: [README.md]
      coverage: 80
      check:
        failOn: [missing, outdated]
      diff:
        allow: [state `x` added]
      """)
    #expect(configuration.sources == ["Sources", "Samples"])
    #expect(configuration.exclude == ["**/Generated"])
    #expect(configuration.output == "Output")
    #expect(configuration.formats == [.picture(.svg), .text(.markdown), .model])
    #expect(
      configuration.look
        == .init(theme: .dark, legend: true, links: "../", engines: [.dot, .sfdp]))
    #expect(configuration.tests)
    #expect(
      configuration.modules == [
        .init(module: "App", folder: "App/Sources"), .init(module: "App", folder: "App/Shared"),
      ])
    #expect(configuration.machines.map(\.id) == ["Shop.Search", "Other"])
    #expect(configuration.machines[0].project == ["isLoading", "alert"])
    #expect(configuration.machines[0].initial == "idle")
    #expect(configuration.machines[0].name == "Search")
    #expect(configuration.machines[1].skip)
    #expect(configuration.failOn == [.missing, .outdated])
    #expect(configuration.coverage == 80)
    #expect(configuration.withoutEffect == ["conditions"])
  }

  @Test("may be empty", arguments: ["", "# nothing\n", "sources:\nmachines:\n"])
  func empty(text: String) throws {
    #expect(try read(text) == Configuration())
  }

  @Test(
    "is refused with the line of what is wrong",
    arguments: [
      ("output: a\nsorces: [a]", ":2", "unknown key 'sorces'; did you mean 'sources'?"),
      ("check:\n  fail: [a]", ":2", "unknown key 'fail' in 'check'; the keys are failOn, baseline"),
      (
        "machines:\n  A:\n    initail: b", ":3",
        "unknown key 'initail' in 'machines.A'; did you mean 'initial'?"
      ),
      ("sources: Sources", ":1", "'sources' must be a list, such as [a, b]; correct the value"),
      ("sources:\n  - 3", ":2", "'sources' must be a text; correct the value"),
      ("output: [a]", ":1", "'output' must be a text; correct the value"),
      ("machines: [a]", ":1", "'machines' must be a mapping of keys to values; correct the value"),
      (
        "machines:\n  A: {skip: maybe}", ":2",
        "'machines.A.skip' must be true or false; correct the value"
      ),
      ("coverage: 101", ":1", "'coverage' must be a number from 0 to 100; correct the value"),
      (
        "\nformats: [svg, mermiad]", ":2", "'mermiad' is none of 'formats'; did you mean 'mermaid'?"
      ),
      ("look: {theme: drak}", ":1", "'drak' is none of 'look.theme'; did you mean 'dark'?"),
      ("look: {ledgend: true}", ":1", "unknown key 'ledgend' in 'look'; did you mean 'legend'?"),
      ("- a", ":1", "the file must be a mapping of keys to values; correct the value"),
    ])
  func wrong(text: String, line: String, message: String) {
    let failure = failure(text)
    #expect(failure?.status == .usage)
    #expect(failure?.line.text(colored: false) == "error: .orrery.yml\(line): \(message)")
  }

  @Test(
    "is refused where it is not YAML", arguments: ["a: [", "\tx: 1", "sources: [a]\nsources: [b]"])
  func syntax(text: String) {
    let failure = failure(text)
    #expect(failure?.status == .usage)
    #expect(failure?.place?.hasPrefix(".orrery.yml:") == true)
  }

  @Test("is found upward, and its paths start where it lies")
  func upward() throws {
    let bench = try Workbench([
      ".orrery.yml": "sources: [Sources/Home]\noutput: Output\nformats: [plantuml]\n",
      "Sources/Home/Door.swift": Fixture.door, "Sources/Kitchen/Lamp.swift": Fixture.lamp,
      "deep/down/x.txt": "",
    ])
    let outcome = bench.run("draw", in: "deep/down")
    #expect(outcome.status == 0, "\(outcome.messages)")
    #expect(try bench.files(in: "Output") == ["Home.DoorStateMachine.puml", "README.md"])
    #expect(bench.run("check").status == 0)
    #expect(bench.run("extract", in: "deep").output.contains("  Sources/Home/Door.swift:1\n"))
  }

  @Test("ends a run with 2 where it is wrong")
  func status() throws {
    let bench = try Workbench([".orrery.yml": "sourcs: []", "A.swift": Fixture.door])
    let outcome = bench.run("extract")
    #expect(outcome.status == 2)
    #expect(
      outcome.messages == "error: .orrery.yml:1: unknown key 'sourcs'; did you mean 'sources'?\n")
  }

  @Test("renames and skips machines, sets initial states, and says what has no effect")
  func machines() throws {
    let bench = try Workbench([
      ".orrery.yml": """
      conditions: [DEBUG]
      machines:
        LampStateMachine: {skip: true}
        Home.DoorStateMachine: {name: Front door, initial: closed}
      """,
      "Sources/Home/Door.swift": Fixture.door, "Sources/Home/Lamp.swift": Fixture.lamp,
    ])
    let outcome = bench.run("extract", "--format", "json")
    #expect(!outcome.output.contains("LampStateMachine"))
    #expect(outcome.output.contains("\"name\": \"Front door\""))
    #expect(outcome.output.contains("\"initial\": \"closed\""))
    #expect(
      outcome.messages == """
        warning: .orrery.yml: 'conditions' is read, but no verb of this version uses it

        """)
    #expect(bench.run("extract", "--quiet").messages == "")
  }
}

@Suite("The page of the configuration")
struct ConfigurationPageTests {
  private static let page = URL(filePath: #filePath)
    .appending(path: "../../../Sources/Orrery/Orrery.docc/Configuration.md").standardized

  @Test("ends with the table of all keys; ORRERY_RECORD=1 writes it")
  func table() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let head = try #require(text.firstRange(of: "made from the schema.\n\n")?.upperBound)
    let table = try Workbench().run("init", "--format", "markdown").output
    #expect(table.contains("| `look.theme` | `automatic`, `light`, `dark`"))
    #expect(table.contains("| `machines.NAME.project` | list |"))
    #expect(table.contains("| `coverage.exclude.[].reason` | text |"))
    if ProcessInfo.processInfo.environment["ORRERY_RECORD"] != nil {
      try (text[..<head] + table).write(to: Self.page, atomically: true, encoding: .utf8)
    } else {
      #expect(text[head...] == table[...])
    }
  }

  @Test("shows an example that is read")
  func example() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let start = try #require(text.firstRange(of: "```yaml\n")?.upperBound)
    let end = try #require(text[start...].firstRange(of: "```")?.lowerBound)
    let configuration = try ConfigurationReader(file: "x").read(String(text[start..<end]))
    #expect(configuration.machines.map(\.id) == ["Shop.Login", "Shop.Search"])
  }
}

@Suite("The name of a machine")
struct MachineNameTests {
  private func names(_ before: String) throws -> String {
    let bench = try Workbench([
      ".orrery.yml": "machines:\n  Home.DoorStateMachine: {name: Front door}\n",
      "Sources/Home/Door.swift": before + Fixture.door,
    ])
    return bench.run("extract", "--format", "json").output
  }

  @Test("is what the configuration says, unless a hint says it, be it the name of the type")
  func precedence() throws {
    #expect(try names("").contains("\"name\": \"Front door\""))
    let hinted = try names("/// - Orrery: name DoorStateMachine\n")
    #expect(!hinted.contains("Front door"))
    #expect(hinted.contains("\"name\": \"DoorStateMachine\""))
  }
}

@Suite("Suggestions")
struct SuggestionTests {
  @Test(
    "count the characters to insert, delete, replace or exchange",
    arguments: [
      ("", "", 0), ("abc", "", 3), ("kitten", "sitting", 3), ("flaw", "lawn", 2),
      ("drak", "dark", 1), ("ba", "abc", 2),
    ])
  func distance(lhs: String, rhs: String, distance: Int) {
    #expect(NearNames.distance(lhs, rhs) == distance)
    #expect(NearNames.distance(rhs, lhs) == distance)
  }

  @Test("are given only for slips")
  func closest() {
    #expect(Suggestion.closest(to: "sorces", in: ["output", "sources"]) == "sources")
    #expect(Suggestion.closest(to: "quite else", in: ["output", "sources"]) == nil)
  }
}
