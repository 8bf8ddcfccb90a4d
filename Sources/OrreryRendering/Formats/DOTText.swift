/// The escapes of the DOT language, after https://graphviz.org/doc/info/lang.html and
/// https://graphviz.org/doc/info/shapes.html#html.
enum DOTText {
  /// A quoted attribute value: quotes and backslashes are escaped, and `&` too, because entities are
  /// decoded in it.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "&": result += "&amp;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Text inside an HTML-like label.
  ///
  /// A backslash is doubled because `\N` and its kin are replaced
  /// after the markup is read.
  static func markup(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
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

  /// Lines with each span in the type face of its role.
  static func lines(_ lines: [Line], aligned alignment: String) -> String {
    let ending = "<BR ALIGN=\"\(alignment)\"/>"
    let rows = lines.map { $0.map(span).joined() }
    // The last line takes its alignment from its own break, except where lines are centred.
    return rows.joined(separator: ending) + (alignment == "CENTER" || rows.isEmpty ? "" : ending)
  }

  private static func span(_ span: Span) -> String {
    let text = markup(span.text)
    return switch span.role {
    case .name, .event, .mark: text
    case .detail: colored(text, Theme.muted)
    case .condition: colored(text, Theme.muted)
    case .effect: "<I>\(colored(text, Theme.accent))</I>"
    }
  }

  static func colored(_ text: String, _ color: String) -> String {
    text.isEmpty ? "" : "<FONT COLOR=\"\(color)\">\(text)</FONT>"
  }

  /// `a="b", c="d"`; values are written as they are given.
  static func attributes(_ pairs: [(String, String)]) -> String {
    "[" + pairs.map { "\($0)=\($1)" }.joined(separator: ", ") + "]"
  }
}
