import OrreryExecution
import OrreryModel

/// A transition with its guard still in clauses, so that rows can be joined.
struct Row: JoinableRow {
  var transition: Transition
  var clauses: [Clause]
  /// How many of the clauses stand before the last write of the state; nothing where all may tell what
  /// happens.
  var decided: Int?
  /// What it asks for itself, where its effect is that of all rows which do the same.
  var own: OwnCalls?
  /// Whether it does nothing where it asks for nothing.
  var isIdle = false
  /// Whether it does nothing but to start what comes later.
  var isStart = false
  /// What tells the effect from others of its name.
  var effectDetail = ""
  /// Whether no run comes to it: what others would do there makes no difference.
  var isImpossible = false

  /// Joins rows that differ only in a condition and its opposite, and drops rows that others cover, or
  /// to which no run comes.
  static func merged(_ rows: [Row]) -> [Row] {
    let rows = decisive(rows.filter { !$0.isImpossible }) + rows.filter(\.isImpossible)
    return indifferent(rows.joined.filter { !$0.isImpossible }).joinedOnce.map(\.worded)
  }

  /// Leaves out the rows in which nothing happens where one of the same guard starts something: what
  /// tells the two apart is in no guard.
  ///
  /// Of those that say the same of several places one is left, and so it is of steps behind a wait that
  /// leave the state as it is. What is surely so need not be said to be likely too.
  static func told(_ rows: [Row]) -> [Row] {
    let starting = Set(rows.filter(\.isStart).map { Place($0.transition) })
    let kept = rows.filter {
      $0.transition.kind != .ignore || !starting.contains(Place($0.transition))
    }
    let sure = Set(kept.map(\.statement).filter { $0.certainty == .exact })
    var known: Set<Transition> = []
    return kept.filter { row in
      var statement = row.statement
      if statement.certainty == .inferred {
        statement.certainty = .exact
        if sure.contains(statement) { return false }
      }
      return !row.isIdleStep || known.insert(row.statement).inserted
    }
  }

  /// Whether it leaves the state as it is and need not say where.
  private var isIdleStep: Bool {
    transition.kind == .ignore
      || transition.kind == .stay && transition.event.origin == .internal
  }

  /// What it says: of an idle step, wherever that is.
  private var statement: Transition {
    guard isIdleStep else { return transition }
    var anywhere = transition
    (anywhere.location, anywhere.wildcard) = (.init(file: "", line: 0), nil)
    return anywhere
  }

  private struct Place: Hashable {
    var from: String
    var event: Event.ID
    var condition: String?
    var line: Int

    init(_ transition: Transition) {
      (from, event) = (transition.from, transition.event)
      (condition, line) = (transition.guard, transition.location.line)
    }
  }

  /// Leaves out the conditions of which the same row comes, whichever holds.
  private static func indifferent(_ rows: [Row]) -> [Row] {
    var result = rows
    for group in groups(of: rows) where group.count > 1 {
      for (index, row) in zip(group, group.map { rows[$0] }.indifferent()) { result[index] = row }
    }
    return result
  }

  /// The rows of each event in each state.
  private static func groups(of rows: [Row]) -> [[Int]] {
    Array(Dictionary(grouping: rows.indices) { Start(rows[$0]) }.values)
  }

  /// Leaves out the conditions behind the last write, where all that comes of them is the same row.
  private static func decisive(_ rows: [Row]) -> [Row] {
    var result = rows
    for group in groups(of: rows) {
      guard group.contains(where: { rows[$0].hasTail }) else { continue }
      let keys = group.map { Key(rows[$0]) }
      for (index, key) in zip(group, keys) where rows[index].hasTail {
        let (first, tail) = rows[index].decidedAndTail
        // That nothing is thrown is no condition: what happens then may be told by fewer.
        let isThrow = tail.contains(where: \.isThrow)
        let tells = zip(group, keys).contains { other, otherKey in
          otherKey != key
            && (rows[other].clauses.starts(with: first)
              || isThrow && first.starts(with: rows[other].clauses))
        }
        if !tells { result[index].clauses = Array(first) }
      }
      let tails = zip(group, keys).map {
        Tails.Tail(clauses: result[$0].clauses, decided: rows[$0].decided, told: $1)
      }
      for (index, clauses) in zip(group, Tails.reduced(tails)) { result[index].clauses = clauses }
    }
    return result
  }

  /// An event in a state.
  struct Start: Hashable {
    var from: String
    var event: Event.ID

    init(_ row: Row) { self.init(row.transition) }

    init(_ row: Transition) { self.init(from: row.from, event: row.event) }

    init(from: String, event: Event.ID) { (self.from, self.event) = (from, event) }
  }

  private var hasTail: Bool { decided.map { $0 < clauses.count } ?? false }

  /// The clauses before the last write, and those behind it.
  private var decidedAndTail: (ArraySlice<Clause>, ArraySlice<Clause>) {
    (clauses.prefix(decided ?? 0), clauses.dropFirst(decided ?? 0))
  }

  /// Both rows as one; nothing where they are none, or where what no run comes to would cover the other.
  func joined(with other: Row) -> Row? {
    guard let clauses = Self.either(clauses, other.clauses) else { return nil }
    var row = self
    (row.clauses, row.isImpossible) = (clauses, isImpossible && other.isImpossible)
    row.own = own(or: other)
    row.isIdle = isIdle && other.isIdle
    if isImpossible != other.isImpossible, clauses == (isImpossible ? self : other).clauses {
      return nil
    }
    return row
  }

  /// A row but for its condition.
  struct Key: Hashable {
    var transition: Transition
    var effectDetail: String

    init(_ row: Row) {
      (transition, effectDetail) = (row.transition, row.effectDetail)
      (transition.guard, transition.wildcard) = (nil, nil)
      transition.location.column = 0
    }
  }

  var key: Key { Key(self) }

  /// The row with a next state that the author tells.
  func inferred(to name: String) -> Row {
    var row = self
    row.transition.to = name
    (row.transition.kind, row.transition.certainty) =
      (name == transition.from ? .stay : .move, .inferred)
    return row
  }

  /// The row with the calls that it makes itself, and not those of others that do the same.
  var tellingOwnCalls: Row {
    guard let own else { return self }
    var row = self
    row.transition.effect = Effect.sequence(own.effects)
    row.transition.location = own.location
    if isIdle, own.effects.isEmpty { row.transition.kind = .ignore }
    return row
  }

  /// What it asks for itself, or another one does.
  func own(or other: Row) -> OwnCalls? {
    guard var own, let others = other.own else { return nil }
    own.effects = own.effects.asked(or: others.effects)
    return own
  }

  private var worded: Row {
    var row = self
    row.transition.guard = Clause.wording(of: clauses)
    if row.transition.certainty == .exact, clauses.contains(where: \.isDoubtful) {
      row.transition.certainty = .inferred
    }
    return row
  }
}

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
