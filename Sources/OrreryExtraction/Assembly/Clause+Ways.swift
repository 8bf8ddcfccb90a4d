import OrreryExecution

/// Conditions of which one of several holds, told one by one.

extension Clause {
  /// More conjunctions than this are better told as one condition.
  static let mostWays = 4

  /// The conjunctions of which one holds where some clauses do; nothing where they are too many.
  static func spread(_ clauses: [Clause]) -> [[Clause]]? {
    var result: [[Clause]] = [[]]
    for clause in clauses {
      let ways = clause.ways.isEmpty ? [[clause]] : clause.ways
      guard result.count * ways.count <= mostWays else { return nil }
      result = result.flatMap { known in ways.map { known + $0 } }
    }
    return result
  }
}

extension Outcome {
  /// The outcome, once for each conjunction of conditions under which it comes.
  var spread: [Outcome] {
    guard guards.contains(where: { !$0.ways.isEmpty }), let ways = Clause.spread(guards) else {
      return [self]
    }
    let first = decided.flatMap { Clause.spread(Array(guards.prefix($0))) }
    return ways.enumerated().map { index, clauses in
      var outcome = self
      outcome.guards = clauses
      if let first { outcome.decided = first[index / (ways.count / first.count)].count }
      return outcome
    }
  }
}
