import OrreryModel
import OrreryTrace
import OrreryTraceAnalysis
import Testing

/// Recorded names that the declaration does not have are told, with those that may be meant.
@Suite struct NameCheckTests {
  private typealias Make = Fixtures

  private func strays(_ records: [Record], _ machine: Machine) -> [String] {
    NameCheck(TraceSummary(records), declared: [machine]).strays.map {
      "\($0.kind) \($0.name): \($0.nearest.joined(separator: ", "))"
    }
  }

  private static let search = Make.machine([
    Make.edge("idle", "search", "loading"),
    Make.edge("loading", "loaded", "results", origin: .ioResult),
    Make.edge("loading", "load#api.get.success", "results", origin: .internal),
  ])

  @Test("Names that are declared join, and are counted")
  func joining() {
    let records = [
      Make.step("idle", "search", "loading"),
      Make.step("loading", "loaded", "results", origin: .ioResult),
      Make.step("loading", "load", "results", origin: .internal),
      Make.step(Record.unknownState, "search", "loading"),
    ]
    let check = NameCheck(TraceSummary(records), declared: [Self.search])
    #expect(check.strays.isEmpty)
    #expect(check.count == 1 + 3 + 3)
  }

  @Test("An event of another name or origin, and a state of another name, are told")
  func other() {
    let records = [
      Make.step("idle", "serach", "loading"), Make.step("loading", "loaded", "result"),
      Make.step("idle", "somethingElse", "nowhere"),
    ]
    #expect(
      strays(records, Self.search) == [
        "event serach: search", "event loaded: ioResult.loaded", "event somethingElse: ",
        "state result: results", "state nowhere: ",
      ])
  }

  @Test("Names that a run only knows of are checked as well")
  func known() {
    let record = MachineRecord(
      machine: "App.Search", style: "reducer", states: ["idle", "failed"],
      events: [.init(origin: "input", name: "cancel")])
    #expect(strays([.machine(record)], Self.search) == ["event cancel: ", "state failed: "])
  }

  @Test("A machine that is made of others needs no declaration: its parts are compared")
  func composite() {
    func records(_ style: String) -> [Record] {
      [
        .machine(MachineRecord(machine: "App.House", style: style)),
        Make.step("idle", "search", "loading"),
        Make.step(
          "shut", "Search.search", "ajar", origin: .child, machine: "App.House", instance: 2),
      ]
    }
    let report = Conformance.judge(records: records("composite"), declared: [Self.search])
    #expect(report.conforms && report.composites == ["App.House"])
    #expect(!Conformance.judge(records: records("actor"), declared: [Self.search]).conforms)
    for (style, strays) in [("composite", []), ("actor", ["App.House"])] {
      var meter = CoverageMeter(declared: [Self.search])
      for record in records(style) { meter.add(record) }
      #expect(meter.report.strayMachines.map(\.name) == strays)
    }
  }

  @Test("One that is declared itself is compared: its steps are named after those of its parts")
  func declaredComposite() {
    let house = Make.machine(
      [
        Make.edge("shut", "Search.search", "ajar", origin: .child),
        Make.edge("ajar", "Search.search#api.get.success", "shut", origin: .child),
        Make.edge("ajar", "Search.stop", nil, .ignore, origin: .child),
        Make.edge("ajar", "Search.stop", "shut", origin: .child),
      ], id: "App.House", style: .actor)
    func step(_ from: String, _ event: String, _ to: String) -> Record {
      Make.step(
        from, event, to, from == to ? StepRecord.Verdict.none : nil, origin: .child,
        machine: "App.House")
    }
    let records = [
      .machine(MachineRecord(machine: "App.House", style: "composite")),
      step("shut", "Search.search", "ajar"), step("ajar", "Search.stop", "ajar"),
      step("ajar", "Search.search", "shut"),
    ]
    let report = Conformance.judge(records: records, declared: [house])
    #expect(report.conforms && report.composites == [] && report.strayNames == [])
    let verdicts = (0..<4).map { report.machines.first?.verdicts[$0] }
    #expect(verdicts == [.confirmed, .confirmed, .confirmed, .neverSeen])
    var meter = CoverageMeter(declared: [house])
    for record in records { meter.add(record) }
    #expect(meter.report.strayMachines == [] && meter.report.machines[0].undeclaredSteps == 0)
    let wrong =
      records + [step("shut", "Search.stop", "ajar"), step("ajar", "Search.halt", "shut")]
    let stray = Conformance.judge(records: wrong, declared: [house])
    #expect(stray.machines.first?.undeclaredSteps == 2)
    #expect(stray.strayNames.map(\.name) == ["child.Search.halt"])
  }

  @Test("Of a struct, the values of its regions are names; without regions it has none")
  func structs() {
    var declared = Make.machine(
      [Make.edge("false", "flip", "true")], kind: .struct, region: "isOn")
    let records = [
      Make.step("isOn=false, page=1", "flip", "isOn=true, page=1"),
      Make.step("isOn=maybe", "flip", "isOn=true"),
    ]
    #expect(strays(records, declared) == ["state maybe: "])
    (declared.states, declared.regions) = ([], [])
    #expect(strays(records, declared) == [])
  }

  @Test("Names without end are told without end, but compared with others only so far")
  func many() {
    let records = (1...300).map { Make.step("idle", "search\($0)", "loading", seq: UInt64($0)) }
    let check = NameCheck(TraceSummary(records), declared: [Self.search])
    #expect(check.strays.count == 300)
    #expect(check.strays.first?.nearest == ["search"] && check.strays.last?.nearest == [])
  }
}
