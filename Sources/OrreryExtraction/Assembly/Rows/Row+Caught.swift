import OrreryExecution
import OrreryModel

/// Rows that come of what any of several calls throws.
extension Row {
  /// More rows than this that do the same, whatever was thrown, are better told as one.
  private static let mostErrors = 3

  /// Joins the rows that come of many errors and do the same: what they ask in common is told.
  static func caught(_ rows: [Row]) -> [Row] {
    guard rows.contains(where: \.tellsError) else { return rows }
    var (result, left) = (rows, Set<Int>())
    for same in Dictionary(grouping: rows.indices, by: { Key(rows[$0]) }).values {
      let errors = same.filter { rows[$0].tellsError }
      guard errors.count > mostErrors, let first = errors.first else { continue }
      let common = errors.dropFirst().reduce(rows[first].clauses) { common, index in
        zip(common, rows[index].clauses).prefix { $0 == $1 }.map(\.0)
      }
      result[first].clauses = common
      result[first].transition.guard = Clause.wording(of: common)
      let covered = same.filter { index in common.allSatisfy(rows[index].clauses.contains) }
      for index in covered where index != first {
        result[first].own = result[first].own(or: rows[index])
      }
      left.formUnion(covered.filter { $0 != first })
    }
    return result.indices.filter { !left.contains($0) }.map { result[$0] }
  }

  private var tellsError: Bool {
    clauses.contains { !$0.isNegated && ($0.isThrow || $0.text.contains(" throws ||")) }
  }
}
