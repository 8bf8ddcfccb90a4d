extension String {
  /// Whether a name stands in code by itself, and not as a member of something else.
  package func names(_ name: String) -> Bool {
    holds(name) && pieces(around: name).count > 1
  }

  /// Whether code asks for what has a name, and does not only bind something under it.
  func reads(_ name: String) -> Bool {
    holds(name)
      && pieces(around: name, ofSelf: false).dropLast().contains {
        !$0.hasSuffix("let ") && !$0.hasSuffix("var ")
      }
  }

  /// The names that stand in code, members included.
  package var namesInCode: Set<String> {
    var isText = false
    let words = split { character in
      if character == "\"" { isText.toggle() }
      return isText || !character.isPartOfName
    }
    let names = words.filter { $0.first?.isNumber == false && $0.first != "$" }
    return Set(names.map(String.init)).subtracting(Self.keywords)
  }

  /// Words of expressions and patterns that are no names.
  private static let keywords: Set = [
    "_", "Self", "as", "await", "case", "catch", "else", "false", "for", "if", "in", "init", "is",
    "let", "nil", "self", "super", "switch", "throws", "true", "try", "var", "where",
  ]

  /// Whether the bytes of another text stand somewhere: asked for each condition at each assignment.
  private func holds(_ other: String) -> Bool {
    let (bytes, wanted) = (utf8, other.utf8)
    guard let first = wanted.first, wanted.count <= bytes.count else { return wanted.isEmpty }
    var rest = bytes[...]
    while let start = rest.firstIndex(of: first) {
      if bytes[start...].starts(with: wanted) { return true }
      rest = bytes[bytes.index(after: start)...]
    }
    return false
  }

  /// Code with something else in place of a name; what is bound under the name is given its value.
  ///
  /// - Parameter ofSelf: Whether what stands behind `self.` has the same name.
  package func replacing(name: String, with value: String, ofSelf: Bool = true) -> String {
    let pieces = pieces(around: name, ofSelf: ofSelf)
    guard pieces.count > 1 else { return self }
    let isAlone = pieces.allSatisfy(\.isEmpty)
    let wrapped = isAlone || !value.contains(" ") ? value : "(\(value))"
    return pieces.dropFirst().reduce(String(pieces[0])) { text, piece in
      let isBound = text.hasSuffix("let ") || text.hasSuffix("var ")
      guard isBound else { return text + wrapped + piece }
      return text + (piece.isEmpty ? "\(name) = \(value)" : name + piece)
    }
  }

  /// What stands between the places at which a name stands by itself.
  private func pieces(around name: String, ofSelf: Bool = true) -> [Substring] {
    var pieces: [Substring] = []
    var start = startIndex
    var rest = startIndex
    var isText = false
    while rest < endIndex {
      if self[rest] == "\\", isText {
        // What is escaped ends no text.
        rest = index(rest, offsetBy: 2, limitedBy: endIndex) ?? endIndex
        continue
      }
      if self[rest] == "\"" { isText.toggle() }
      guard self[rest].isPartOfName else {
        rest = index(after: rest)
        continue
      }
      let next = self[rest...].firstIndex { !$0.isPartOfName } ?? endIndex
      let isMember = rest > startIndex && self[index(before: rest)] == "."
      let end = isText || isMember ? next : self.end(of: name, at: rest) ?? next
      // A label or a function may have the same name.
      let isOther = end < endIndex && [":", "("].contains(self[end])
      let found = self[rest..<end]
      if !isText, !isMember, !isOther, found == name[...] || ofSelf && found == "self.\(name)" {
        pieces.append(self[start..<rest])
        start = end
      }
      rest = end
    }
    return pieces + [self[start...]]
  }

  /// Where a name ends that begins at some place, be it behind `self`.
  private func end(of name: String, at start: Index) -> Index? {
    for written in [name, "self.\(name)"] where self[start...].hasPrefix(written) {
      let end = index(start, offsetBy: written.count)
      if end == endIndex || !self[end].isPartOfName { return end }
    }
    return nil
  }
}

extension Character {
  var isPartOfName: Bool {
    // Asked of each character of each condition: nearly all are ASCII.
    guard let ascii = asciiValue else { return isLetter || isNumber }
    switch ascii {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"):
      return true
    default: return false
    }
  }
}
