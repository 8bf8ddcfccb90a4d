/// Conditions of which one of several holds.
extension Clause {
  /// Whether it says that a call has thrown.
  package var isThrow: Bool { !isNegated && text.hasSuffix(" throws") }

  /// More conjunctions than this are better told as one condition.
  package static let mostWays = 4

  /// The conjunctions of which one holds where some clauses do; nothing where they are too many.
  package static func spread(_ clauses: [Clause]) -> [[Clause]]? {
    var result: [[Clause]] = [[]]
    for clause in clauses {
      let ways = clause.ways.isEmpty ? [[clause]] : clause.ways
      guard result.count * ways.count <= mostWays else { return nil }
      result = result.flatMap { known in ways.map { known + $0 } }
    }
    return result
  }

  /// The clauses under which either of two rows holds, where those are again a conjunction.
  package static func joinable(_ a: [Clause], _ b: [Clause]) -> [Clause]? {
    // Guards are short: looking through them costs less than hashing them.
    let onlyLeft = a.indices.filter { !b.contains(a[$0]) }
    if onlyLeft.isEmpty { return a }
    let onlyRight = b.indices.filter { !a.contains(b[$0]) }
    if onlyRight.isEmpty { return b }
    guard onlyLeft.count == 1 || onlyRight.count == 1 else { return nil }
    let (left, right) = (a[onlyLeft[0]], b[onlyRight[0]])
    if onlyLeft.count == 1, onlyRight.count == 1 {
      return left.denies(right) ? a.filter { $0 != left } : nil
    }
    let (one, others) =
      onlyLeft.count == 1 ? (left, onlyRight.map { b[$0] }) : (right, onlyLeft.map { a[$0] })
    // `!(a && b)` beside `a && b`.
    guard one.mayDenySeveral, one.text == conjunction(others) else { return nil }
    return a.filter { b.contains($0) }
  }
}
