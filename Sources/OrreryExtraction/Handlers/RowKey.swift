import OrreryExecution
import OrreryModel

/// What tells a row of a model from others, whatever was joined to it: neither its guard nor its
/// column.
struct RowKey: Hashable {
  /// The state that the row starts from; nothing for an action.
  private(set) var from: String?
  private(set) var event: Event.ID
  private var to: String?
  private var kind: Transition.Kind?
  private var effect: Effect?
  private(set) var writes: [Action.Write]
  /// The start of the line that it is placed at.
  private(set) var line: SourceLocation

  init(_ transition: Transition) {
    (from, event, to) = (transition.from, transition.event, transition.to)
    (kind, effect, writes) = (transition.kind, transition.effect, [])
    line = transition.location.startOfLine
  }

  init(_ action: Action) {
    (from, event, to) = (nil, action.event, nil)
    (kind, effect, writes, line) = (nil, nil, action.writes, action.location.startOfLine)
  }

  /// The row under the event that stands for all that are nested in it.
  var undivided: RowKey? {
    event.outer.map { outer in
      var row = self
      row.event = outer
      return row
    }
  }
}

extension RowKey: Archived {
  static var blank: RowKey { RowKey(Action.blank) }

  mutating func pass(_ archive: inout Archive) throws(Archive.Damage) {
    try archive.pass(&self, by: \.from, \.event, \.to, \.kind, \.effect, \.writes, \.line)
  }
}

extension SourceLocation {
  var startOfLine: SourceLocation { SourceLocation(file: file, line: line) }
}

/// The rows of a model: what happens, and what is told to be open.
struct ModelRows {
  private let settled: Set<RowKey>
  private let open: Set<RowKey>
  private let states: Set<String>
  private let joined: [RowKey: RowKey]

  /// - Parameter joined: By each row that another stands for, that other.
  init(_ machine: Machine, joined: [RowKey: RowKey]) {
    self.joined = joined
    let all =
      machine.transitions.map { (key: RowKey($0), isOpen: $0.kind == .unresolved) }
      + machine.actions.map { (key: RowKey($0), isOpen: $0.certainty == .unresolved) }
    settled = Set(all.filter { !$0.isOpen }.map(\.key))
    open = Set(all.filter(\.isOpen).map(\.key))
    states = Set(machine.states.map(\.name))
  }

  /// Whether a row starts from something that is no state of the model.
  func isTemporary(_ row: RowKey) -> Bool { row.from.map { !states.contains($0) } ?? false }

  /// The row that tells of a path, which may stand for many; nothing where it is open or lost.
  func told(of path: RowKey) -> RowKey? { find(path, in: settled) }

  func isOpen(_ path: RowKey) -> Bool { find(path, in: open) != nil }

  private func find(_ row: RowKey, in rows: Set<RowKey>) -> RowKey? {
    var row: RowKey? = row
    while let next = row {
      let found = joined[next] ?? next
      if rows.contains(found) { return found }
      row = next.undivided
    }
    return nil
  }
}

extension Event.ID {
  /// The event around a nested action; the dots of what follows a wait are those of its callee.
  var outer: Event.ID? {
    guard origin != .internal else { return nil }
    return name.lastIndex(of: ".").map { Event.ID(origin, String(name[..<$0])) }
  }
}
