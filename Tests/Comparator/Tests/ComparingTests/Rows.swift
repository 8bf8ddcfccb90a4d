@testable import Comparing

extension Row {
  /// A row of a machine with the states `idle` and `busy`.
  static func move(
    _ from: String = "idle", _ event: String = "tap", if condition: String? = nil,
    to target: String? = "busy", doing effects: [String] = [], line: Int = 1
  ) -> Row {
    var row = Row(from: from, event: event, to: target)
    row.guard = condition
    row.effects = effects
    row.effectTree = effects.joined(separator: ", ")
    row.place = Place(file: "App.swift", line: line, column: 1)
    return row
  }

  /// A row of which nothing but its event is known.
  static func open(_ from: String = "idle", _ event: String = "tap") -> Row {
    move(from, event, to: nil).with { ($0.kind, $0.certainty) = (Row.unknown, Row.unknown) }
  }

  /// What a handler of a struct state writes: pairs of a property and a value.
  static func write(
    _ written: KeyValuePairs<String, String>, if condition: String? = nil, line: Int = 1
  ) -> Row {
    let text = written.map { "\($0.key) = \($0.value)" }.joined(separator: "; ")
    return move(if: condition, to: text, line: line).with {
      ($0.from, $0.kind, $0.properties) = (nil, "action", written.map { "\($0.key) =" })
    }
  }

  func with(_ change: (inout Row) -> Void) -> Row {
    var row = self
    change(&row)
    return row
  }
}

/// The classes of the old and new rows of a machine, each as `class old:new`, sorted.
func classes(_ old: [Row], _ new: [Row]) -> [String] {
  RowMatching.differences(old: old, new: new)
    .map { "\($0.kind.rawValue) \($0.old.count):\($0.new.count)" }.sorted()
}
