/// The escapes of the DOT language, after https://graphviz.org/doc/info/lang.html and
/// https://graphviz.org/doc/info/shapes.html#html.
enum DOTText {
  /// A quoted attribute value: quotes and backslashes are escaped, and `&` too, because entities are
  /// decoded in it.
  static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// A label in one type face, its lines centred.
  static func label(_ lines: [String]) -> String {
    "\"" + lines.map(escaped).joined(separator: "\\n") + "\""
  }

  private static func escaped(_ text: String) -> String {
    text.escaping { byte in
      switch Unicode.Scalar(byte) {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "&": "&amp;"
      case "\n": "&#10;"
      default: nil
      }
    }
  }

  /// Text inside an HTML-like label.
  ///
  /// A backslash is doubled because `\N` and its kin are replaced after the markup is read. A space
  /// at the beginning is made hard: each run of text is drawn on its own, and viewers of SVG drop
  /// what it begins with.
  static func markup(_ text: String) -> String {
    let isIndented = text.utf8.first == UInt8(ascii: " ")
    let body = isIndented ? String(text.unicodeScalars.drop { $0 == " " }) : text
    let escaped = body.escaping { byte in
      switch Unicode.Scalar(byte) {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      case "\\": "&#92;&#92;"
      case "[": "&#91;"
      case "]": "&#93;"
      default: nil
      }
    }
    return isIndented ? "&#160;" + escaped : escaped
  }

  /// An attribute inside of markup, where a new line is written as an entity.
  static func attribute(_ text: String) -> String {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { markup(String(Substring($0))) }.joined(separator: "&#10;")
  }

  static func colored(_ text: String, _ color: String) -> String {
    text.isEmpty ? "" : "<FONT COLOR=\"\(color)\">\(text)</FONT>"
  }

  /// `a="b", c="d"`; values are written as they are given.
  static func attributes(_ pairs: [(String, String)]) -> String {
    var text = "["
    for (position, pair) in pairs.enumerated() {
      if position > 0 { text += ", " }
      text += pair.0
      text += "="
      text += pair.1
    }
    return text + "]"
  }
}
