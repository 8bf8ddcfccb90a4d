import OrreryModel
import OrreryTrace
import OrreryTraceAnalysis
import Testing

/// Random machines and random runs of them.
@Suite struct RandomRunTests {
  private typealias Make = Fixtures

  static func randomMachine(_ random: inout SplitMix) -> Machine {
    let states = (0..<Int.random(in: 2...8, using: &random)).map { "s\($0)" }
    let events = (0..<Int.random(in: 1...6, using: &random)).map { "e\($0)" }
    var edges: [Transition] = []
    for from in states {
      for event in events {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: edges.append(Make.edge(from, event, from, .stay))
        case 1: edges.append(Make.edge(from, event, nil, .ignore))
        case 2: edges.append(Make.edge(from, event, nil, .reject))
        default:
          let to = states.filter { $0 != from }.randomElement(using: &random) ?? from
          edges.append(Make.edge(from, event, to))
        }
      }
    }
    return Make.machine(edges.shuffled(using: &random))
  }

  /// A run that takes edges of the machine, and the ordinals that it took.
  static func randomRun(
    of machine: Machine, steps: Int, instance: UInt64 = 1, _ random: inout SplitMix
  ) -> (records: [Record], taken: Set<Int>) {
    var records: [Record] = []
    var taken: Set<Int> = []
    var state = "s0"
    for seq in 1...steps {
      let possible = machine.transitions.indices.filter { machine.transitions[$0].from == state }
      guard let ordinal = possible.randomElement(using: &random) else { break }
      let edge = machine.transitions[ordinal]
      taken.insert(ordinal)
      let to = edge.kind == .move ? edge.to ?? state : state
      let isNothing = edge.kind == .ignore || edge.kind == .reject
      records.append(
        Make.step(
          state, edge.event.name, to, isNothing ? StepRecord.Verdict.none : nil,
          seq: instance * 1000 + UInt64(seq), instance: instance))
      state = to
    }
    return (records, taken)
  }

  @Test(
    "A run of a machine conforms to it, and the edges that it took are confirmed",
    arguments: 0..<200)
  func conforms(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let machine = Self.randomMachine(&random)
    let (records, taken) = Self.randomRun(of: machine, steps: 60, &random)
    let report = Conformance.judge(records: records, declared: [machine])
    let result = try #require(report.machines.first)
    #expect(result.conforms && result.fitness == 1)
    #expect(Set(result.ordinals(of: .confirmed)) == taken)
    #expect(result.machine == machine)
    #expect(result.counts.values.reduce(0, +) == records.count)
  }

  @Test("With one edge gone, exactly its steps are undeclared", arguments: 0..<200)
  func removed(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let machine = Self.randomMachine(&random)
    let (records, taken) = Self.randomRun(of: machine, steps: 60, &random)
    let gone = try #require(taken.sorted().randomElement(using: &random))
    let edge = machine.transitions[gone]
    var changed = machine
    changed.transitions.remove(at: gone)
    let report = Conformance.judge(records: records, declared: [changed])
    let result = try #require(report.machines.first)
    #expect(result.undeclared.count == 1)
    let found = try #require(result.undeclared.first?.step)
    #expect(found.key.from == edge.from && found.key.event == edge.event.name)
    #expect(found.key.to == (edge.to ?? edge.from))
    #expect(result.machine.transitions.count == machine.transitions.count)
    let whole = Conformance.judge(records: records, declared: [machine])
    #expect(found.count == whole.machines.first?.counts[gone])
  }

  @Test("With one step corrupted, exactly that step diverges, and its instance", arguments: 0..<200)
  func corrupted(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let machine = Self.randomMachine(&random)
    var runs: [[Record]] = []
    for instance: UInt64 in 1...4 {
      let (records, _) = Self.randomRun(of: machine, steps: 30, instance: instance, &random)
      runs.append(records)
    }
    let run = Int.random(in: runs.indices, using: &random)
    let position = Int.random(in: runs[run].indices, using: &random)
    guard case .step(var step) = runs[run][position] else { return }
    let wrong = Self.wrongTarget(of: step, in: machine, &random)
    (step.to, step.verdict) = (wrong, step.from == wrong ? .stayed : .moved)
    runs[run][position] = .step(step)

    let report = Conformance.judge(records: Self.woven(runs, &random), declared: [machine])
    let result = try #require(report.machines.first)
    let only = try #require(result.undeclared.first?.step)
    #expect(result.undeclared.count == 1 && only.count == 1 && result.undeclaredSteps == 1)
    #expect(only.firstSequence == step.seq && only.firstInstance == step.instance)
    #expect(only.key.from == step.from && only.key.event == step.event && only.key.to == wrong)
    #expect(result.divergedInstances == 1)
    #expect(result.divergences.map(\.instance) == [step.instance])
    #expect(result.divergences.map(\.sequence) == [step.seq])
    // The next step of the instance begins where the true one ended, not the corrupted one.
    let isLast = position == runs[run].count - 1
    #expect(result.gaps.map(\.leftIn) == (isLast ? [] : [wrong]))
    let whole = isLast ? 120.0 : 121
    #expect(result.fitness == 119 / whole && report.fitness == 119 / whole)
  }

  /// A target that no edge of the state declares for the event.
  private static func wrongTarget(
    of step: StepRecord, in machine: Machine, _ random: inout SplitMix
  ) -> String {
    let edges = machine.transitions.filter { $0.from == step.from && $0.event.name == step.event }
    let declared = edges.map { $0.to ?? step.from }
    return machine.states.map(\.name).filter { !declared.contains($0) && $0 != step.from }
      .randomElement(using: &random) ?? "nowhere"
  }

  /// The records of all runs in a random order, those of each in their own.
  private static func woven(_ runs: [[Record]], _ random: inout SplitMix) -> [Record] {
    var rest = runs.map { $0[...] }
    var woven: [Record] = []
    while let next = rest.indices.filter({ !rest[$0].isEmpty }).randomElement(using: &random) {
      woven.append(rest[next].removeFirst())
    }
    return woven
  }
}

/// SplitMix64: a generator with a seed, so that a failure can be run again.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }
}
