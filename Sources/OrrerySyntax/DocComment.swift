import SwiftSyntax

/// The doc comment of a declaration.
public enum DocComment {
  /// The text in front of a declaration without `///`, `/**` and `*/`; nothing where there is none.
  ///
  /// Of several comments only those that follow each other without an empty line count.
  public static func text(of node: some SyntaxProtocol) -> String? {
    text(in: node.leadingTrivia)
  }

  /// The doc comment that a trivia ends with.
  public static func text(in trivia: Trivia) -> String? {
    var lines: [String] = []
    var newlines = 0
    for piece in trivia {
      switch piece {
      case .newlines(let count), .carriageReturns(let count), .carriageReturnLineFeeds(let count):
        newlines += count
      case .docLineComment(let comment):
        if newlines > 1 { lines = [] }
        lines.append(line(comment))
        newlines = 0
      case .docBlockComment(let comment):
        lines = block(comment)
        newlines = 0
      case .lineComment, .blockComment: newlines = 0
      default: break
      }
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  private static func line(_ comment: String) -> String {
    let text = comment.dropFirst(3)
    return trimmedEnd(text.first == " " ? text.dropFirst() : text)
  }

  private static func block(_ comment: String) -> [String] {
    var body = comment.dropFirst(3)
    if body.hasSuffix("*/") { body = body.dropLast(2) }
    var lines = body.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
      var text = $0.drop { $0 == " " || $0 == "\t" }
      if text.first == "*" { text = text.dropFirst() }
      return trimmedEnd(text.first == " " ? text.dropFirst() : text)
    }
    while lines.first?.isEmpty == true { lines.removeFirst() }
    return lines
  }

  private static func trimmedEnd(_ text: Substring) -> String {
    var text = text
    while let last = text.last, last.isWhitespace { text = text.dropLast() }
    return String(text)
  }
}
