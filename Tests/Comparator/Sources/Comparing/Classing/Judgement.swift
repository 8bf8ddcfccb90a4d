/// Whether a comparison passes: what is refused in it, and what was accepted.
public struct Judgement: Sendable {
  /// A refused class in a machine, and how many rows are of it.
  public struct Refusal: Hashable, Sendable {
    public var tree: String
    public var machine: String
    public var kind: RowClass
    public var rows: Int
  }

  public private(set) var refused: [Refusal] = []
  public private(set) var accepted: [Refusal] = []
  /// Accepted subjects that nothing needs any more.
  public private(set) var needless: [Acceptance.Entry] = []

  public init(_ trees: [TreeComparison], accepting acceptance: Acceptance = Acceptance()) {
    var used: Set<Acceptance.Entry> = []
    for refusal in trees.flatMap(Self.refusals) {
      if let entry = acceptance.entry(for: refusal.kind, in: refusal.machine) {
        used.insert(entry)
        accepted.append(refusal)
      } else {
        refused.append(refusal)
      }
    }
    needless = acceptance.entries.filter { !used.contains($0) }
  }

  public var passes: Bool { refused.isEmpty }

  private static func refusals(in tree: TreeComparison) -> [Refusal] {
    tree.machines.flatMap { machine in
      let kinds = RowClass.allCases.filter { $0.verdict == .refused }
      return kinds.compactMap { kind -> Refusal? in
        let rows = machine.differences.filter { $0.kind == kind }.reduce(0) { $0 + $1.old.count }
        // A lost machine is a loss, even one without rows.
        let isLost = kind == .machineLost && machine.presence == .lost
        guard rows > 0 || isLost else { return nil }
        return Refusal(tree: tree.name, machine: machine.id, kind: kind, rows: rows)
      }
    }
  }
}
