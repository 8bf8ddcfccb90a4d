import OrreryExecution

/// Conditions that decide nothing: whichever of them holds, the same row comes of it.
enum Indifference {
  /// More rows of one event are left as they are.
  private static let mostRows = 48

  /// The clauses of rows of one event in one state, without those that split rows which are alike.
  ///
  /// - Parameters:
  ///   - kinds: For each row what it tells; equal for rows that are alike.
  ///   - refused: The clauses of ways that no row stands for.
  static func removed(
    from clauses: [[Clause]], kinds: [Int], refused: [[Clause]] = []
  ) -> [[Clause]] {
    guard clauses.count <= mostRows, Set(kinds).count < kinds.count else { return clauses }
    var result = clauses
    for index in clauses.indices {
      let others =
        clauses.indices.filter { kinds[$0] != kinds[index] }.map { clauses[$0] } + refused
      let first = (0..<clauses[index].count).first { count in
        let start = clauses[index].prefix(count)
        let isSplit = clauses.indices.contains { other in
          other != index && kinds[other] == kinds[index] && clauses[other].starts(with: start)
        }
        return isSplit && others.allSatisfy { excludes($0, start) }
      }
      if let first { result[index] = Array(clauses[index].prefix(first)) }
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
