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
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "&": result += "&amp;"
      case "\n": result += "&#10;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Text inside an HTML-like label.
  ///
  /// A backslash is doubled because `\N` and its kin are replaced after the markup is read. A space
  /// at the beginning is made hard: each run of text is drawn on its own, and viewers of SVG drop
  /// what it begins with.
  static func markup(_ text: String) -> String {
    var result = text.hasPrefix(" ") ? "&#160;" : ""
    for scalar in text.unicodeScalars.drop(while: { $0 == " " }) {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\\": result += "&#92;&#92;"
      case "[": result += "&#91;"
      case "]": result += "&#93;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// An attribute inside of markup, where a new line is written as an entity.
  static func attribute(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { markup(String($0)) }
      .joined(separator: "&#10;")
  }

  static func colored(_ text: String, _ color: String) -> String {
    text.isEmpty ? "" : "<FONT COLOR=\"\(color)\">\(text)</FONT>"
  }

  /// `a="b", c="d"`; values are written as they are given.
  static func attributes(_ pairs: [(String, String)]) -> String {
    "[" + pairs.map { "\($0)=\($1)" }.joined(separator: ", ") + "]"
  }
}
