/// The rows of one machine on both sides, and how far they are matched.
///
/// Rows are matched in steps, the strictest first, so that a row is never called reworded while an
/// equal one is there.
struct RowMatching {
  private(set) var differences: [Difference] = []
  private var old: [Row]
  private var new: [Row]

  /// What became of the rows of a machine.
  static func differences(old: [Row], new: [Row]) -> [Difference] {
    if let inOrder = sameRows(old: old, new: new) { return inOrder }
    var matching = RowMatching(old: old, new: new)
    matching.pairEqual()
    matching.pairReworded()
    matching.pairValues()
    matching.pairOtherAnswers()
    matching.resolveUnknown()
    matching.absorbRest()
    matching.giveUp()
    return matching.differences
  }

  private init(old: [Row], new: [Row]) {
    self.old = old
    self.new = new
  }

  /// The pairs of a machine whose rows are the same on both sides, in whatever order.
  private static func sameRows(old: [Row], new: [Row]) -> [Difference]? {
    guard old.count == new.count, old.counted == new.counted else { return nil }
    return zip(old, new).map { before, now in
      Difference(before == now ? .equal : .reordered, old: [before], new: [before])
    }
  }

  // MARK: - One row becomes another

  private mutating func pairEqual() {
    for parts: Set<Row.Part> in [[], [.place], [.certainty], [.place, .certainty]] {
      pair(ignoring: parts)
    }
  }

  /// The same state, event, target and kind in other words; a row at the same place first.
  private mutating func pairReworded() {
    let rewordings: [Set<Row.Part>] = [
      [.guard], [.effect], [.regions], [.guard, .effect], [.guard, .regions],
      [.guard, .effect, .regions],
    ]
    for parts in rewordings {
      pair(ignoring: parts.union([.certainty]))
      pair(ignoring: parts.union([.certainty, .place]))
    }
  }

  /// The same writes with other values: under the same condition, or else at the same place.
  private mutating func pairValues() {
    pair(ignoring: [.value, .certainty, .place])
    pair(ignoring: [.value, .effect, .certainty, .place])
    pair(ignoring: [.value, .guard, .effect, .certainty])
  }

  /// Another kind or target under the same condition.
  private mutating func pairOtherAnswers() {
    let parts: Set<Row.Part> = [.kind, .effect, .certainty, .place]
    pair(ignoring: parts)
    pair(ignoring: parts.union([.target, .value]))
  }

  /// Pairs rows that are equal but for some parts: those with the most similar conditions first,
  /// else in their order.
  private mutating func pair(ignoring parts: Set<Row.Part>) {
    guard !old.isEmpty, !new.isEmpty else { return }
    let candidates = Dictionary(grouping: new.indices) { new[$0].without(parts) }
    let groups = Dictionary(grouping: old.indices) { old[$0].without(parts) }
    var matches: [Int: Int] = [:]
    for (key, members) in groups {
      guard let others = candidates[key] else { continue }
      matches.merge(matched(members, with: others, ignoring: parts)) { first, _ in first }
    }
    for (before, now) in matches.sorted(by: { $0.key < $1.key }) {
      let kind = RowClass(old: old[before], new: new[now])
      differences.append(Difference(kind, old: [old[before]], new: [new[now]]))
    }
    let taken = Set(matches.values)
    old = old.indices.filter { matches[$0] == nil }.map { old[$0] }
    new = new.indices.filter { !taken.contains($0) }.map { new[$0] }
  }

  /// The best pairs of old and new rows of a group, by their positions.
  private func matched(
    _ members: [Int], with others: [Int], ignoring parts: Set<Row.Part>
  ) -> [Int: Int] {
    guard parts.contains(.guard) || parts.contains(.regions) else {
      return Dictionary(zip(members, others)) { first, _ in first }
    }
    let pairs = members.flatMap { before in
      others.filter { old[before].maySay(new[$0], ignoring: parts) }
        .map { (before, $0, old[before].likeness(to: new[$0])) }
    }
    var matches: [Int: Int] = [:]
    var taken: Set<Int> = []
    for (before, now, _) in pairs.sorted(by: { ($1.2, $0.0, $0.1) < ($0.2, $1.0, $1.1) })
    where matches[before] == nil && taken.insert(now).inserted {
      matches[before] = now
    }
    return matches
  }

  // MARK: - Rows that tell nothing

  /// A state and an event, in a region.
  private struct Trigger: Hashable {
    var region: String?
    var from: String?
    var origin: String
    var event: String

    init(_ row: Row) {
      (region, from, origin, event) = (row.region, row.from, row.origin, row.event)
    }
  }

  /// Sets rows that tell nothing against those of the same state and event that tell something.
  private mutating func resolveUnknown() {
    let (known, unknown) = (old.filter { !$0.isUnknown }, old.filter(\.isUnknown))
    let (newKnown, newUnknown) = (new.filter { !$0.isUnknown }, new.filter(\.isUnknown))
    let better = Self.together(unknown, newKnown, .known)
    let worse = Self.together(known, newUnknown, .unknown)
    let resolved = better + worse
    differences += resolved
    let settled = (old: Set(resolved.flatMap(\.old)), new: Set(resolved.flatMap(\.new)))
    old.removeAll { settled.old.contains($0) }
    new.removeAll { settled.new.contains($0) }
  }

  private static func together(_ old: [Row], _ new: [Row], _ kind: RowClass) -> [Difference] {
    let byTrigger = Dictionary(grouping: new, by: Trigger.init)
    var told: Set<Trigger> = []
    let triggers = old.map(Trigger.init).filter { told.insert($0).inserted }
    return triggers.compactMap { trigger in
      byTrigger[trigger].map { rows in
        Difference(kind, old: old.filter { Trigger($0) == trigger }, new: rows)
      }
    }
  }

  // MARK: - Fewer or more rows

  private mutating func absorbRest() {
    var matched = differences
    old.removeAll { matched.absorb($0, lost: true) }
    new.removeAll { matched.absorb($0, lost: false) }
    differences = matched
  }

  private mutating func giveUp() {
    differences += old.map { Difference(.lost, old: [$0]) }
    differences += new.map { Difference(.gained, new: [$0]) }
    (old, new) = ([], [])
  }
}

extension [Row] {
  /// How often each row is there.
  fileprivate var counted: [Row: Int] {
    reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}
