/// How many machines, rows and facts of each class there are, in one tree or in several.
public struct Tally: Sendable {
  /// Rows of a class on both sides.
  public struct Count: Hashable, Sendable {
    public var old = 0
    public var new = 0
  }

  /// Facts of a kind.
  public struct FactCount: Hashable, Sendable {
    public var equal = 0
    public var lost = 0
    public var gained = 0
  }

  public private(set) var rows: [RowClass: Count] = [:]
  public private(set) var machines: [MachineComparison.Presence: Int] = [:]
  public private(set) var facts: [Machine.Fact: FactCount] = [:]
  /// Machines of which nothing at all is different.
  public private(set) var equalMachines = 0

  public init(_ trees: [TreeComparison] = []) {
    for tree in trees { add(tree) }
  }

  public mutating func add(_ tree: TreeComparison) {
    for machine in tree.machines { add(machine) }
    add(tree.messages, to: .messages)
  }

  private mutating func add(_ machine: MachineComparison) {
    machines[machine.presence, default: 0] += 1
    if machine.isEqual { equalMachines += 1 }
    for difference in machine.differences {
      rows[difference.kind, default: Count()].old += difference.old.count
      rows[difference.kind, default: Count()].new += difference.new.count
    }
    for (kind, fact) in machine.facts { add(fact, to: kind) }
  }

  private mutating func add(_ fact: FactComparison, to kind: Machine.Fact) {
    facts[kind, default: FactCount()].equal += fact.equal
    facts[kind, default: FactCount()].lost += fact.lost.count
    facts[kind, default: FactCount()].gained += fact.gained.count
  }
}

extension Tally {
  /// All rows of both sides.
  public var total: Count {
    rows.values.reduce(into: Count()) {
      $0.old += $1.old
      $0.new += $1.new
    }
  }

  /// The share of rows that are of a class: of the old rows, or of the new ones where no old row can
  /// be of it.
  public func share(of kind: RowClass) -> Double {
    let count = rows[kind] ?? Count()
    return kind.isNewOnly
      ? Self.share(count.new, of: total.new) : Self.share(count.old, of: total.old)
  }

  /// The share of old rows that are told as well or better now.
  public var equalOrBetter: Double {
    let good = rows.filter { [.same, .better].contains($0.key.verdict) }
    return Self.share(good.values.reduce(0) { $0 + $1.old }, of: total.old)
  }

  private static func share(_ part: Int, of whole: Int) -> Double {
    whole == 0 ? (part == 0 ? 1 : 0) : Double(part) / Double(whole)
  }
}
