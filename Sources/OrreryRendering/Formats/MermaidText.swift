/// The escapes of Mermaid: entity codes without their ampersand,
/// https://mermaid.js.org/syntax/flowchart.html#entity-codes-to-escape-characters.
package enum MermaidText {
  /// Text for a label: every sign but a few harmless ones is an entity code, because hosts run many
  /// versions and each ends a statement at other signs.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      // `end note` ends a note wherever it stands.
      let endsWord = scalar == " " && result.suffix(3).lowercased() == "end"
      if endsWord || (scalar.isASCII && !isPlain(scalar)) {
        result += "#\(scalar.value);"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      || " .,()".unicodeScalars.contains(scalar)
  }

  static func lines(_ lines: [Line]) -> String {
    lines.map { escaped($0.text) }.joined(separator: "<br/>")
  }

  /// A string of YAML in its double-quoted form, which is that of JSON.
  static func yaml(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }
}
