import OrreryModel
import OrreryTrace
import OrreryTraceAnalysis
import Testing

@Suite struct ConformanceTests {
  private typealias Make = Fixtures
  private typealias Verdict = StepRecord.Verdict

  private func judge(
    _ records: [Record], _ edges: [Transition], style: Machine.Style = .reducer
  ) throws -> MachineConformance {
    let machine = Make.machine(edges, style: style)
    let report = Conformance.judge(records: records, declared: [machine])
    return try #require(report.machines.first)
  }

  @Test("Every edge gets a verdict: confirmed, never seen, or undeclared with what is near")
  func verdicts() throws {
    let edges = [
      Make.edge("idle", "search", "loading", line: 12), Make.edge("loading", "cancel", "idle"),
      Make.edge("loading", "loaded", "done", origin: .ioResult),
    ]
    let result = try judge(
      [
        Make.step("idle", "search", "loading"),
        Make.step("loading", "loaded", "done", origin: .ioResult),
        Make.step("idle", "search", "done", seq: 3, instance: 2),
        Make.step("idle", "search", "done", seq: 4, instance: 3),
      ], edges)
    #expect(result.verdicts == [0: .confirmed, 1: .neverSeen, 2: .confirmed, 3: .undeclared])
    #expect(result.counts == [0: 1, 2: 1, 3: 2])
    #expect(!result.conforms)
    #expect(result.fitness == 0.5)
    let undeclared = try #require(result.undeclared.first)
    #expect(undeclared.step.key.description == "idle + input.search → done (moved)")
    #expect(undeclared.step.firstSequence == 3 && undeclared.step.firstInstance == 2)
    #expect(undeclared.nearest == [0])
    #expect(result.machine.transitions[undeclared.nearest[0]].location.line == 12)
    let added = result.machine.transitions[undeclared.ordinal]
    #expect(added.certainty == .observed && added.to == "done")
    #expect(result.declaredCount == 3)
    #expect(result.coverage == Coverage(declared: 3, seen: 2))
  }

  @Test("The same event of another origin does not confirm an edge")
  func origins() throws {
    let result = try judge(
      [Make.step("a", "go", "b", origin: .child)], [Make.edge("a", "go", "b")])
    #expect(result.verdicts == [0: .neverSeen, 1: .undeclared])
  }

  @Test(
    "Stay and ignore agree with each other, and a refusal with each way to refuse",
    arguments: [
      (Transition.Kind.stay, StepRecord.Verdict.stayed, true), (.stay, .ignored, true),
      (.stay, .none, true), (.ignore, .stayed, true), (.ignore, .ignored, true),
      (.ignore, .none, true), (.reject, .none, true), (.reject, .rejected, true),
      (.trap, .rejected, true), (.throw, .rejected, true), (.throw, .stayed, true),
      (.reject, .stayed, false),
      (.trap, .none, false), (.stay, .rejected, false), (.ignore, .rejected, false),
    ])
  func kinds(kind: Transition.Kind, verdict: StepRecord.Verdict, agrees: Bool) throws {
    let target = kind == .stay ? "a" : nil
    let result = try judge(
      [Make.step("a", "e", "a", verdict)], [Make.edge("a", "e", target, kind)])
    #expect(result.conforms == agrees)
    #expect(result.verdicts[0] == (agrees ? .confirmed : .neverSeen))
  }

  @Test("A move is not confirmed by a step that did not move, nor the other way round")
  func moves() throws {
    let none = Make.step("a", "e", "a", Verdict.none)
    let moved = Make.step("a", "e", "b")
    #expect(try !judge([none], [Make.edge("a", "e", "b")]).conforms)
    #expect(try !judge([moved], [Make.edge("a", "e", "a", .stay)]).conforms)
    #expect(try !judge([moved], [Make.edge("a", "e", nil, .ignore)]).conforms)
  }

