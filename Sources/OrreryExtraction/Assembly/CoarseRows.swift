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
  /// What is told no longer of each event, in the order of the rows.
  private(set) var notes: [Unresolved] = []
  /// The rows that others stand for.
  private(set) var joined: [RowKey: RowKey] = [:]

  init(_ rows: [Transition]) {
    let groups = OrderedDictionary(grouping: rows, by: Start.init)
    var most: OrderedDictionary<Event.ID, Int> = [:]
    for (start, rows) in groups where rows.count > Self.mostWays {
      most[start.event] = max(most[start.event] ?? 0, rows.count)
    }
    var told: Set<Start> = []
    for row in rows {
      let start = Start(row)
      guard let all = groups[start], all.count > Self.mostWays else {
        transitions.append(row)
        continue
      }
      if told.insert(start).inserted { add(all) }
    }
    notes = most.compactMap { event, count in
      Self.place(of: event, in: rows).map { place in
        Unresolved(
          location: place,
          reason:
            "\(event.name) goes \(count) ways from one state; those to the same state are one "
            + "row, which does not tell their conditions")
      }
    }
  }

  /// The first place where an event does something, else the first of its rows.
  private static func place(of event: Event.ID, in rows: [Transition]) -> SourceLocation? {
    let places = rows.filter { $0.event == event }.sorted { $0.location < $1.location }
    let busy = places.first { [.move, .stay].contains($0.kind) }
    return (busy ?? places.first)?.location
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
