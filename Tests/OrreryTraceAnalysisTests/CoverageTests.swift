import OrreryModel
import OrreryTrace
import OrreryTraceAnalysis
import Testing

@Suite("Coverage") struct CoverageTests {
  private typealias Make = Fixtures

  private static let door = Make.machine([
    Make.edge("open", "close", "closed", line: 1), Make.edge("closed", "open", "open", line: 2),
    Make.edge("closed", "lock", "locked", line: 3), Make.edge("locked", "unlock", "closed"),
    Make.edge("open", "lock", nil, .reject), Make.edge("closed", "close", nil, .ignore),
  ])

  private func report(
    _ traces: [String: [Record]], excluding exclusions: [CoverageExclusion] = [],
    of machine: Machine = Self.door
  ) throws -> (report: CoverageReport, machine: MachineCoverage) {
    var meter = CoverageMeter(declared: [machine], exclusions: exclusions)
    for (name, records) in traces.sorted(by: { $0.key < $1.key }) {
      meter.begin(trace: name)
      for record in records { meter.add(record) }
    }
    let report = meter.report
    return (report, try #require(report.machines.first))
  }

  private func figures(_ machine: MachineCoverage) -> [String] {
    CoverageCriterion.allCases.map {
      "\($0.rawValue) \(machine.figure($0).seen)/\(machine.figure($0).declared)"
    }
  }

  @Test("Edges, pairs, states, events and refusals are counted apart")
  func criteria() throws {
    let (_, machine) = try report([
      "a": [
        Make.step("open", "lock", "open", .rejected), Make.step("open", "close", "closed"),
        Make.step("closed", "close", "closed", .ignored), Make.step("closed", "open", "open"),
      ]
    ])
    #expect(
      figures(machine) == ["edges 2/4", "pairs 1/6", "states 2/3", "events 3/4", "rejected 1/1"])
    #expect(machine.pairs.filter(\.isCovered).map(\.subject) == [EdgePair(first: 0, second: 1)])
    #expect(machine.undeclaredSteps == 0 && machine.steps == 4)
  }

  @Test("Late answers count neither way, whether they are taken or not")
  func lateAnswers() throws {
    var machine = Self.door
    for (from, kind) in [("locked", Transition.Kind.move), ("open", .throw)] {
      var late = Make.edge(from, "knock", kind == .move ? "open" : nil, kind)
      (late.certainty, late.isLate) = (.inferred, true)
      machine.transitions.append(late)
    }
    let taken = [Make.step("open", "close", "closed"), Make.step("locked", "knock", "open")]
    for records in [Array(taken.prefix(1)), taken] {
      let found = try report(["a": records], of: machine).machine
      #expect(found.figure(.edges).declared == 4 && found.figure(.edges).seen == 1)
      #expect(found.figure(.rejected).declared == 1)
      #expect(found.undeclaredSteps == 0)
    }
    let unnamed = try report(["a": [Make.step("locked", Record.unknownEvent, "open")]], of: machine)
      .machine
    #expect(unnamed.joinedByStates == 1 && unnamed.unjoinedSteps == 0)
  }

  @Test("Pairs are those of one instance, and not over a gap, another trace or an undeclared move")
  func pairs() throws {
    let first = Make.step("open", "close", "closed")
    let second = Make.step("closed", "lock", "locked")
    let parted: [[Record]] = [
      [first, Make.step("closed", "lock", "locked", instance: 2)],
      [first, .gap(GapRecord(lost: 1, reason: "full")), second],
      [first, .header(Header(run: "r", wall: 0, mono: 0, process: "p", pid: 1)), second],
      [first, Make.step("closed", "break", "open"), second],
    ]
    for records in parted {
      #expect(try report(["a": records]).machine.figure(.pairs).seen == 0)
    }
    #expect(try report(["a": [first], "b": [second]]).machine.figure(.pairs).seen == 0)
    #expect(try report(["a": [first, second]]).machine.figure(.pairs).seen == 1)
    #expect(try report(["a": parted[3]]).machine.undeclaredSteps == 1)
  }

  @Test("Each trace tells what it covers, and what only it does")
  func traces() throws {
    let close = Make.step("open", "close", "closed")
    let (report, machine) = try report([
      "a": [close, close], "b": [close, Make.step("closed", "open", "open")], "c": [],
    ])
    #expect(machine.edges[0].traces == [0, 1] && machine.edges[0].count == 3)
    #expect(machine.edges[1].traces == [1])
    #expect(report.traces.map(\.name) == ["a", "b", "c"])
    #expect(report.traces.map(\.edges) == [1, 2, 0])
    #expect(report.traces.map(\.onlyHere) == [0, 1, 0])
    #expect(report.figure(.edges) == Coverage(declared: 4, seen: 2))
  }

  @Test("What is excluded does not count, until a run takes it")
  func exclusions() throws {
    let all = [
      CoverageExclusion(machine: "Search", event: "unlock", reason: "needs a key"),
      CoverageExclusion(machine: "Search", from: "closed", event: "open", reason: "wind"),
      CoverageExclusion(machine: "Search", to: "nowhere", reason: "a slip"),
    ]
    let (report, machine) = try report(
      ["a": [Make.step("open", "close", "closed"), Make.step("closed", "open", "open")]],
      excluding: all)
    #expect(machine.figure(.edges) == Coverage(declared: 2, seen: 1))
    #expect(machine.figure(.pairs) == Coverage(declared: 1, seen: 0))
    #expect(report.reachedExclusions == [1])
    #expect(report.idleExclusions == [2])
  }

  @Test("A machine that did not run counts, and one that is not declared covers nothing")
  func joining() throws {
    let empty = try report([:])
    #expect(empty.report.figure(.edges) == Coverage(declared: 4, seen: 0))
    let other = try report(["a": [Make.step("a", "b", "c", machine: "App.Other")]])
    #expect(other.report.strayMachines.map(\.name) == ["App.Other"])
    #expect(other.report.figure(.edges) == empty.report.figure(.edges))
  }

  @Test("Edges that differ only in their guard are covered together, and said to be")
  func guards() throws {
    let machine = Make.machine([
      Make.edge("a", "go", "b", when: "x"), Make.edge("a", "go", "b", when: "!x"),
    ])
    let coverage = try report(["a": [Make.step("a", "go", "b")]], of: machine).machine
    #expect(coverage.figure(.edges).seen == 2)
    #expect(coverage.guardsNotEvaluated == [0, 1])
  }

  @Test("What is covered is what conformance confirms", arguments: 0..<100)
  func agreesWithConformance(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let machine = RandomRunTests.randomMachine(&random)
    let (records, _) = RandomRunTests.randomRun(of: machine, steps: 40, &random)
    let judged = Conformance.judge(records: records, declared: [machine]).machines[0]
    let covered = try report(["a": records], of: machine).machine
    let seen = covered.edges.filter(\.isCovered).map(\.subject)
    let takeable = judged.ordinals(of: .confirmed).filter {
      [.move, .stay].contains(machine.transitions[$0].kind)
    }
    #expect(seen == takeable)
    for item in covered.edges { #expect(item.count == judged.counts[item.subject] ?? 0) }
    #expect(covered.figure(.edges) == judged.coverage)
  }
}
