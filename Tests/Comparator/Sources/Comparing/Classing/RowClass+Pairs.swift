extension RowClass {
  /// The class of two rows of which one became the other.
  init(old: Row, new: Row) {
    let parts = old.differences(from: new)
    let telling = parts.subtracting([.place, .certainty])
    switch telling {
    case []:
      self = parts.isEmpty ? .equal : parts == [.place] ? .place : .certainty
    case [.guard]:
      self = Self.guardClass(old: old, new: new)
    case [.effect]:
      self = Self.effectClass(old: old, new: new)
    case [.guard, .effect]:
      self = .guardAndEffect
    default:
      let gravest: [(Row.Part, RowClass)] = [(.target, .target), (.kind, .kind), (.value, .value)]
      self = gravest.first { telling.contains($0.0) }?.1 ?? .regions
    }
  }

  private static func guardClass(old: Row, new: Row) -> RowClass {
    guard let before = old.guard else { return .guardAdded }
    guard let now = new.guard else { return .guardDropped }
    if GuardClauses.of(before).sorted() == GuardClauses.of(now).sorted() { return .clauseOrder }
    return old.likeness(to: new) > 0 ? .guard : .guardOther
  }

  private static func effectClass(old: Row, new: Row) -> RowClass {
    if old.effects.count < new.effects.count, new.effects.holdsAll(of: old.effects) {
      return .effectAdded
    }
    if new.effects.count < old.effects.count, old.effects.holdsAll(of: new.effects) {
      return .effectDropped
    }
    return .effect
  }
}

/// A guard taken apart at the `&&` that are in no brackets and in no string.
enum GuardClauses {
  static func of(_ text: String) -> [String] {
    var clauses: [String] = []
    var clause = ""
    var depth = 0
    var isQuoted = false
    var previous: Character = " "
    for character in text {
      clause.append(character)
      if character == "\"", previous != "\\" { isQuoted.toggle() }
      if !isQuoted {
        if "([{".contains(character) { depth += 1 }
        if ")]}".contains(character) { depth -= 1 }
        if depth == 0, character == "&", previous == "&" {
          clauses.append(folded(clause.dropLast(2)))
          clause = ""
        }
      }
      previous = character
    }
    return clauses + [folded(clause[...])]
  }

  /// The clause with single spaces.
  private static func folded(_ text: Substring) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension [String] {
  /// Whether each element of another array is here, as often as it is there.
  func holdsAll(of others: [String]) -> Bool {
    var rest = self
    return others.allSatisfy { other in
      guard let index = rest.firstIndex(of: other) else { return false }
      rest.remove(at: index)
      return true
    }
  }
}
