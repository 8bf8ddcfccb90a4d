extension [Difference] {
  /// Adds a row without a match to the one of the other side that covers it, if there is one.
  ///
  /// A row covers another where it is wider than its own match and asks for something similar, where
  /// it is unconditional, or where it asks for the same. A row that merely goes the same way covers nothing: what remains of two is
  /// a loss.
  ///
  /// - Parameter lost: Whether the row is an old one.
  mutating func absorb(_ row: Row, lost: Bool) -> Bool {
    for index in indices {
      guard let cover = self[index].cover(of: row, lost: lost) else { continue }
      if self[index].isWider(lost: lost) {
        self[index].kind = lost ? .merged : .split
        if lost { self[index].old.append(row) } else { self[index].new.append(row) }
      } else {
        append(
          lost
            ? Difference(.merged, old: [row], beside: [cover])
            : Difference(.split, new: [row], beside: [cover]))
      }
      return true
    }
    return false
  }
}

extension Difference {
  /// The row that covers one that the other side alone has.
  fileprivate func cover(of row: Row, lost: Bool) -> Row? {
    guard !old.isEmpty, !new.isEmpty else { return nil }
    let isWider = isWider(lost: lost)
    return (lost ? new : old).first { cover in
      cover.answersLike(row)
        && (cover.isUnconditional || cover.guard == row.guard && cover.when == row.when
          || isWider && (cover.guard == nil || cover.likeness(to: row) > 0))
    }
  }

  /// Whether the condition of these rows may have become wider, or was, if the row is a new one.
  fileprivate func isWider(lost: Bool) -> Bool {
    switch kind {
    case .guard, .guardOther, .guardAndEffect, .regions: true
    case .guardDropped, .merged: lost
    case .guardAdded, .split: !lost
    default: false
    }
  }
}

extension Row {
  /// Whether the row does all that another one does, on the same event.
  fileprivate func answersLike(_ row: Row) -> Bool {
    let parts: Set<Part> = [.guard, .effect, .regions, .certainty, .place]
    return event == row.event && target == row.target && without(parts) == row.without(parts)
      && effects.holdsAll(of: row.effects)
  }
}
