import OrderedCollections
import OrreryModel

/// A row of a page's table, before it is told as one with the rows that say the same.
struct MarkdownRow {
  /// The states that it tells of; none in a table of actions.
  var states: [String] = []
  var events: [Event.ID]
  var condition: String?
  /// Where it leads, already as Markdown.
  var target = ""
  var kind = ""
  var writes: [String] = []
  var effect = ""
  var remark = ""
  var lines: [SourceLocation]

  /// What rows say, apart from what they say it of.
  private struct Said: Hashable {
    var condition: String?
    var texts: [String]
  }

  private var said: Said {
    Said(condition: condition, texts: [target, kind, effect, remark] + writes)
  }

  private struct ByState: Hashable {
    var region: Int?
    var events: Set<Event.ID>
    var said: Said
  }

  private struct ByEvent: Hashable {
    var states: Set<String>
    var said: Said
  }

  /// Rows that differ in their states alone as one, and those that differ in their events alone, in
  /// the order of the first of each: by states first, or by events where that leaves fewer rows.
  static func joined(_ rows: [Self], region: (String) -> Int?) -> [Self] {
    let byState = { (row: Self) in
      ByState(
        region: row.states.first.flatMap(region), events: Set(row.events), said: row.said)
    }
    let byEvent = { (row: Self) in ByEvent(states: Set(row.states), said: row.said) }
    let statesFirst = merged(merged(rows, by: byState), by: byEvent)
    let eventsFirst = merged(merged(rows, by: byEvent), by: byState)
    return eventsFirst.count < statesFirst.count ? eventsFirst : statesFirst
  }

  private static func merged<Key: Hashable>(_ rows: [Self], by key: (Self) -> Key) -> [Self] {
    let groups = OrderedDictionary(grouping: rows, by: key)
    return groups.values.map { group in
      group.dropFirst().reduce(into: group[0]) { row, other in
        row.states.append(missing: other.states)
        row.events.append(missing: other.events)
        row.lines.append(missing: other.lines)
      }
    }
  }
}

extension Array where Element: Equatable {
  fileprivate mutating func append(missing others: [Element]) {
    for other in others where !contains(other) { append(other) }
  }
}
