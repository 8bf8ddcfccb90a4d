import OrderedCollections
import OrreryExecution
import OrreryModel

/// Rows of one event in one state that are too many to be read: those that lead to the same state are
/// told as one.
///
/// Which way is taken then is left to the source; that it may be taken is not. No row is dropped.
struct CoarseRows {
  /// More ways than this of one event in one state tell less than those that lead elsewhere do.
  private static let mostWays = 16

  private(set) var transitions: [Transition] = []
  /// Which events are told so.
  private(set) var note: Unresolved?
  /// The rows that others stand for.
  private(set) var joined: [RowKey: RowKey] = [:]

  init(_ rows: [Transition]) {
    let groups = OrderedDictionary(grouping: rows, by: Start.init)
    var told: Set<Start> = []
    for row in rows {
      let start = Start(row)
      guard let all = groups[start], all.count > Self.mostWays else {
        transitions.append(row)
        continue
      }
      if told.insert(start).inserted { add(all) }
    }
    note = Self.note(groups.filter { $0.value.count > Self.mostWays })
  }

  private static func note(_ groups: OrderedDictionary<Start, [Transition]>) -> Unresolved? {
    let events = OrderedSet(groups.keys.map(\.event.name))
    let rows = groups.values.joined().sorted { $0.location < $1.location }
    // The first place where an event does something, else the first of its rows.
    guard let first = events.first,
      let place = rows.first(where: { [.move, .stay].contains($0.kind) }) ?? rows.first
    else { return nil }
    let most = groups.values.map(\.count).max() ?? 0
    let others = events.count - 1
    let subject =
      others == 0 ? first : "\(first) and \(others) other event\(others == 1 ? "" : "s")"
    return Unresolved(
      location: place.location,
      reason:
        "\(subject) \(others == 0 ? "goes" : "go up to") \(most) ways from one state; those to "
        + "the same state are one row, which does not tell their conditions")
  }

  private mutating func add(_ rows: [Transition]) {
    for rows in OrderedDictionary(grouping: rows, by: Doing.init).values {
      let row = Self.one(of: rows)
      for other in rows { joined[RowKey(other)] = RowKey(row) }
      transitions.append(row)
    }
  }

  /// What any of several rows does.
  private static func one(of rows: [Transition]) -> Transition {
    var row = rows[0]
    let guards = rows.compactMap(\.guard)
    // What denies all others is long, and says no more.
    if rows.count > 1 || guards.contains(where: { $0.count > Execution.longestGuard }) {
      row.guard = guards.count < rows.count ? nil : Execution.severalConditions.text
    }
    let effects = rows.map { $0.effect?.leaves ?? [] }
    row.effect = Effect.sequence(effects.dropFirst().reduce(effects[0]) { $0.asked(or: $1) })
    if rows.contains(where: { $0.certainty == .exact }) { row.certainty = .exact }
    if rows.contains(where: { $0.wildcard != row.wildcard }) { row.wildcard = nil }
    row.step = nil
    return row
  }

  private struct Start: Hashable {
    var from: String
    var event: Event.ID

    init(_ row: Transition) { (from, event) = (row.from, row.event) }
  }

  /// What a row does, but for its calls.
  private struct Doing: Hashable {
    var kind: Transition.Kind
    var to: String?
    var when: [Transition.Condition]
    var raised: [String]
    var forwards: String?

    init(_ row: Transition) {
      (kind, to, when, forwards) = (row.kind, row.to, row.when, row.forwards)
      raised = row.effect?.raised ?? []
    }
  }
}
