/// One machine on both sides.
public struct MachineComparison: Sendable {
  public var id: String
  /// The id on the new side, if it is another one.
  public var newID: String?
  public var presence: Presence
  public var differences: [Difference]
  public var facts: [Machine.Fact: FactComparison]

  /// On which sides a machine is.
  public enum Presence: String, CaseIterable, Sendable {
    case matched
    /// The same name in the same file has another id.
    case renamed
    case lost, gained
  }

  public init(old: Machine, new: Machine) {
    id = old.id
    newID = old.id == new.id ? nil : new.id
    presence = old.id == new.id ? .matched : .renamed
    differences = RowMatching.differences(old: old.rows, new: new.rows)
    facts = FactComparison.all(old: old, new: new)
  }

  public init(lost machine: Machine) {
    id = machine.id
    presence = .lost
    differences = machine.rows.map { Difference(.machineLost, old: [$0]) }
    facts = FactComparison.all(old: machine, new: nil)
  }

  public init(gained machine: Machine) {
    id = machine.id
    presence = .gained
    differences = machine.rows.map { Difference(.machineGained, new: [$0]) }
    facts = FactComparison.all(old: nil, new: machine)
  }

  /// Whether nothing at all is different.
  public var isEqual: Bool {
    presence == .matched && differences.allSatisfy { $0.kind == .equal }
      && facts.values.allSatisfy(\.isEqual)
  }
}

/// States, events or notes of both sides.
public struct FactComparison: Hashable, Sendable {
  public var equal = 0
  public var lost: [String] = []
  public var gained: [String] = []

  public init(old: [String], new: [String]) {
    var rest = new
    for text in old {
      if let index = rest.firstIndex(of: text) {
        rest.remove(at: index)
        equal += 1
      } else {
        lost.append(text)
      }
    }
    gained = rest
  }

  public var isEqual: Bool { lost.isEmpty && gained.isEmpty }

  static func all(old: Machine?, new: Machine?) -> [Machine.Fact: FactComparison] {
    let kinds = Machine.Fact.allCases.filter { $0 != .messages }
    return Dictionary(
      uniqueKeysWithValues: kinds.map {
        ($0, FactComparison(old: old?.facts[$0] ?? [], new: new?.facts[$0] ?? []))
      })
  }
}
