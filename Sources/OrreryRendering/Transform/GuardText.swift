/// Where the text of a condition can be taken apart: outside of brackets and of string literals.
enum GuardText {
  /// The parts between an operator that has spaces around it.
  static func split(_ text: String, at sign: String) -> [String] {
    let characters = Array(text)
    let separator = Array(" \(sign) ")
    var parts: [String] = []
    var start = 0
    for index in free(characters) where index >= start {
      let end = index + separator.count
      guard end <= characters.count, Array(characters[index..<end]) == separator else { continue }
      parts.append(String(characters[start..<index]).trimmed)
      start = end
    }
    return parts + [String(characters[start...]).trimmed]
  }

  /// The conditions that all hold; one where another operator binds less than "and".
  static func clauses(of condition: String) -> [String] {
    split(condition, at: "||").count > 1 ? [condition.trimmed] : split(condition, at: "&&")
  }

  /// The parts between commas.
  static func list(_ text: String) -> [String] {
    let characters = Array(text)
    let commas = free(characters).filter { characters[$0] == "," }
    let starts = [0] + commas.map { $0 + 1 }
    return zip(starts, commas + [characters.count]).map { String(characters[$0..<$1]).trimmed }
  }

  /// The text without brackets around the whole of it.
  static func unwrapped(_ text: String) -> String {
    let characters = Array(text.trimmed)
    guard characters.first == "(", characters.last == ")", isOneOperand(String(characters)),
      free(characters).isEmpty, closing(characters) == characters.count - 1,
      case let inner = String(characters.dropFirst().dropLast())
    else { return String(characters) }
    return unwrapped(inner)
  }

  /// Whether nothing in the text is written with spaces around it: `a.b(c, d)`.
  static func isOneOperand(_ text: String) -> Bool {
    let characters = Array(text)
    return !characters.isEmpty && !free(characters).contains { characters[$0] == " " }
  }

  /// `.finish` for `.finish(let result)`; what is asked of the values stays.
  static func asked(_ pattern: String) -> String {
    guard let open = pattern.firstIndex(of: "("), pattern.hasSuffix(")") else { return pattern }
    let inner = String(pattern[pattern.index(after: open)...].dropLast())
    let values = list(inner).map { part -> Substring in
      let value = part.split(separator: ":", maxSplits: 1).last ?? part[...]
      return value.drop { $0 == " " }
    }
    let isAsked = values.contains { value in
      value != "_" && !value.hasPrefix("let ") && !value.hasPrefix("var ")
    }
    return isAsked ? pattern : String(pattern[..<open])
  }

  /// Where the bracket closes that the text begins with.
  private static func closing(_ characters: [Character]) -> Int? {
    var depth = 0
    for (index, character) in characters.enumerated() {
      if "([{".contains(character) { depth += 1 }
      if ")]}".contains(character) { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  /// The positions outside of brackets and of string literals.
  private static func free(_ characters: [Character]) -> [Int] {
    var depth = 0
    var isQuoted = false
    var isEscaped = false
    var free: [Int] = []
    for (index, character) in characters.enumerated() {
      if isQuoted {
        if character == "\"", !isEscaped { isQuoted = false }
        isEscaped = character == "\\" && !isEscaped
        continue
      }
      switch character {
      case "\"": isQuoted = true
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      default: if depth == 0 { free.append(index) }
      }
    }
    return free
  }
}
