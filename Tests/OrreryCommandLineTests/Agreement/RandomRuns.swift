import Foundation
import OrreryModel
import OrreryTrace

/// A random machine with one answer to each event in each state, and random runs of it.
struct RandomRuns {
  private var random: SplitMix
  private(set) var machine: Machine

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
    machine = Machine(
      id: "App.Machine", name: "Machine", style: .mutating,
      location: SourceLocation(file: "M.swift", line: 1), stateKind: .enum)
    let states = (0..<Int.random(in: 2...6, using: &random)).map { "s\($0)" }
    let events = (0..<Int.random(in: 2...5, using: &random)).map { "e\($0)" }
    machine.states = states.map { State($0) }
    machine.initial = states.first
    machine.events = events.map { Event(.init(.input, $0)) }
    for from in states {
      for event in events { addAnswer(from, event, states) }
    }
  }

  private mutating func addAnswer(_ from: String, _ event: String, _ states: [String]) {
    let to = states.filter { $0 != from }.randomElement(using: &random) ?? from
    let answer: (to: String?, kind: Transition.Kind)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: answer = (from, .stay)
    case 1: answer = (nil, .ignore)
    case 2: answer = (nil, .reject)
    // Not declared, so that a run may contradict by taking it.
    case 3 where machine.transitions.contains { $0.from == from }: return
    default: answer = (to, .move)
    }
    machine.transitions.append(
      Transition(
        from: from, event: .init(.input, event), to: answer.to,
        location: SourceLocation(file: "M.swift", line: machine.transitions.count + 2),
        kind: answer.kind))
  }

  /// A run of the machine; where it is bad, one step goes where no edge leads, and the run goes on
  /// from there.
  mutating func run(number: Int, steps: Int, isBad: Bool) -> [Record] {
    var state = machine.initial ?? ""
    let bad = isBad ? Int.random(in: 1...steps, using: &random) : 0
    var records: [Record] = [
      .header(
        Header(run: "run\(number)", wall: Double(1000 + number), mono: 5, process: "p", pid: 1)),
      .machine(MachineRecord(machine: machine.id, style: "mutating")),
      .instance(
        InstanceRecord(phase: .started, machine: machine.id, instance: 1, state: state, at: 5)),
    ]
    for seq in 1...steps {
      let (event, to) = seq == bad ? contradiction(state) : answer(state)
      records.append(
        .step(
          StepRecord(
            seq: UInt64(seq), at: UInt64(seq) * 1000, machine: machine.id, instance: 1,
            origin: "input", event: event, from: state, to: to,
            verdict: state == to ? .none : .moved)))
      state = to
    }
    return records
  }

  private mutating func answer(_ state: String) -> (event: String, to: String) {
    let edges = machine.transitions.filter { $0.from == state }
    guard let edge = edges.randomElement(using: &random) else { return ("e0", state) }
    return (edge.event.name, edge.kind == .move ? edge.to ?? state : state)
  }

  /// Another target for a declared event, or an event that the state does not know.
  private mutating func contradiction(_ state: String) -> (event: String, to: String) {
    let edges = machine.transitions.filter { $0.from == state }
    let others = machine.states.map(\.name).filter { $0 != state }
    guard Bool.random(using: &random), let edge = edges.randomElement(using: &random),
      let to = others.filter({ $0 != edge.to }).randomElement(using: &random)
    else { return ("unheard", others.randomElement(using: &random) ?? state) }
    return (edge.event.name, to)
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
