/// What differs between two sets of machines.
public struct ModelDiff: Hashable, Sendable {
  /// Two versions of one machine.
  public struct Pair: Hashable, Sendable {
    public var old: Machine
    public var diff: MachineDiff

    public var new: Machine { diff.new }
    /// Whether the machine goes under another id, and was found by what it does.
    public var isRenamed: Bool { old.id != new.id }
  }

  public let added: [Machine]
  public let removed: [Machine]
  /// The machines that both have and that differ, in the order of the new.
  public let changed: [Pair]

  public var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty }

  /// - Complexity: O(*n* + *ra*) for *r* machines that went and *a* that came.
  public init(from old: [Machine], to new: [Machine]) {
    let before = Dictionary(old.map { ($0.id, $0) }) { first, _ in first }
    let ids = Set(new.map(\.id))
    let gone = old.filter { !ids.contains($0.id) }
    let come = new.filter { before[$0.id] == nil }
    let renamed = Similarity.pairs(gone, come, \.features, \.features)
    let origins = Dictionary(renamed.map { ($0.new.id, $0.old) }) { first, _ in first }
    let found = Set(renamed.map(\.old.id))
    removed = gone.filter { !found.contains($0.id) }
    added = come.filter { origins[$0.id] == nil }
    changed = new.compactMap { machine in
      guard let previous = before[machine.id] ?? origins[machine.id] else { return nil }
      let pair = Pair(old: previous, diff: MachineDiff(from: previous, to: machine))
      return pair.isRenamed || !pair.diff.isEmpty ? pair : nil
    }
  }
}
