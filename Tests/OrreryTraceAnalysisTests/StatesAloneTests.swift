import OrreryModel
import OrreryTrace
import OrreryTraceAnalysis
import Testing

/// A state that somebody observed changes without an event; its steps join by their states.
@Suite("Steps without event") struct StatesAloneTests {
  private typealias Make = Fixtures

  private static let edges = [
    Make.edge("idle", "search", "loading"), Make.edge("idle", "retry", "loading"),
    Make.edge("loading", "loaded", "done", origin: .ioResult),
    Make.edge("loading", "failed", "idle", origin: .ioResult, when: "isLast"),
    Make.edge("loading", "failed", "idle", origin: .ioResult, when: "!isLast"),
    Make.edge("done", "reset", "idle"),
  ]

  private func seen(
    _ from: String, _ to: String, seq: UInt64 = 1, instance: UInt64 = 1
  ) -> Record {
    Make.step(from, Record.unknownEvent, to, seq: seq, instance: instance)
  }

  private func judge(
    _ records: [Record], _ edges: [Transition] = Self.edges
  ) throws -> MachineConformance {
    let report = Conformance.judge(records: records, declared: [Make.machine(edges)])
    return try #require(report.machines.first)
  }

  private func coverage(of records: [Record]) throws -> MachineCoverage {
    var meter = CoverageMeter(declared: [Make.machine(Self.edges)])
    for record in records { meter.add(record) }
    return try #require(meter.report.machines.first)
  }

  @Test("confirm the one edge between their states, and it is told that only states did")
  func unique() throws {
    let result = try judge([seen("loading", "done"), seen("done", "idle", seq: 2)])
    #expect(result.ordinals(of: .confirmed) == [2, 5])
    #expect(result.confirmedByStates == [2, 5])
    #expect(result.steps(of: .edge) == 2)
    #expect(result.conforms && result.fitness == 1)
  }

  @Test("are no longer alone where another step names the event")
  func named() throws {
    let result = try judge([
      seen("loading", "done"), Make.step("loading", "loaded", "done", origin: .ioResult),
    ])
    #expect(result.ordinals(of: .confirmed) == [2] && result.confirmedByStates == [])
    #expect(result.counts[2] == 2)
  }

  @Test("confirm edges of one event that differ in their guards, as steps with event do")
  func guards() throws {
    let result = try judge([seen("loading", "idle")])
    #expect(result.ordinals(of: .confirmed) == [3, 4])
    #expect(result.guardsNotEvaluated == [3, 4])
    #expect(result.byStates.map(\.finding) == [.edge])
  }

  @Test("confirm none of several events between their states, and these are told")
  func several() throws {
    let result = try judge([seen("idle", "loading"), seen("idle", "loading", seq: 2, instance: 2)])
    #expect(result.ordinals(of: .confirmed) == [])
    #expect(result.ordinals(of: .explained) == [0, 1])
    #expect(result.byStates.map(\.finding) == [.alternatives])
    #expect(result.byStates.map(\.ordinals) == [[0, 1]] && result.byStates[0].step.count == 2)
    #expect(result.conforms && result.fitness == 1)
    #expect(result.coverage.seen == 0)
  }

  @Test("leave an edge confirmed that another step has confirmed by its event")
  func severalAndNamed() throws {
    let result = try judge([Make.step("idle", "retry", "loading"), seen("idle", "loading")])
    #expect(result.ordinals(of: .confirmed) == [1] && result.ordinals(of: .explained) == [0])
    #expect(result.counts == [0: 1, 1: 1])
  }

  @Test("that leave out states are no contradiction, but a gap: the way is told")
  func jump() throws {
    let result = try judge([seen("done", "loading"), seen("loading", "done", seq: 2)])
    let jump = try #require(result.byStates.first)
    #expect(jump.finding == .way)
    #expect(jump.ordinals.map { result.machine.transitions[$0].event.name } == ["reset", "search"])
    #expect(result.undeclared.isEmpty && result.missingSteps == 1)
    #expect(!result.conforms)
    #expect(result.fitness == 1.0 / 3)
    #expect(result.divergedInstances == 0)
  }

  @Test(
    "are undeclared where no way leads from state to state, and the edges of the state are near")
  func undeclared() throws {
    let edges = [Make.edge("idle", "search", "loading"), Make.edge("idle", "stop", "off")]
    let result = try judge([seen("loading", "off")], edges)
    #expect(
      result.undeclared.map(\.step.key.description) == ["loading + ? → off (moved)"])
    #expect(!result.conforms && result.byStates.isEmpty && result.divergedInstances == 1)
    let other = try judge([seen("idle", "gone")], edges)
    #expect(other.undeclared.first?.nearest == [0, 1])
  }

  @Test("are explained by an edge of unknown target where no edge is declared between their states")
  func explained() throws {
    let edges = [Make.edge("idle", "search", nil, .unresolved), Make.edge("idle", "stop", "off")]
    let result = try judge([seen("idle", "loading"), seen("idle", "off", seq: 2)], edges)
    #expect(result.verdicts == [0: .explained, 1: .confirmed])
  }

  @Test("join region by region, as steps of the same declared step")
  func regions() throws {
    var machine = Make.machine(kind: .struct)
    machine.regions = [
      Region(name: "isOn", states: ["isOn=false", "isOn=true"], initial: "isOn=false"),
      Region(name: "mode", states: ["mode=a", "mode=b"], initial: "mode=a"),
    ]
    machine.states = machine.regions.flatMap(\.states).map { State($0) }
    var both = [
      Make.edge("isOn=false", "go", "isOn=true"), Make.edge("mode=a", "go", "mode=b"),
    ]
    for position in both.indices { both[position].step = 1 }
    machine.transitions = both + [Make.edge("isOn=true", "stop", "isOn=false")]
    let report = Conformance.judge(
      records: [
        seen("isOn=false, mode=a", "isOn=true, mode=b"),
        seen("isOn=true, mode=b", "isOn=false, mode=b", seq: 2),
        seen("isOn=false, mode=b", "isOn=false, mode=a", seq: 3),
      ], declared: [machine])
    let result = try #require(report.machines.first)
    #expect(result.ordinals(of: .confirmed) == [0, 1, 2])
    #expect(result.undeclaredSteps == 1)
  }

  @Test("name nothing that could be wrong")
  func names() {
    let check = NameCheck(
      TraceSummary([seen("idle", "loading")]), declared: [Make.machine(Self.edges)])
    #expect(check.strays.isEmpty && check.count == 1 + 2)
  }

  @Test("cover an edge and its event where their states tell it, and else nothing but states")
  func coverage() throws {
    let result = try coverage(of: [
      seen("idle", "loading"), seen("loading", "done", seq: 2), seen("done", "idle", seq: 3),
      seen("done", "loading", seq: 4), seen("loading", "off", seq: 5),
    ])
    #expect(result.figure(.edges).seen == 2 && result.figure(.events).seen == 2)
    #expect(result.figure(.pairs).seen == 1)
    #expect(result.figure(.states).seen == 3)
    #expect(result.joinedByStates == 2 && result.unjoinedSteps == 2)
    #expect(result.undeclaredSteps == 1)
  }
}
