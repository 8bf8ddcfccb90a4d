/// Ways that leave a piece of code by more than its end: they wait, trap, or throw.
extension Interpreter {
  /// How many ways have left so far.
  struct Departures: Equatable {
    fileprivate var trapped: Int
    fileprivate var suspended: Int
    fileprivate var thrown: [Int]
  }

  var departures: Departures {
    Departures(trapped: trapped.count, suspended: suspended.count, thrown: thrown.map(\.count))
  }

  /// The conditions of the only way to the end of a piece of code: what made others leave does not
  /// hold, and that alone; nothing where that is too much to say.
  func remainder(of way: Path, from base: Path, since mark: Departures) -> [Clause]? {
    let raised = zip(thrown, mark.thrown).flatMap { $0.dropFirst($1) }
    return remainder(of: way, from: base, beside: left(since: mark) + raised)
  }

  /// Several ways through a helper that have changed nothing as one, which goes on where none has
  /// left; that a helper throws is said by its call.
  func onlyWay(of ways: Evaluated, from base: Path, since mark: Departures) -> Path {
    var way = loosened(base.starting(tasksOf: ways), by: ways.map(\.0))
    let left = left(since: mark)
    if let guards = remainder(of: way, from: base, beside: left) {
      way.guards = guards
    } else if base.writeLocation == nil || suspended.count > mark.suspended {
      let guards = remainder(of: way, from: base, beside: left, upTo: Self.longestRemainder)
      way.guards = guards ?? base.guards + [Self.severalConditions]
    } else {
      // What stops the program behind the write is a row of its own: the write is made before.
      way.guards = base.guards
    }
    return way
  }

  /// Whether one of several ways is that a call has thrown which another way, one that has left, has
  /// come by: that bears no condition, and its opposite says nothing of the first.
  func hasFailed(beside flows: [Flow], since mark: Departures) -> Bool {
    let others = left(since: mark).map(\.path)
    guard !others.isEmpty else { return false }
    return flows.map(\.path).contains { way in
      way.guards.contains(where: \.isThrow)
        && others.contains { other in
          other.segment == way.segment && other.guards.allSatisfy(way.guards.contains)
        }
    }
  }

  private func left(since mark: Departures) -> [Flow] {
    Array(trapped.dropFirst(mark.trapped) + suspended.dropFirst(mark.suspended))
  }

  private func remainder(
    of way: Path, from base: Path, beside others: [Flow], upTo longest: Int = longestGuard
  ) -> [Clause]? {
    let start = way.segment == base.segment ? base.guards : []
    let left = alternatives(of: others, beside: way, after: start)
    if left.contains(where: \.isEmpty) { return start }
    let guards = start + left.map(Self.denied)
    let length = guards.dropFirst(start.count).reduce(0) { $0 + $1.text.count }
    return length > longest ? nil : guards
  }

  /// The conditions under which others have left, each by itself.
  private func alternatives(
    of others: [Flow], beside way: Path, after start: [Clause]
  ) -> [[Clause]] {
    others.map(\.path).reduce(into: []) { found, other in
      guard other.segment == way.segment, other.guards.starts(with: start) else { return }
      var clauses = Array(other.guards.dropFirst(start.count))
      // A call that throws has a twin that does not, and bears no condition.
      guard !clauses.contains(where: \.isThrow) else { return }
      while let index = found.firstIndex(where: { Row.joinable($0, clauses) != nil }),
        let joined = Row.joinable(found[index], clauses)
      {
        clauses = joined
        found.remove(at: index)
      }
      found.append(clauses)
    }
  }

  private static func denied(_ clauses: [Clause]) -> Clause {
    if clauses.count == 1 { return clauses[0].negated }
    return Clause(text: Clause.conjunction(clauses), isNegated: true)
  }
}

extension Clause {
  /// Whether it says that a call has thrown.
  var isThrow: Bool { !isNegated && text.hasSuffix(" throws") }
}