  @Test("Edges that differ in their guard are confirmed together and told apart from the rest")
  func guards() throws {
    let edges = [
      Make.edge("a", "e", "b", when: "n < 3"), Make.edge("a", "e", "b", when: "n == 9"),
      Make.edge("a", "e", "c", when: "n > 9"), Make.edge("b", "e", "a", when: "only"),
    ]
    let result = try judge([Make.step("a", "e", "b"), Make.step("b", "e", "a")], edges)
    #expect(
      result.verdicts == [0: .confirmed, 1: .confirmed, 2: .neverSeen, 3: .confirmed])
    #expect(result.guardsNotEvaluated == [0, 1])
    #expect(result.fitness == 1)
  }

  @Test("A step that only an unknown target explains is neither confirmed nor a contradiction")
  func explained() throws {
    let edges = [
      Make.edge("a", "e", nil, .unresolved), Make.edge("a", "e", "b", when: "known"),
    ]
    let result = try judge(
      [Make.step("a", "e", "c"), Make.step("a", "e", "b", instance: 2)], edges)
    #expect(result.verdicts == [0: .explained, 1: .confirmed])
    #expect(result.explained.map(\.key.to) == ["c"])
    #expect(result.conforms)
    #expect(result.coverage == Coverage(declared: 1, seen: 1))
  }

  @Test("A forwarded event of a parent is confirmed by a step that changed nothing")
  func forwarded() throws {
    let edge = Make.edge("a", "counterIncrement", nil, .ignore, forwards: "Counter.Input.tapped")
    let result = try judge([Make.step("a", "counterIncrement", "a", Verdict.none)], [edge])
    #expect(result.verdicts == [0: .confirmed])
  }

  @Test("An actor's step names a method: origins and awaits are not told apart")
  func actors() throws {
    let edges = [
      Make.edge("a", "load", "b"),
      Make.edge("b", "load#api.fetch.success", "c", origin: .internal),
    ]
    let steps = [Make.step("a", "load", "b"), Make.step("b", "load", "c")]
    let result = try judge(steps, edges, style: .actor)
    #expect(result.verdicts == [0: .confirmed, 1: .confirmed])
  }

  @Test(
    "What follows a wait joins by as much of its name as a run knows, in every style",
    arguments: Machine.Style.allCases,
    [
      "input.search#api.search.success", "internal.search#api.search.success",
      "internal.search#api.search", "internal.search",
    ])
  func waits(style: Machine.Style, recorded: String) throws {
    let edges = [
      Make.edge("idle", "search", "searching"),
      Make.edge("searching", "search#api.search.success", "results", origin: .internal),
      Make.edge("searching", "search#api.search.failure", "failed", origin: .internal),
    ]
    let parts = recorded.split(separator: ".", maxSplits: 1).map(String.init)
    let origin = try #require(EventOrigin(rawValue: parts[0]))
    let steps = [
      Make.step("idle", "search", "searching"),
      Make.step("searching", parts[1], "results", origin: origin),
    ]
    let result = try judge(steps, edges, style: style)
    #expect(result.verdicts == [0: .confirmed, 1: .confirmed, 2: .neverSeen])
  }

  @Test("A run names a method by its base name, the source with labels where there are several")
  func overloads() throws {
    let edges = [Make.edge("a", "open(_:)", "b"), Make.edge("b", "open(at:)", "c")]
    let result = try judge([Make.step("a", "open", "b"), Make.step("b", "open", "c")], edges)
    #expect(result.verdicts == [0: .confirmed, 1: .confirmed])
  }

  @Test("What follows a wait joins with labels that the source leaves out")
  func labelsBeforeWaits() throws {
    let edges = [
      Make.edge("a", "run#api.get.success", "b", origin: .internal),
      Make.edge("b", "run(line:)#api.put.success", "c", origin: .internal),
      Make.edge("b", "run(_:)#api.put.success", "a", origin: .internal),
    ]
    let steps = [
      Make.step("a", "run(line:)#api.get.success", "b", origin: .internal),
      Make.step("b", "run(line:)#api.put.success", "c", origin: .internal),
    ]
    let result = try judge(steps, edges)
    #expect(result.verdicts == [0: .confirmed, 1: .confirmed, 2: .neverSeen])
  }

  @Test(
    "What follows a wait of a helper is recorded by its caller, unless two declared waits may be meant"
  )
  func helpers() throws {
    let edges = [
      Make.edge("a", "load#api.get.success", "b", origin: .internal),
      Make.edge("b", "save#api.put.success", "c", origin: .internal),
      Make.edge("b", "keep#api.put.success", "c", origin: .internal),
      Make.edge("a", "appear", "a"),
    ]
    let known = try judge([Make.step("a", "appear#api.get.success", "b", origin: .internal)], edges)
    #expect(known.verdicts[0] == .confirmed && known.conforms)
    // No declared event is called so: nobody has said that it waits.
    let strange = Make.step("a", "vanish#api.get.success", "b", origin: .internal)
    #expect(try !judge([strange], edges).conforms)
    let open = try judge([Make.step("b", "appear#api.put.success", "c", origin: .internal)], edges)
    #expect(!open.conforms)
  }

  @Test("An event from outside does not join what follows its own wait, but in actors")
  func outside() throws {
    let edges = [Make.edge("a", "load#api.fetch.success", "b", origin: .internal)]
    let step = [Make.step("a", "load", "b")]
    for style in Machine.Style.allCases {
      #expect(try judge(step, edges, style: style).conforms == (style == .actor))
    }
  }

  @Test("Other names in the log are told, name by name")
  func vocabulary() throws {
    let machine = Make.machine([Make.edge("a", "e", "b")])
    let hash = VocabularyHash.hash(states: ["a", "c"], events: [("input", "e")])
    let record = MachineRecord(
      machine: "App.Search", style: "reducer", states: ["a", "c"],
      events: [.init(origin: "input", name: "e")], vocabulary: hash)
    let report = Conformance.judge(records: [.machine(record)], declared: [machine])
    let mismatch = try #require(report.machines.first?.vocabularyMismatch)
    #expect(mismatch.onlyRecorded == ["state c"] && mismatch.onlyDeclared == ["state b"])
    var same = record
    same.vocabulary = machine.vocabularyHash
    let fine = Conformance.judge(records: [.machine(same)], declared: [machine])
    #expect(fine.machines.first?.vocabularyMismatch == nil)
    #expect(fine.machines.first?.fitness == nil)
  }

  @Test("Machines join by full id, else by the only suffix")
  func joining() throws {
    let search = Make.machine(id: "App.Search")
    let nested = Make.machine(id: "App.List.Search")
    func joined(_ id: String, _ machines: [Machine]) throws -> String? {
      let record = Record.machine(MachineRecord(machine: id, style: "reducer"))
      return Conformance.judge(records: [record], declared: machines).machines.first?.machine.id
    }
    #expect(try joined("App.Search", [search, nested]) == "App.Search")
    #expect(try joined("List.Search", [search, nested]) == "App.List.Search")
    #expect(try joined("Main.App.Search", [search, nested]) == "App.Search")
    #expect(try joined("Search", [search, nested]) == nil)
    #expect(try joined("Other", [search]) == nil)
  }

  @Test("A machine that does not join is told with what is near, and does not hide the others")
  func strayMachines() throws {
    let declared = [
      Make.machine([Make.edge("a", "e", "b")]), Make.machine(id: "App.List.Row"),
      Make.machine(id: "App.Grid.Row"),
    ]
    let records = ["App.Search", "Old.Search", "App.Serach", "Row", "Garden.Gate"].map {
      Make.step("a", "e", "b", machine: $0)
    }
    let report = Conformance.judge(records: records, declared: declared)
    #expect(report.machines.map(\.verdicts) == [[0: .confirmed]])
    #expect(!report.conforms && report.machines.allSatisfy(\.conforms))
    let strays = report.strayMachines.map { ($0.name, $0.nearest, $0.isAmbiguous) }
    let expected = [
      ("App.Serach", ["App.Search"], false), ("Garden.Gate", [], false),
      ("Old.Search", ["App.Search"], false), ("Row", ["App.List.Row", "App.Grid.Row"], true),
    ]
    #expect(strays.map { "\($0)" } == expected.map { "\($0)" })
  }

  @Test("Declared machines that the log does not hold are listed")
  func notRecorded() throws {
    let report = Conformance.judge(
      records: [Make.step("a", "e", "b")],
      declared: [Make.machine([Make.edge("a", "e", "b")]), Make.machine(id: "App.Other")])
    #expect(report.notRecorded == ["App.Other"])
    #expect(report.conforms)
  }

  @Test("A value of an optional that says more than the declaration is its `some`")
  func optionals() throws {
    var machine = Make.machine(kind: .struct)
    machine.regions = [
      Region(name: "filter", states: ["filter=nil", "filter=some"], initial: "filter=nil"),
      Region(name: "mode", states: ["mode=a", "mode=b"], initial: "mode=a"),
    ]
    machine.states = machine.regions.flatMap(\.states).map { State($0) }
    machine.events = [Event(Event.ID(.input, "set"))]
    machine.transitions = [Make.edge("filter=nil", "set", "filter=some")]
    let steps = [
      Make.step("filter=nil, mode=a", "set", "filter=cheap, mode=a"),
      Make.step("filter=nil, mode=a", "set", "filter=nil, mode=some", seq: 2, instance: 2),
    ]
    let report = Conformance.judge(records: steps, declared: [machine])
    let result = try #require(report.machines.first)
    #expect(result.verdicts[0] == .confirmed)
    #expect(result.undeclaredSteps == 1)
    #expect(report.strayNames.map(\.name) == ["mode=some"])
  }
}
