import Testing

@testable import OrreryCommandLine
@testable import OrreryModel

@Suite("A block in its document") struct DocsPlaceTests {
  private func bench(_ document: String) throws -> Workbench {
    let bench = try Workbench(["Sources/Home/Door.swift": Fixture.door, "README.md": document])
    #expect(bench.run("docs").status == 0)
    return bench
  }

  private func block(_ format: String) -> String {
    "<!-- orrery:begin machine=DoorStateMachine format=\(format) -->\n<!-- orrery:end -->\n"
  }

  @Test(
    "has headings one level below the one that it stands under",
    arguments: [
      ("", "## Transitions"), ("# Home\n\n", "## Transitions"),
      ("# Home\n\n### Door\n\n", "#### Transitions"),
      ("# Home\n\n```\n### No heading\n```\n\n", "## Transitions"),
    ])
  func headings(above: String, heading: String) throws {
    let text = try bench(above + block("transitions")).read("README.md")
    #expect(text.contains("\n\(heading)\n"))
  }

  @Test("never has a heading below the sixth level, and changes no line of code")
  func deepest() {
    let headings = MarkdownHeadings(below: 6, first: 1)
    #expect(
      headings.moved(["# A", "```", "# no heading", "```", "text"])
        == ["###### A", "```", "# no heading", "```", "text"])
  }

  @Test("tells the facts of its machine once a document")
  func facts() throws {
    let bench = try bench("# Home\n\n" + block("states") + "\n" + block("transitions"))
    let text = try bench.read("README.md")
    #expect(text.components(separatedBy: "<!-- orrery:facts").count == 2)
    #expect(bench.run("check").status == 0)
    try bench.write(
      Fixture.door.replacing(".locked: self.state = .closed", with: ".locked: self.state = .open"),
      to: "Sources/Home/Door.swift")
    let outcome = bench.run("check")
    #expect(outcome.status == 3)
    #expect(outcome.output.contains("target of `locked –unlock→ closed` changed"))
  }

  @Test("tells all of a machine that a difference is told by")
  func whole() throws {
    var machine = Machine(
      id: "App.M", name: "M", style: .composable,
      location: SourceLocation(file: "M.swift", line: 1), stateKind: .struct)
    machine.states = [
      State("a=false", isInitial: true), State("a=true", isFinal: true), State("b=nil"),
      State("b=some", isStable: false),
    ]
    machine.regions = [
      Region(name: "a", states: ["a=false", "a=true"], initial: nil),
      Region(name: "b", states: ["b=nil", "b=some"], initial: nil),
    ]
    machine.events = [Event(Event.ID(.input, "go")), Event(Event.ID(.child, "-->"))]
    machine.transitions = ["a=false", "a=true"].map { state in
      var row = Transition(
        from: state, event: Event.ID(.input, "go"), guard: "x > 1", to: "a=true",
        effect: .run(".load"), location: machine.location, kind: state == "a=true" ? .stay : .move)
      row.when = [.init(region: "b", values: ["nil"])]
      return row
    }
    machine.transitions.append(
      Transition(
        from: "b=nil", event: Event.ID(.child, "-->"), to: nil, location: machine.location,
        kind: .unresolved))
    let lines = Facts.lines(of: machine)
    #expect(lines.dropLast().allSatisfy { !$0.contains("-->") })
    let read = try #require(Facts.machine(in: lines, like: machine))
    #expect(MachineDiff(from: read, to: machine).changes.isEmpty)
    #expect(MachineDiff(from: machine, to: read).changes.isEmpty)
    #expect(read.transitions.map(\.when) == machine.transitions.map(\.when))
    #expect(Set(read.states.map(\.name)) == Set(machine.states.map(\.name)))
  }

  @Test("says the same of many states in one fact")
  func compact() {
    var machine = Machine(
      id: "App.M", name: "M", style: .mutating,
      location: SourceLocation(file: "M.swift", line: 1), stateKind: .enum)
    machine.states = (0..<40).map { State("s\($0)") }
    machine.transitions = machine.states.map {
      Transition(
        from: $0.name, event: Event.ID(.input, "reset"), to: "s0", location: machine.location,
        kind: .move)
    }
    // The comment's ends, the states, and the edges to another state and to the same one.
    #expect(Facts.lines(of: machine).count == 5)
  }
}
