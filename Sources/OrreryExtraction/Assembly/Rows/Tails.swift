import OrreryExecution

/// Conditions behind the last write of the state, among rows of one event in one state.
enum Tails {
  /// More rows are left as they are.
  private static let mostRows = 48

  /// A row: its clauses, how many of them stand before the write, and what it tells.
  struct Tail<Told: Hashable> {
    var clauses: [Clause]
    var decided: Int?
    var told: Told
  }

  private struct End<Told: Hashable>: Hashable {
    var clauses: [Clause]
    var told: Told
  }

  /// The clauses of rows without the conditions behind the write after which the same comes, whatever
  /// their answers: `switch x { … }` where no branch does anything that a row tells.
  static func reduced<Told>(_ rows: [Tail<Told>]) -> [[Clause]] {
    guard rows.count <= mostRows else { return rows.map(\.clauses) }
    var rows = rows
    // What a clause leaves to the next one comes first.
    for place in (0..<(rows.map(\.clauses.count).max() ?? 0)).reversed() {
      var seen: Set<[Clause]> = []
      for row in rows where row.decided.map({ $0 <= place }) ?? false {
        let start = Array(row.clauses.prefix(place))
        guard start.count == place, seen.insert(start).inserted else { continue }
        while let same = alike(rows, behind: start) {
          for (index, count) in same { rows[index].clauses.removeSubrange(place..<place + count) }
        }
      }
    }
    return rows.map(\.clauses)
  }

  /// The rows that begin by some clauses, where the same follows whatever the next ones say, with the
  /// number of these.
  private static func alike<Told>(
    _ rows: [Tail<Told>], behind start: [Clause]
  ) -> [(index: Int, count: Int)]? {
    let found = rows.indices.filter { rows[$0].clauses.starts(with: start) }
    let isBehind = { (row: Tail<Told>) in
      row.decided.map { $0 <= start.count } ?? false && row.clauses.count > start.count
    }
    guard found.allSatisfy({ isBehind(rows[$0]) }) else { return nil }
    let answers = Set(found.map { rows[$0].clauses[start.count] })
    guard answers.count > 1 else { return nil }
    var ways: [Clause: Set<End<Told>>] = [:]
    var result: [(Int, Int)] = []
    for index in found {
      let rest = rows[index].clauses[start.count...]
      // What none of the patterns of a `switch` matches denies all of them.
      let denials = rest.prefix { $0.isNegated && answers.contains($0.negated) }.count
      let count = max(denials, 1)
      let end = End(clauses: Array(rest.dropFirst(count)), told: rows[index].told)
      ways[rest[start.count], default: []].insert(end)
      result.append((index, count))
    }
    guard let first = ways.first?.value, ways.values.allSatisfy({ $0 == first }) else {
      return nil
    }
    return result
  }
}
