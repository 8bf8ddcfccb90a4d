/// The escapes of GitHub's Markdown: https://github.github.com/gfm/.
enum MarkdownText {
  /// Text in the flow of a document or in a table cell.
  static func escaped(_ text: String) -> String {
    entities(text.printable, in: signs)
  }

  /// A sentence in which names may stand between backticks.
  static func prose(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    guard parts.count % 2 == 1 else { return escaped(text) }
    return parts.enumerated().map { index, part in
      guard index % 2 == 0 else { return part.isEmpty ? "&#96;&#96;" : code(part) }
      // Spaces at the ends are those around a name.
      let inner = escaped(part)
      let leading = part.first == " " && index > 0 ? " " : ""
      let trailing = part.last == " " && index < parts.count - 1 && !inner.isEmpty ? " " : ""
      return leading + inner + trailing
    }.joined()
  }

  /// A name as code.
  ///
  /// Signs that a code span would end at need the element instead, as does a backslash at the end of
  /// a table cell or before a bar in it.
  static func code(_ text: String) -> String {
    let text = text.printable
    guard !text.isEmpty else { return "" }
    guard text.contains("`") || text.contains("\\|") || text.last == "\\" else {
      return "`\(text)`"
    }
    return "<code>\(entities(text, in: codeSigns))</code>"
  }

  private static let signs = Array("\\`*_{}[]<>()#+!|&~$@".utf8)
  private static let codeSigns = Array("\\`*_{}[]<>#!|&~$@:/\"".utf8)

  private static func entities(_ text: String, in signs: [UInt8]) -> String {
    text.escaping { signs.contains($0) ? "&#\($0);" : nil }
  }

  /// A relative path as the target of a link: what could end it is written as RFC 3986 has it.
  static func path(_ path: String) -> String {
    var result = ""
    for byte in path.utf8 {
      switch Unicode.Scalar(byte) {
      case let plain where "a"..."z" ~= plain || "A"..."Z" ~= plain || "0"..."9" ~= plain,
        let plain where "/-._~+".unicodeScalars.contains(plain):
        result.unicodeScalars.append(plain)
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return result
  }

  /// A table; every row has as many cells as the header.
  ///
  /// A bar inside a cell, also in a code span, has a backslash before it.
  static func table(_ header: [String], _ rows: [[String]]) -> [String] {
    ([header, header.map { _ in "---" }] + rows).map { cells in
      var row = ""
      row.reserveCapacity(cells.reduce(2) { $0 + $1.utf8.count + 3 })
      for cell in cells {
        row += row.isEmpty ? "| " : " | "
        row += cell.contains("|") ? cell.replacing("|", with: "\\|") : cell
      }
      return row + " |"
    }
  }
}
