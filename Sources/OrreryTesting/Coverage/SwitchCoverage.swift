import OrreryModel
import OrreryTrace
import OrreryTraceAnalysis

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

  /// Counts as `orrery trace coverage` does, so that a test and the command line say the same.
  init(_ level: Level, of machine: Machine, records: some Sequence<Record>) {
    var meter = CoverageMeter(declared: [machine])
    for record in records { meter.add(record) }
    let found = meter.report.machines.first
    self.level = level
    let items: [(name: String?, isCovered: Bool)] =
      switch level {
      case .zeroSwitch: (found?.edges ?? []).map { (machine.name($0.subject), $0.isCovered) }
      case .oneSwitch: (found?.pairs ?? []).map { (machine.name($0.subject), $0.isCovered) }
      }
    let named = items.compactMap { item in item.name.map { (name: $0, isCovered: item.isCovered) } }
    var seen: Set<String> = []
    declared = named.map(\.name).filter { seen.insert($0).inserted }
    taken = Set(named.filter(\.isCovered).map(\.name))
  }
}

extension Machine {
  /// What a transition is called, by its position; nothing where its target is not known.
  fileprivate func name(_ position: Int) -> String? {
    let edge = transitions[position]
    return edge.to.map { "\(edge.from) + \(edge.event.name) → \($0)" }
  }

  fileprivate func name(_ pair: EdgePair) -> String? {
    guard let first = name(pair.first), let second = name(pair.second) else { return nil }
    return "\(first), \(second)"
  }
}
