import OrderedCollections
import OrreryModel

/// The long texts of a page, each said once in a list, and in tables by its number.
struct MarkdownNotes {
  /// The numbers, from 1, in the order of the page.
  private var numbers: OrderedDictionary<String, Int> = [:]

  /// - Parameter rows: All the rows of the page that refer to the notes.
  init(_ rows: [MarkdownRow]) {
    var uses: OrderedDictionary<String, Int> = [:]
    for row in rows {
      for clause in Self.clauses(row.condition) where clause.text.length > Self.repeatedCondition {
        uses[clause.text, default: 0] += clause.text.length > Self.longCondition ? 2 : 1
      }
      for text in row.writes + [row.effect] where text.length > Self.repeatedText {
        uses[text, default: 0] += 1
      }
    }
    for (text, count) in uses where count > 1 { numbers[text] = numbers.count + 1 }
  }

  /// The lengths, in characters, from which a text is a note: a condition that stands alone, and what
  /// is said several times.
  private static let longCondition = 100
  private static let repeatedCondition = 32
  private static let repeatedText = 60

  /// The conditions that all hold, each without the sign that turns it round.
  private static func clauses(_ condition: String?) -> [(text: String, isTrue: Bool)] {
    guard let condition else { return [] }
    return GuardText.clauses(of: condition).map { clause in
      let rest = String(clause.dropFirst())
      let isTurned = clause.hasPrefix("!") && GuardText.isOneOperand(rest)
      return (GuardText.unwrapped(isTurned ? rest : clause), !isTurned)
    }
  }

  /// A condition in a table: ``[1] and not [2] and `isOn` ``.
  func condition(_ condition: String?) -> String {
    guard let condition else { return "" }
    let clauses = Self.clauses(condition)
    guard clauses.contains(where: { numbers[$0.text] != nil }) else {
      return MarkdownText.code(condition)
    }
    return clauses.map { clause in
      let sign = clause.isTrue ? "" : "not "
      guard let number = numbers[clause.text] else { return sign + MarkdownText.code(clause.text) }
      return "\(sign)[\(number)]"
    }.joined(separator: " and ")
  }

  /// A write or an effect in a table: what it begins with, and the number of the whole.
  func code(_ text: String) -> String {
    guard let number = numbers[text] else { return MarkdownText.code(text) }
    return "\(MarkdownText.code(text.printable.cut(to: 40))) [\(number)]"
  }

  /// The notes as a part of the page.
  var lines: [String] {
    guard !numbers.isEmpty else { return [] }
    // A table, as an ordered list would be numbered anew by what stands around it.
    return ["## Notes", ""]
      + MarkdownText.table(
        ["Note", "Source"], numbers.map { ["[\($0.value)]", MarkdownText.code($0.key)] })
  }
}
