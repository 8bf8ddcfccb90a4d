/// Conditions of which one of several holds.
extension Clause {
  /// Whether it says that a call has thrown.
  package var isThrow: Bool { !isNegated && text.hasSuffix(" throws") }

  /// More conjunctions than this are better told as one condition.
  package static let mostWays = 4

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

  /// The clause, where what was found out about some values is forgotten.
  func forgetting(where isForgotten: (Symbol) -> Bool) -> Clause {
    guard ways.contains(where: { $0.facts?.keys.contains(where: isForgotten) ?? false }) else {
      return self
    }
    return knowing { way, _ in way.facts?.filter { !isForgotten($0.key) } }
  }

  /// The clause, where no more is known than by another one that says the same.
  func weaker(than other: Clause) -> Clause {
    guard !isSame(as: other), !ways.isEmpty else { return self }
    let others = other.ways
    return knowing { way, index in
      guard others.count == ways.count else { return [:] }
      guard let mine = way.facts, let theirs = others[index].facts else {
        return way.facts ?? others[index].facts
      }
      return mine.filter { theirs[$0.key]?.agrees(with: $0.value) ?? false }
    }
  }

  private func knowing(_ facts: (Alternative, Int) -> Facts?) -> Clause {
    let known = ways.enumerated().map { index, way in
      Alternative(clauses: way.clauses, facts: facts(way, index))
    }
    return Clause(text: text, choice: choice, ways: known).standing(standing)
  }
}

/// Conditions of which one of several holds, told one by one.
extension Path {
  /// The path, once for each conjunction of conditions under which it is taken, be it that some of
  /// them contradict what else is known; nothing where they are too many.
  ///
  /// - Parameter count: How many conditions stay as they are.
  package func spread(after count: Int = 0) -> [Path]? {
    guard guards.dropFirst(count).contains(where: { !$0.ways.isEmpty }) else { return [self] }
    var start = self
    start.guards = Array(guards.prefix(count))
    var result = [start]
    for (index, clause) in guards.enumerated().dropFirst(count) {
      let only = Clause.Alternative(clauses: [clause], facts: [:])
      let ways = clause.ways.isEmpty ? [only] : clause.ways
      guard result.count * ways.count <= Clause.mostWays else { return nil }
      result = result.flatMap { path in ways.map(path.taking) }
      if index + 1 == decided {
        for index in result.indices { result[index].decided = result[index].guards.count }
      }
    }
    return result
  }

  /// The path where an alternative holds: no run takes it where what is known rules that out.
  private func taking(_ way: Clause.Alternative) -> Path {
    var path = self
    path.guards += way.clauses
    guard let facts = way.facts else {
      path.isImpossible = true
      return path
    }
    if facts.isEmpty { return path }
    for (symbol, fact) in facts where !path.isImpossible {
      path.isImpossible = path.excludes(symbol, fact)
      path.learn(fact, of: symbol)
    }
    path.isImpossible = path.isRefused
    return path
  }
}
