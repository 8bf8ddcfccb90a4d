extension Row {
  /// How much the conditions of two rows have in common, from 0 to 1: the share of their words that
  /// both have.
  ///
  /// A condition without words of its own, such as `one of several conditions`, is a little like any
  /// other one.
  func likeness(to other: Row) -> Double {
    let (ours, theirs) = (conditionWords, other.conditionWords)
    if ours == theirs { return 1 }
    if ours.isEmpty || theirs.isEmpty { return 0.01 }
    return Double(ours.intersection(theirs).count) / Double(ours.union(theirs).count)
  }

  /// Whether the row may be another one whose guard is told in other words.
  ///
  /// Rows of one place come from one statement, and need have no word in common. Others do: else
  /// the loss of one row and the gain of another would be called a rewording.
  func maySay(_ other: Row, ignoring parts: Set<Part>) -> Bool {
    guard parts.contains(.guard), parts.contains(.place) else { return true }
    if self.guard == nil || other.guard == nil { return !parts.contains(.effect) }
    return likeness(to: other) > 0
  }

  private var conditionWords: Set<Substring> {
    let text = ([self.guard].compactMap(\.self) + when).joined(separator: " ")
    let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    return Set(words).subtracting(Self.commonWords)
  }

  /// Words that say nothing about what is asked.
  private static let commonWords: Set<Substring> = [
    "case", "let", "var", "self", "state", "nil", "true", "false", "is", "in", "as", "or", "one",
    "of", "several", "conditions",
  ]
}
