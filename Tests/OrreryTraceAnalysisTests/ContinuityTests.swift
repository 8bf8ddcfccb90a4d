import OrreryModel
import OrreryTrace
import OrreryTraceAnalysis
import Testing

/// Each step begins in the state in which the last one left its instance; else steps were taken that
/// nobody recorded.
@Suite struct ContinuityTests {
  private typealias Make = Fixtures

  private static let edges = [
    Make.edge("idle", "connect", "connecting"), Make.edge("connecting", "ready", "connected"),
    Make.edge("connected", "close", "idle"),
  ]

  private func judge(
    _ records: [Record], style: Machine.Style = .mutating
  ) throws -> MachineConformance {
    let machine = Make.machine(Self.edges, style: style)
    let report = Conformance.judge(records: records, declared: [machine])
    return try #require(report.machines.first)
  }

  private func instance(
    _ phase: InstanceRecord.Phase, _ state: String, _ number: UInt64 = 1
  ) -> Record {
    .instance(
      InstanceRecord(
        phase: phase, machine: "App.Search", instance: number, state: state, at: 1))
  }

  private func header(_ run: String) -> Record {
    .header(Header(run: run, wall: 0, mono: 0, process: "p", pid: 1))
  }

  @Test("A run of which one method is not recorded does not conform, though each step is declared")
  func forgotten() throws {
    let result = try judge([
      instance(.started, "idle"), Make.step("idle", "connect", "connecting", seq: 1),
      Make.step("connected", "close", "idle", seq: 2, at: 40),
    ])
    #expect(result.undeclared.isEmpty && !result.conforms)
    #expect(result.fitness == 2.0 / 3)
    let gap = try #require(result.gaps.first)
    #expect(result.gapCount == 1)
    #expect(gap.instance == 1 && gap.sequence == 2 && gap.at == 40)
    #expect(gap.leftIn == "connecting" && gap.previous == 1 && gap.missing == nil)
    #expect(gap.step.description == "connected + input.close → idle (moved)")
  }

  @Test("Where the log itself lacks steps, the gap says which")
  func lost() throws {
    let records = [
      Make.step("idle", "connect", "connecting", seq: 7),
      Make.step("idle", "connect", "connecting", seq: 8, instance: 2),
      Make.step("connected", "close", "idle", seq: 11),
    ]
    #expect(try judge(records).gaps.map(\.missing) == [9...10])
    let own = [records[0], Make.step("connected", "close", "idle", seq: 8)]
    #expect(try judge(own).gaps.map(\.missing) == [nil])
  }

  @Test("Instances are followed one by one")
  func apart() throws {
    let result = try judge([
      Make.step("idle", "connect", "connecting", seq: 1),
      Make.step("idle", "connect", "connecting", seq: 2, instance: 2),
      Make.step("connecting", "ready", "connected", seq: 3, instance: 2),
      Make.step("connecting", "ready", "connected", seq: 4),
    ])
    #expect(result.conforms && result.fitness == 1)
  }

  @Test(
    "Of what went before a snapshot, lost records, another run or another instance nothing is held",
    arguments: ["snapshot", "gap", "run", "ended"])
  func fresh(between: String) throws {
    let records: [Record] =
      switch between {
      // It was asked for its state, and went on before the sink was there.
      case "snapshot": [instance(.snapshot, "connecting")]
      case "gap": [.gap(GapRecord(lost: 3, reason: "disk full"))]
      case "run": [header("s")]
      case "ended": [instance(.ended, "connecting")]
      default: []
      }
    let result = try judge(
      [header("r"), Make.step("idle", "connect", "connecting", seq: 1)] + records
        + [Make.step("connected", "close", "idle", seq: 2)])
    #expect(result.conforms && result.gaps.isEmpty)
  }

  @Test("A start in another state than the first step begins in is a gap")
  func start() throws {
    let result = try judge([
      instance(.started, "idle"), Make.step("connected", "close", "idle", seq: 1),
    ])
    #expect(result.gaps.map(\.leftIn) == ["idle"])
    #expect(result.gaps.map(\.previous) == [nil])
  }

  @Test("The next part of a log goes on where the last one ended")
  func parts() throws {
    let result = try judge([
      header("r"), Make.step("idle", "connect", "connecting", seq: 1), header("r"),
      Make.step("connected", "close", "idle", seq: 2),
    ])
    #expect(result.gapCount == 1)
  }

  @Test("Only what the declaration names of a state is compared")
  func projected() throws {
    let on = Make.machine(
      [Make.edge("false", "flip", "true"), Make.edge("true", "flip", "false")], kind: .struct,
      region: "isOn")
    func gaps(_ second: String) throws -> Int? {
      let records = [
        Make.step("isOn=false, page=1", "flip", "isOn=true, page=1"),
        Make.step(second, "flip", "isOn=false, page=2"),
      ]
      return Conformance.judge(records: records, declared: [on]).machines.first?.gapCount
    }
    #expect(try gaps("isOn=true, page=2") == 0)
    #expect(try gaps("isOn=false, page=2") == 1)
  }

  @Test("More gaps than are kept are counted")
  func many() throws {
    let limit = ConformanceMeter.divergenceLimit
    let records = (1...limit + 6).map {
      Make.step("idle", "connect", "connecting", seq: UInt64($0))
    }
    let result = try judge(records)
    #expect(result.gaps.count == limit && result.gapCount == limit + 5)
  }

  @Test("An instance starts where its declaration does")
  func starts() throws {
    let fine = try judge([instance(.started, "idle"), instance(.started, Record.unknownState, 2)])
    #expect(fine.conforms && fine.unexpectedStarts.isEmpty)
    let other = try judge([instance(.started, "connected"), instance(.started, "connected", 2)])
    let start = try #require(other.unexpectedStarts.first)
    #expect(start.state == "connected" && start.expected == "idle" && start.instances == 2)
    #expect(!other.conforms)
  }

  @Test(
    "A state that is handed to a machine may be any that is declared",
    arguments: [
      Machine.Style.reducer, .composable, .actor,
    ])
  func handed(style: Machine.Style) throws {
    #expect(try judge([instance(.started, "connected")], style: style).conforms)
    let nonsense = try judge([instance(.started, "nonsense")], style: style)
    let start = try #require(nonsense.unexpectedStarts.first)
    #expect(start.state == "nonsense" && start.expected == nil && !nonsense.conforms)
  }
}
