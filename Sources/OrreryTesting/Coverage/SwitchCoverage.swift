import OrreryModel
import OrreryTrace

/// How much of a declared machine its recorded runs have taken, after the switch coverage of ISTQB.
public struct SwitchCoverage: Hashable, Sendable {
  /// What is counted.
  public enum Level: Int, CaseIterable, Sendable {
    /// Every transition: 0-switch coverage.
    case zeroSwitch
    /// Every pair of transitions of which one follows the other: 1-switch coverage.
    case oneSwitch
  }

  public let level: Level
  /// What is declared, in the order of declaration: `off + press → warming`.
  ///
  /// Transitions that differ only in their guard are one, because a recording does not tell them
  /// apart. Those that change nothing are not counted, nor are those of unknown target.
  public let declared: [String]
  /// What of it was taken.
  public let taken: Set<String>

  /// What was not taken, in the order of declaration.
  public var missing: [String] { declared.filter { !taken.contains($0) } }

  /// The part that was taken, from 0 to 1; all of it where nothing is declared.
  public var fraction: Double {
    declared.isEmpty ? 1 : Double(declared.count - missing.count) / Double(declared.count)
  }

  init(_ level: Level, of machine: Machine, records: some Sequence<Record>) {
    let edges = Edge.all(of: machine)
    let runs = Edge.runs(of: machine, records: records).map { steps in
      steps.filter(Set(edges).contains)
    }
    self.level = level
    switch level {
    case .zeroSwitch:
      declared = edges.map(\.description)
      taken = Set(runs.joined().map(\.description))
    case .oneSwitch:
      declared = edges.flatMap { first in
        edges.filter { $0.from == first.to }.map { "\(first), \($0)" }
      }
      taken = Set(runs.flatMap { steps in zip(steps, steps.dropFirst()).map { "\($0), \($1)" } })
    }
  }
}

/// A transition as a recording shows it.
private struct Edge: Hashable, CustomStringConvertible {
  var from: String
  var event: Event.ID
  var to: String

  var description: String { "\(from) + \(event.name) → \(to)" }

  /// The transitions that do something, each once.
  static func all(of machine: Machine) -> [Edge] {
    var seen: Set<Edge> = []
    return machine.transitions.compactMap { transition in
      guard [.move, .stay].contains(transition.kind), let to = transition.to else { return nil }
      let edge = Edge(from: transition.from, event: transition.event, to: to)
      return seen.insert(edge).inserted ? edge : nil
    }
  }

  /// The steps of each instance of the machine in each region, in order.
  static func runs(of machine: Machine, records: some Sequence<Record>) -> [[Edge]] {
    var runs: [Run: [Edge]] = [:]
    for case .step(let step) in records {
      guard
        step.machine == machine.id || Naming.matches(id: step.machine, name: machine.id)
          || Naming.matches(id: machine.id, name: step.machine),
        let origin = Event.Origin(rawValue: step.origin)
      else { continue }
      let names = zip(machine.declaredNames(of: step.from), machine.declaredNames(of: step.to))
      for (region, (from, to)) in names.enumerated() {
        runs[Run(instance: step.instance, region: region), default: []].append(
          Edge(from: from, event: Event.ID(origin, step.event), to: to))
      }
    }
    return runs.keys.sorted().compactMap { runs[$0] }
  }

  /// What follows one another: the steps of one instance, in one region.
  private struct Run: Hashable, Comparable {
    var instance: UInt64
    var region: Int

    static func < (a: Self, b: Self) -> Bool {
      (a.instance, a.region) < (b.instance, b.region)
    }
  }
}

extension Machine {
  /// The names of a recorded state as the declaration has them, one for each region.
  fileprivate func declaredNames(of recorded: String) -> [String] {
    guard stateKind == .struct, !regions.isEmpty else { return [recorded] }
    let values = Naming.properties(ofState: recorded)
    guard !values.isEmpty else { return [recorded] }
    return regions.compactMap { region in
      values.first { $0.name == region.name }.map { state($0.value, in: region.name) }
    }
  }
}
