import SwiftSyntax

/// A line of a doc comment by which the author tells what the code does not: `- Orrery: phase mode`.
public struct Hint: Hashable, Sendable {
  public enum Content: Hashable, Sendable {
    /// The next states of a method, where the source does not tell them.
    case to([String])
    /// The properties that name the states of a struct.
    case phase([String])
    /// What the machine is called.
    case name(String)
    /// The machine is left out.
    case skip
    /// No hint: what is wrong with it, as a sentence without its full stop.
    case malformed(String)
  }

  public var content: Content
  /// Where the line's mark is.
  public var position: AbsolutePosition

  /// What every hint begins with.
  static let mark = "- Orrery:"

  /// The hints in the doc comments in front of a node, in their order.
  public static func all(before node: some SyntaxProtocol) -> [Hint] {
    var offset = node.position.utf8Offset
    return node.leadingTrivia.flatMap { piece -> [Hint] in
      defer { offset += piece.sourceLength.utf8Length }
      switch piece {
      case .docLineComment(let text), .docBlockComment(let text): return all(in: text, at: offset)
      default: return []
      }
    }
  }

  private static func all(in comment: String, at start: Int) -> [Hint] {
    comment.split(whereSeparator: \.isNewline).compactMap { line -> Hint? in
      let text = line.drop { $0 == "/" || $0 == "*" || $0 == " " || $0 == "\t" }
      guard text.hasPrefix(mark) else { return nil }
      let offset = comment.utf8.distance(from: comment.startIndex, to: text.startIndex)
      return Hint(
        content: Content(text.dropFirst(mark.count)),
        position: AbsolutePosition(utf8Offset: start + offset))
    }
  }
}

extension Hint.Content {
  /// Reads what follows the mark.
  fileprivate init(_ text: Substring) {
    var words = text.split { $0 == " " || $0 == "\t" || $0 == "," }
    if words.last == "*/" { words.removeLast() }
    let names = words.dropFirst().map(String.init)
    switch words.first {
    case "to":
      let cases = names.filter { $0.hasPrefix(".") && $0.count > 1 }.map { String($0.dropFirst()) }
      self =
        cases.isEmpty || cases.count < names.count
        ? .malformed("`to` names the next states, as in `to .open, .shut`") : .to(cases)
    case "phase":
      self =
        names.isEmpty
        ? .malformed("`phase` names properties, as in `phase mode, alert`") : .phase(names)
    case "name":
      self =
        names.isEmpty
        ? .malformed("`name` says what the machine is called, as in `name Door`")
        : .name(names.joined(separator: " "))
    case "skip":
      self = names.isEmpty ? .skip : .malformed("`skip` stands alone")
    case let word:
      self = .malformed(
        "`\(word.map(String.init) ?? "")` is no hint; there are `to`, `phase`, `name` and `skip`")
    }
  }
}
