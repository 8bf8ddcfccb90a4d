import OrderedCollections
import OrreryExecution
import OrreryModel

/// Rows of one event in one state that do the same, but for what they call, told as one: those of one
/// condition behind a wait, where who came to it tells them apart, and all of an event that has too many
/// to be read.
///
/// A row of the latter says that the event may lead there, and leaves it to the source under which
/// condition.
struct CoarseRows {
  /// An event that goes more ways than this from one state is told by where it leads.
  static let mostWays = 16

  private(set) var transitions: [Transition] = []
  /// By each row that another stands for, that other.
  private(set) var joined: [RowKey: RowKey] = [:]

  /// The events that go too many ways from some state.
  private(set) var manyWays: Set<Event.ID> = []

  init(_ rows: [Transition]) {
    let rows = alike(rows)
    let groups = OrderedDictionary(grouping: rows, by: Row.Start.init)
    var told: Set<Row.Start> = []
    for row in rows {
      let start = Row.Start(row)
      guard let all = groups[start], all.count > Self.mostWays else {
        transitions.append(row)
        continue
      }
      if told.insert(start).inserted { add(all) }
    }
  }

  /// The rows, of which no two behind a wait say the same but for what they call.
  private mutating func alike(_ rows: [Transition]) -> [Transition] {
    let steps = rows.filter { $0.event.origin == .internal }
    var groups = Dictionary(grouping: steps, by: Alike.init)
    return rows.compactMap { first in
      guard first.event.origin == .internal else { return first }
      guard let rows = groups.removeValue(forKey: Alike(first)) else { return nil }
      guard rows.count > 1 else { return first }
      var row = Self.one(of: rows)
      (row.guard, row.certainty) = (first.guard, first.certainty)
      if rows.contains(where: { $0.certainty == .exact }) { row.certainty = .exact }
      for other in rows { joined[RowKey(other)] = RowKey(row) }
      return row
    }
  }

  private mutating func add(_ rows: [Transition]) {
    manyWays.insert(rows[0].event)
    for rows in OrderedDictionary(grouping: rows, by: Behavior.init).values {
      guard rows.count > 1 else {
        transitions.append(Self.short(rows[0]))
        continue
      }
      let row = Self.one(of: rows)
      let keys = Set(rows.map(RowKey.init))
      joined = joined.mapValues { keys.contains($0) ? RowKey(row) : $0 }
      for key in keys { joined[key] = RowKey(row) }
      transitions.append(row)
    }
  }

  /// A row without a condition that is as long as a list of all others.
  private static func short(_ row: Transition) -> Transition {
    var row = row
    if (row.guard?.count ?? 0) > Execution.longestGuard {
      row.guard = Execution.severalConditions.text
      if row.certainty == .exact { row.certainty = .inferred }
    }
    return row
  }

  /// What any of several rows does: sure where one of them has no condition.
  private static func one(of rows: [Transition]) -> Transition {
    var row = rows[0]
    let sure = rows.filter { $0.guard == nil }
    row.guard = sure.isEmpty ? Execution.severalConditions.text : nil
    if row.kind != .unresolved {
      row.certainty = sure.contains { $0.certainty == .exact } ? .exact : .inferred
    }
    if rows.contains(where: { $0.effect != row.effect }) {
      let effects = rows.map { $0.effect?.leaves ?? [] }
      row.effect = Effect.sequence(effects.dropFirst().reduce(effects[0]) { $0.asked(or: $1) })
    }
    if rows.contains(where: { $0.wildcard != row.wildcard }) { row.wildcard = nil }
    row.step = nil
    return row
  }

  /// What a row does, but for its calls.
  private struct Behavior: Hashable {
    var kind: Transition.Kind
    var to: String?
    var when: [Transition.Condition]
    /// What it raises and cancels.
    var orders: [Effect]
    var forwards: String?

    init(_ row: Transition) {
      (kind, to, when, forwards) = (row.kind, row.to, row.when, row.forwards)
      orders = (row.effect?.leaves ?? []).filter { if case .run = $0 { false } else { true } }
    }
  }

  private struct Alike: Hashable {
    var start: Row.Start
    var condition: String?
    var behavior: Behavior

    init(_ row: Transition) {
      (start, condition, behavior) = (Row.Start(row), row.guard, Behavior(row))
    }
  }
}

extension CoarseRows {
  /// That some rows of a machine stand for many.
  static func manyWays(of machine: Machine, _ footprint: Footprint) -> [Diagnostic] {
    let events = machine.events.filter { footprint.manyWays.contains($0.id) }.map { "'\($0.name)'" }
    guard !events.isEmpty else { return [] }
    return [
      Diagnostic(
        id: "many-ways", severity: .note, location: machine.location,
        message:
          "an event of '\(machine.name)' goes more than \(mostWays) ways from one state: "
          + "\(events.joined(separator: ", ")); the ways that lead to the same state are one row, "
          + "which does not tell their conditions")
    ]
  }
}
