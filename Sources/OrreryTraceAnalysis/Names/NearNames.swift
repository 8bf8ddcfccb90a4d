/// Finds the names that somebody may have meant by another one.
package enum NearNames {
  /// The names that are close enough to be a slip of the keyboard or an older spelling, the closest
  /// first, three at most.
  package static func nearest(to name: String, in names: some Sequence<String>) -> [String] {
    ranked(names) { rank(name, $0) }
  }

  /// The same for ids of machines, of which the module or an enclosing type may be another one.
  package static func nearestIDs(to id: String, in ids: some Sequence<String>) -> [String] {
    let type = id.lastPart
    return ranked(ids) { other in
      rank(type, other.lastPart).map { $0 * 1000 + min(999, rank(id, other) ?? 999) }
        ?? rank(id, other).map { 1_000_000 + $0 }
    }
  }

  private static func ranked(
    _ names: some Sequence<String>, by rank: (String) -> Int?
  ) -> [String] {
    names.compactMap { name in rank(name).map { (name, $0) } }
      .sorted { ($0.1, $0.0) < ($1.1, $1.0) }.prefix(3).map(\.0)
  }

  /// How far a name is from another one; nothing where it is too far to be meant.
  private static func rank(_ name: String, _ other: String) -> Int? {
    let (name, other) = (name.lowercased(), other.lowercased())
    let limit = max(1, name.count / 3)
    // A long name is not compared letter by letter to be refused.
    if abs(name.count - other.count) <= limit {
      let distance = distance(name, other)
      if distance <= limit { return distance }
    }
    let (short, long) = name.count < other.count ? (name, other) : (other, name)
    return short.count >= 3 && long.contains(short) ? long.count - short.count : nil
  }

  /// The number of characters to insert, delete or replace, or of neighbours to exchange (the
  /// distance of optimal string alignment, after Damerau and Levenshtein).
  ///
  /// - Complexity: O(*nm*) time and O(*m*) memory in the lengths of the texts.
  package static func distance(_ lhs: String, _ rhs: String) -> Int {
    let (source, target) = (Array(lhs), Array(rhs))
    var before: [Int] = []
    var last: [Int] = []
    var row = Array(0...target.count)
    for (line, character) in source.enumerated() {
      (before, last) = (last, row)
      row[0] = line + 1
      for (column, other) in target.enumerated() {
        let replaced = last[column] + (character == other ? 0 : 1)
        row[column + 1] = min(replaced, last[column + 1] + 1, row[column] + 1)
        if line > 0, column > 0, character == target[column - 1], source[line - 1] == other {
          row[column + 1] = min(row[column + 1], before[column - 1] + 1)
        }
      }
    }
    return row[target.count]
  }
}

extension String {
  /// What stands behind the last dot.
  fileprivate var lastPart: String {
    lastIndex(of: ".").map { String(self[index(after: $0)...]) } ?? self
  }
}
