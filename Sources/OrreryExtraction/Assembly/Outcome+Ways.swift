import OrreryExecution

/// Conditions of which one of several holds, told one by one.
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
