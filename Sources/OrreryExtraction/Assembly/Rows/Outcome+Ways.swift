import OrreryExecution

/// Conditions of which one of several holds, told one by one.
extension Outcome {
  /// The outcome, once for each conjunction of conditions under which it comes.
  var spread: [Outcome] { allWays.filter { !$0.isImpossible } }

  /// The same, with those that contradict what else is known.
  var allWays: [Outcome] {
    guard guards.contains(where: { !$0.ways.isEmpty }), var path = end else { return [self] }
    (path.guards, path.decided) = (guards, decided ?? 0)
    guard let ways = path.spread() else { return [self] }
    return ways.map { way in
      var outcome = self
      outcome.isImpossible = way.isImpossible
      outcome.guards = way.guards
      if decided != nil { outcome.decided = way.decided }
      return outcome
    }
  }
}
