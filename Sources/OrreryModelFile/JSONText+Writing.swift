extension JSONText {
  /// The value as text, two spaces a level, ended by a newline.
  ///
  /// - Parameter levels: How many levels are broken into lines; what lies deeper stays on one line,
  ///   so that a transition is one line of a diff.
  package func document(levels: Int) -> String {
    var writer = Writer()
    writer.write(self, levels: levels, depth: 0)
    writer.bytes.append(UInt8(ascii: "\n"))
    return writer.text
  }

  /// The value as one line, without its end.
  package var line: String {
    var writer = Writer()
    writer.write(self, levels: 0, depth: 0)
    return writer.text
  }
}

/// Puts the text together as bytes: a document is tens of thousands of pieces, of which each would be
/// measured if it were added to a `String`.
private struct Writer {
  var bytes: [UInt8] = []

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func write(_ value: JSONText, levels: Int, depth: Int) {
    switch value {
    case .null: add("null")
    case .bool(let value): add(value ? "true" : "false")
    case .number(let value): add(String(value))
    case .decimal(let value): add(value)
    case .string(let value): quote(value)
    case .array(let values):
      open("[", isEmpty: values.isEmpty, levels, depth)
      for (position, value) in values.enumerated() {
        separate(position, levels, depth)
        write(value, levels: levels - 1, depth: depth + 1)
      }
      close("]", isEmpty: values.isEmpty, levels, depth)
    case .object(let members):
      open("{", isEmpty: members.isEmpty, levels, depth)
      for (position, member) in members.enumerated() {
        separate(position, levels, depth)
        quote(member.key)
        add(": ")
        write(member.value, levels: levels - 1, depth: depth + 1)
      }
      close("}", isEmpty: members.isEmpty, levels, depth)
    }
  }

  private mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  // MARK: - Lists

  private mutating func open(_ sign: String, isEmpty: Bool, _ levels: Int, _ depth: Int) {
    add(sign)
    if levels > 0, !isEmpty { breakLine(depth + 1) }
  }

  private mutating func separate(_ position: Int, _ levels: Int, _ depth: Int) {
    guard position > 0 else { return }
    add(levels > 0 ? "," : ", ")
    if levels > 0 { breakLine(depth + 1) }
  }

  private mutating func close(_ sign: String, isEmpty: Bool, _ levels: Int, _ depth: Int) {
    if levels > 0, !isEmpty { breakLine(depth) }
    add(sign)
  }

  private mutating func breakLine(_ depth: Int) {
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
  }

  // MARK: - Strings

  /// Adds a string whose characters are all visible: controls and what reorders its neighbours are
  /// written as escapes, so that a name can steer no terminal.
  private mutating func quote(_ text: String) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    let isPlain = text.withUTF8 { utf8 in
      let isPlain = utf8.allSatisfy { $0 >= 0x20 && $0 <= 0x7E && $0 != 0x22 && $0 != 0x5C }
      if isPlain { bytes.append(contentsOf: utf8) }
      return isPlain
    }
    if !isPlain { for scalar in text.unicodeScalars { escape(scalar) } }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x22: add("\\\"")
    case 0x5C: add("\\\\")
    case 0x0A: add("\\n")
    case 0x0D: add("\\r")
    case 0x09: add("\\t")
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
      let digits = String(scalar.value, radix: 16)
      add("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
    default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }
}
