import OrreryExecution

/// What a way through a handler is told as, with its condition in clauses, so that rows can be joined.
protocol JoinableRow {
  associatedtype Key: Hashable

  /// All that it says but for its condition: only rows that have this in common are joined.
  var key: Key { get }
  var clauses: [Clause] { get set }

  /// Both rows as one; nothing where they are none.
  func joined(with other: Self) -> Self?
}

extension Array where Element: JoinableRow {
  /// The rows, each joined with the first before it that it is one with.
  var joinedOnce: [Element] {
    var result: [Element] = []
    var groups: [Element.Key: [Int]] = [:]
    for row in self {
      let key = row.key
      let joined = groups[key, default: []].lazy.compactMap { index in
        result[index].joined(with: row).map { (index, $0) }
      }.first
      if let (index, row) = joined {
        result[index] = row
      } else {
        groups[key, default: []].append(result.count)
        result.append(row)
      }
    }
    return result
  }

  /// The rows, joined until no two of them are one.
  var joined: [Element] {
    var rows = self
    while case let joined = rows.joinedOnce, joined.count < rows.count { rows = joined }
    return rows
  }

  /// Rows of one event in one state, without the conditions that decide nothing: whichever of them
  /// holds, the same row comes of it.
  ///
  /// - Parameter refused: The clauses of ways that no row stands for.
  func indifferent(beside refused: [[Clause]] = []) -> [Element] {
    let (keys, clauses) = (map(\.key), map(\.clauses))
    // The cost grows with the square of the rows: of more than 48 none is looked at.
    guard count <= 48, Set(keys).count < count else { return self }
    let kinds = keys.map { keys.firstIndex(of: $0) }
    var result = self
    for index in indices {
      let others = indices.filter { kinds[$0] != kinds[index] }.map { clauses[$0] } + refused
      let first = (0..<clauses[index].count).first { count in
        let start = clauses[index].prefix(count)
        let isSplit = indices.contains { other in
          other != index && kinds[other] == kinds[index] && clauses[other].starts(with: start)
        }
        return isSplit && others.allSatisfy { Self.excludes($0, start) }
      }
      if let first { result[index].clauses = [Clause](clauses[index].prefix(first)) }
    }
    return result
  }

  /// Whether a way cannot be one on which some clauses hold and nothing throws.
  private static func excludes(_ clauses: [Clause], _ others: ArraySlice<Clause>) -> Bool {
    let isDenied = clauses.contains { clause in
      others.contains(clause.negated) || (clause.isThrow && !others.contains(clause))
    }
    // Where two ways part, they have asked at one place.
    guard !isDenied, let (a, b) = zip(clauses, others).first(where: { $0 != $1 }) else {
      return isDenied
    }
    guard let left = CaseClause(a), let right = CaseClause(b) else { return false }
    return left.subject == right.subject && left.name != right.name
  }
}
