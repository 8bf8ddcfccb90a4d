import Foundation
import OrreryModel
import OrreryRendering

/// How the page of a machine is laid out: Markdown with `{{word}}` where something is put in.
///
/// `{{name}}` and `{{id}}` may stand within a line; every other word, one of the formats of a block,
/// stands alone on its line, and leaves the line out where the machine has nothing of it.
struct PageTemplate: Hashable {
  private enum Piece: Hashable {
    /// Texts and, between them, words within the line.
    case line([String])
    case block(BlockFormat)
  }

  private let pieces: [Piece]

  static let standard = PageTemplate(
    pieces: [
      .line(["# ", "name", ""]), .line([""]), .block(.introduction), .line([""]),
      .block(.text(.mermaid)),
    ]
      + MarkdownSection.allCases.flatMap { [.line([""]), .block(.section($0))] })

  private init(pieces: [Piece]) {
    self.pieces = pieces
  }

  /// - Throws: `Failure` with the line of a word that is none.
  init(name: String, text: String) throws(Failure) {
    var pieces: [Piece] = []
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (number, line) in lines.enumerated() {
      do {
        pieces.append(try Self.piece(String(line)))
      } catch {
        var failure = error
        failure.place = "\(name):\(number + 1)"
        throw failure
      }
    }
    self.pieces = pieces
  }

  private static func piece(_ line: String) throws(Failure) -> Piece {
    let parts = line.components(separatedBy: "{{")
    guard parts.count > 1 else { return .line([line]) }
    var texts = [parts[0]]
    for part in parts.dropFirst() {
      guard let end = part.range(of: "}}") else {
        throw Failure(.usage, "'{{' is not closed", advice: "write {{name}}")
      }
      let word = part[..<end.lowerBound].trimmingCharacters(in: .whitespaces)
      let rest = String(part[end.upperBound...])
      if !["name", "id"].contains(word) {
        let format = try format(word)
        guard parts.count == 2, (texts[0] + rest).allSatisfy(\.isWhitespace) else {
          throw Failure(
            .usage, "'{{\(word)}}' must stand alone", advice: "give it a line of its own")
        }
        return .block(format)
      }
      texts += [word, rest]
    }
    return .line(texts)
  }

  private static func format(_ word: String) throws(Failure) -> BlockFormat {
    if let format = BlockFormat(rawValue: word), format != .page, format != .index {
      return format
    }
    let words = ["name", "id"] + BlockFormat.allCases.dropFirst(2).map(\.rawValue)
    throw Failure(
      .usage, "nothing is called '{{\(word)}}'",
      advice: Suggestion.closest(to: word, in: words).map { "did you mean '{{\($0)}}'?" }
        ?? "choose from \(words.joined(separator: ", "))")
  }

  /// The parts of a page that are tables or lists.
  var sections: [MarkdownSection] {
    pieces.compactMap { if case .block(.section(let section)) = $0 { section } else { nil } }
  }

  /// The lines of a page; what is put in is not looked at again.
  func lines(of machine: Machine, block: (BlockFormat) -> [String]) -> [String] {
    let words = [
      "name": MarkdownSection.escaped(machine.name), "id": MarkdownSection.escaped(machine.id),
    ]
    var lines: [String] = []
    for piece in pieces {
      switch piece {
      case .block(let format): lines += block(format)
      case .line(let texts):
        let line = texts.enumerated().map { $0 % 2 == 0 ? $1 : words[$1] ?? "" }.joined()
        if !(line.isEmpty && lines.last?.isEmpty ?? true) { lines.append(line) }
      }
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}
