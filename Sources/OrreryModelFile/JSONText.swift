/// A JSON value that keeps the order of its keys, so that the same value is the same bytes.
package enum JSONText: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Int)
  /// A number that is no integer, as the text that stands for it.
  case decimal(String)
  case string(String)
  case array([JSONText])
  case object([Member])

  package struct Member: Hashable, Sendable {
    package var key: String
    package var value: JSONText

    package init(key: String, value: JSONText) {
      self.key = key
      self.value = value
    }
  }

  /// A string, or `null` where there is none.
  package static func text(_ text: String?) -> Self { text.map { .string($0) } ?? .null }

  /// A number, or `null` where there is none.
  package static func count(_ number: Int?) -> Self { number.map { .number($0) } ?? .null }

  package static func strings(_ texts: [String]) -> Self { .array(texts.map { .string($0) }) }

  /// The object without the members whose value is `null`: for keys that may be absent.
  package var withoutNulls: Self {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { $0.value != .null })
  }

  /// The members of both objects, in order.
  package static func + (lhs: Self, rhs: Self) -> Self {
    guard case .object(let left) = lhs, case .object(let right) = rhs else { return lhs }
    return .object(left + right)
  }
}

extension JSONText: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
  package init(dictionaryLiteral elements: (String, JSONText)...) {
    self = .object(elements.map { Member(key: $0.0, value: $0.1) })
  }

  package init(arrayLiteral elements: JSONText...) {
    self = .array(elements)
  }
}

// MARK: - Text

extension JSONText {
  /// The value as text, two spaces a level, ended by a newline.
  ///
  /// - Parameter levels: How many levels are broken into lines; what lies deeper stays on one line,
  ///   so that a transition is one line of a diff.
  package func document(levels: Int) -> String {
    var text = ""
    write(to: &text, levels: levels, indentation: "\n")
    return text + "\n"
  }

  /// The value as one line, without its end.
  package var line: String {
    var text = ""
    write(to: &text, levels: 0, indentation: "")
    return text
  }

  private func write(to text: inout String, levels: Int, indentation: String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let value): text += String(value)
    case .decimal(let value): text += value
    case .string(let value): Self.quote(value, in: &text)
    case .array(let values):
      Self.write(values, "[", "]", to: &text, levels: levels, indentation: indentation) {
        value, text, levels, indentation in
        value.write(to: &text, levels: levels, indentation: indentation)
      }
    case .object(let members):
      Self.write(members, "{", "}", to: &text, levels: levels, indentation: indentation) {
        member, text, levels, indentation in
        Self.quote(member.key, in: &text)
        text += ": "
        member.value.write(to: &text, levels: levels, indentation: indentation)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], _ opening: String, _ closing: String, to text: inout String,
    levels: Int, indentation: String,
    element write: (Element, inout String, Int, String) -> Void
  ) {
    let isBroken = levels > 0 && !elements.isEmpty
    let inner = indentation + "  "
    text += opening
    for (position, element) in elements.enumerated() {
      if position > 0 { text += isBroken ? "," : ", " }
      if isBroken { text += inner }
      write(element, &text, levels - 1, inner)
    }
    text += (isBroken ? indentation : "") + closing
  }

  /// Adds a JSON string whose characters are all visible: controls and what reorders its neighbours are
  /// written as escapes, so that a name can steer no terminal.
  private static func quote(_ text: String, in result: inout String) {
    let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }
    result += "\""
    defer { result += "\"" }
    guard !isPlain else {
      result += text
      return
    }
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22: result += "\\\""
      case 0x5C: result += "\\\\"
      case 0x0A: result += "\\n"
      case 0x0D: result += "\\r"
      case 0x09: result += "\\t"
      case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
