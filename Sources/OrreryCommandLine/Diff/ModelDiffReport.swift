import OrreryModel
import OrreryModelFile

/// A comparison with the class of each change, and with what the configuration allows.
struct ModelDiffReport {
  struct Change: Hashable {
    var text: String
    var impact: MachineDiff.Impact
    var isAllowed: Bool
    var location: SourceLocation?
  }

  struct Entry {
    enum Kind: String {
      case added, removed, renamed, changed
    }

    var kind: Kind
    /// The id, with the old one before it where the machine was renamed.
    var title: String
    var machine: Machine
    var changes: [Change]
    /// Nothing where only one side has the machine.
    var diff: MachineDiff?
  }

  var old: String
  var new: String
  let entries: [Entry]

  init(_ diff: ModelDiff, old: String, new: String, allow: [String]) {
    (self.old, self.new) = (old, new)
    entries =
      diff.removed.map { Self.entry(.removed, $0, .breaking, allow) }
      + diff.added.map { Self.entry(.added, $0, .compatible, allow) }
      + diff.changed.map { Self.entry($0, allow) }
  }

  /// The gravest change that is not allowed.
  var impact: MachineDiff.Impact? {
    let found = Set(entries.flatMap(\.changes).filter { !$0.isAllowed }.map(\.impact))
    return MachineDiff.Impact.allCases.last { found.contains($0) }
  }

  func count(_ impact: MachineDiff.Impact) -> Int {
    entries.reduce(0) { $0 + $1.changes.count { $0.impact == impact && !$0.isAllowed } }
  }

  private static func entry(
    _ kind: Entry.Kind, _ machine: Machine, _ impact: MachineDiff.Impact, _ allow: [String]
  ) -> Entry {
    let text = "machine `\(machine.id)` \(kind.rawValue)"
    return Entry(
      kind: kind, title: machine.id, machine: machine,
      changes: [
        Change(
          text: text, impact: impact, isAllowed: isAllowed(text, machine.id, allow),
          location: kind == .added ? machine.location : nil)
      ])
  }

  private static func entry(_ pair: ModelDiff.Pair, _ allow: [String]) -> Entry {
    let machine = pair.new
    func change(_ text: String, _ impact: MachineDiff.Impact, _ place: SourceLocation) -> Change {
      Change(
        text: text, impact: impact, isAllowed: isAllowed(text, machine.id, allow), location: place)
    }
    let renamed =
      pair.isRenamed
      ? [
        change(
          "machine `\(pair.old.id)` renamed to `\(machine.id)`, by likeness", .breaking,
          machine.location)
      ] : []
    return Entry(
      kind: pair.isRenamed ? .renamed : .changed,
      title: pair.isRenamed ? "\(pair.old.id) → \(machine.id)" : machine.id, machine: machine,
      changes: renamed
        + pair.diff.changes.map {
          change($0.description, pair.diff.impact(of: $0), $0.location(in: machine))
        },
      diff: pair.diff)
  }

  /// Whether an entry of `diff.allow` is the sentence, with or without the machine's id before it; a
  /// star stands for any text.
  private static func isAllowed(_ text: String, _ machine: String, _ allow: [String]) -> Bool {
    allow.contains { pattern in
      TextPattern(pattern).matches(text) || TextPattern(pattern).matches("\(machine): \(text)")
    }
  }
}

/// A text in which `*` stands for any number of characters.
struct TextPattern {
  private let parts: [Substring]

  init(_ pattern: String) {
    parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
  }

  func matches(_ text: String) -> Bool {
    guard let first = parts.first, let last = parts.last, parts.count > 1 else {
      return parts.first.map { $0 == text[...] } ?? text.isEmpty
    }
    guard text.hasPrefix(first), text.count >= first.count + last.count, text.hasSuffix(last)
    else { return false }
    var rest = text.dropFirst(first.count).dropLast(last.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }
}

extension ModelDiffReport {
  var json: JSONText {
    [
      "schema": .string("orrery.diff/1"), "old": .string(old), "new": .string(new),
      "impact": .text(impact?.rawValue),
      "machines": .array(
        entries.map { entry in
          [
            "machine": .string(entry.title), "kind": .string(entry.kind.rawValue),
            "changes": .array(
              entry.changes.map { change in
                [
                  "text": .string(change.text), "impact": .string(change.impact.rawValue),
                  "allowed": .bool(change.isAllowed), "place": .text(change.location?.description),
                ]
              }),
          ]
        }),
    ]
  }
}
