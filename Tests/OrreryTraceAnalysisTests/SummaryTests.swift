import OrreryModel
import OrreryTrace
import OrreryTraceAnalysis
import Testing

@Suite struct SummaryTests {
  private typealias Make = Fixtures

  private static func instance(
    _ phase: InstanceRecord.Phase, _ state: String, at time: UInt64, instance: UInt64 = 1
  ) -> Record {
    .instance(
      InstanceRecord(
        phase: phase, machine: "App.Search", instance: instance, state: state, at: time))
  }

  private static func effect(_ phase: EffectRecord.Phase, _ run: UInt64, at: UInt64) -> Record {
    .effect(
      EffectRecord(
        phase: phase, run: run, name: ".fetch", machine: "App.Search", instance: 1, at: at))
  }

  @Test("States count their visits and the time they were held, also by those still alive")
  func states() throws {
    let summary = TraceSummary([
      Self.instance(.started, "idle", at: 100),
      Make.step("idle", "search", "loading", at: 110),
      Make.step("loading", "type", "loading", seq: 2, at: 115),
      Make.step("loading", "loaded", "idle", seq: 3, at: 140),
      Self.instance(.started, "idle", at: 150, instance: 2),
      Self.instance(.ended, "idle", at: 170),
      Self.instance(.started, "idle", at: 200, instance: 3),
    ])
    let machine = try #require(summary.machine("App.Search"))
    #expect(machine.states["idle"]?.visits == 4)
    #expect(machine.states["idle"]?.nanoseconds == 10 + 30 + 50)
    #expect(machine.states["loading"]?.visits == 1)
    #expect(machine.states["loading"]?.nanoseconds == 30)
    #expect(machine.instancesStarted == 3 && machine.instancesEnded == 1)
    #expect(machine.steps == 3 && summary.steps == 3)
    #expect(machine.initialStates["idle"] == 3)
    #expect(summary.span == 100...200)
  }

  @Test("Effects count their ends, their time, and what was still running")
  func effects() throws {
    let summary = TraceSummary([
      Self.effect(.started, 1, at: 10), Self.effect(.started, 2, at: 20),
      Self.effect(.yielded, 1, at: 25), Self.effect(.finished, 1, at: 40),
      Self.effect(.cancelled, 2, at: 30), Self.effect(.started, 3, at: 50),
      Self.effect(.failed, 9, at: 60),
    ])
    let figures = try #require(summary.machine("App.Search")?.effects[".fetch"])
    #expect(figures.started == 3 && figures.finished == 1 && figures.cancelled == 1)
    #expect(figures.failed == 1 && figures.yielded == 1)
    #expect(figures.nanoseconds == 40 && figures.longest == 30)
  }

  @Test("Equal steps are one edge with its count, verdicts apart")
  func edges() throws {
    let summary = TraceSummary([
      Make.step("a", "e", "b", seq: 4, instance: 7),
      Make.step("a", "e", "b", seq: 5),
      Make.step("a", "e", "a", StepRecord.Verdict.none, seq: 6),
      .gap(GapRecord(lost: 3, reason: "full")),
    ])
    let machine = try #require(summary.machine("App.Search"))
    #expect(machine.observed.map(\.count) == [2, 1])
    #expect(machine.observed.first?.firstSequence == 4)
    #expect(machine.observed.first?.firstInstance == 7)
    #expect(machine.count(of: .none) == 1)
    #expect(summary.lost == 3)
  }

  @Test("The observed machine holds the seen edges, with counts by their ordinal")
  func observedMachine() throws {
    let summary = TraceSummary([
      .machine(MachineRecord(machine: "App.Search", style: "actor")),
      Self.instance(.started, "a", at: 0), Make.step("a", "e", "b"), Make.step("a", "e", "b"),
      Make.step("b", "e", "b", .rejected, origin: .ioResult), Make.step("b", "e", "b"),
    ])
    let observed = try #require(summary.observedMachine("App.Search", log: "run.jsonl"))
    let machine = observed.machine
    #expect(machine.style == .actor && machine.stateKind == .enum && machine.initial == "a")
    #expect(machine.states.map(\.name) == ["a", "b"])
    #expect(machine.states.map(\.isInitial) == [true, false])
    #expect(machine.events.map(\.id) == [.init(.input, "e"), .init(.ioResult, "e")])
    #expect(machine.transitions.map(\.kind) == [.move, .reject, .stay])
    #expect(machine.transitions.allSatisfy { $0.certainty == .observed })
    #expect(observed.counts == [0: 2, 1: 1, 2: 1])
    #expect(summary.observedMachine("App.Other") == nil)
  }

  @Test("Logs put one after the other do not mix their instances")
  func concatenated() throws {
    let header = Record.header(Header(run: "r", wall: 0, mono: 0, process: "p", pid: 1))
    let run = [header, Self.instance(.started, "a", at: 10), Make.step("a", "e", "b", at: 30)]
    let machine = try #require(TraceSummary(run + run).machine("App.Search"))
    #expect(machine.states["a"]?.nanoseconds == 40 && machine.states["a"]?.visits == 2)
  }
}
