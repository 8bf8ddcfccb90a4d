import Foundation

/// The difference between two texts in the unified format of POSIX `diff -u`.
struct UnifiedDiff {
  private enum Edit {
    case keep(old: Int, new: Int)
    case remove(Int)
    case insert(Int)

    var isChange: Bool {
      if case .keep = self { false } else { true }
    }
  }

  /// One line of the result.
  struct Line: Hashable, Sendable {
    /// `-`, `+`, a space, or `@` for a heading.
    var mark: Character
    var text: String
  }

  /// How many unchanged lines are shown around a change.
  private static let context = 3

  let lines: [Line]

  /// - Parameters:
  ///   - old: The lines as they are, and new: as they should be.
  ///   - key: What of a line is compared; lines of equal keys are shown as unchanged.
  /// - Complexity: O(*nd*) for *d* differences (Myers).
  init(_ old: [String], _ new: [String], oldKeys: [String], newKeys: [String]) {
    let edits = Self.edits(oldKeys, newKeys)
    lines = Self.hunks(edits).flatMap { range in
      [Self.heading(edits, range)] + edits[range].map { Self.line($0, old, new) }
    }
  }

  var isEmpty: Bool { lines.isEmpty }

  var text: String { lines.map { "\($0.mark)\($0.text)\n" }.joined() }

  private static func edits(_ old: [String], _ new: [String]) -> [Edit] {
    let difference = new.difference(from: old)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var edits: [Edit] = []
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      if removed.contains(left) {
        edits.append(.remove(left))
        left += 1
      } else if inserted.contains(right) {
        edits.append(.insert(right))
        right += 1
      } else {
        edits.append(.keep(old: left, new: right))
        (left, right) = (left + 1, right + 1)
      }
    }
    return edits
  }

  /// Ranges of edits around the changes, joined where they touch.
  private static func hunks(_ edits: [Edit]) -> [Range<Int>] {
    var hunks: [Range<Int>] = []
    for position in edits.indices where edits[position].isChange {
      let start = max(0, position - context)
      let end = min(edits.count, position + context + 1)
      if let last = hunks.last, start <= last.upperBound {
        hunks[hunks.count - 1] = last.lowerBound..<end
      } else {
        hunks.append(start..<end)
      }
    }
    return hunks
  }

  private static func line(_ edit: Edit, _ old: [String], _ new: [String]) -> Line {
    switch edit {
    case .keep(_, let position): Line(mark: " ", text: new[position])
    case .remove(let position): Line(mark: "-", text: old[position])
    case .insert(let position): Line(mark: "+", text: new[position])
    }
  }

  private static func heading(_ edits: [Edit], _ range: Range<Int>) -> Line {
    func span(_ counts: (Edit) -> Bool) -> String {
      let before = edits[..<range.lowerBound].count(where: counts)
      let count = edits[range].count(where: counts)
      // An empty span is named by the line before it.
      return "\(count == 0 ? before : before + 1),\(count)"
    }
    let old = span { if case .insert = $0 { false } else { true } }
    let new = span { if case .remove = $0 { false } else { true } }
    return Line(mark: "@", text: "@ -\(old) +\(new) @@")
  }
}
