/// The escapes of Mermaid: entity codes without their ampersand,
/// https://mermaid.js.org/syntax/flowchart.html#entity-codes-to-escape-characters.
package enum MermaidText {
  /// Text for a label: every sign but a few harmless ones is an entity code, because hosts run many
  /// versions and each ends a statement at other signs.
  package static func escaped(_ text: String) -> String {
    // The last three letters as one number, to see `end note`, which ends a note wherever it stands.
    var word: UInt32 = 0
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count + 24)
    for byte in text.utf8 {
      let endsWord = byte == UInt8(ascii: " ") && word & 0xDFDFDF == 0x454E44
      if endsWord || (byte < 0x80 && !isPlain(byte)) {
        result += "#\(byte);".utf8
      } else {
        result.append(byte)
      }
      word = word << 8 | UInt32(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "a"..."z", "A"..."Z", "0"..."9", " ", ".", ",", "(", ")": true
    default: false
    }
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
