extension String {
  /// How many characters the text has.
  ///
  /// Looks for their borders only where a byte is not one, as almost all are.
  var length: Int {
    utf8.allSatisfy { $0 < 0x80 && $0 != 0x0D } ? utf8.count : count
  }

  /// The text, or its beginning and `…` where it is longer than `limit` characters.
  func cut(to limit: Int) -> String {
    length > limit ? prefix(Swift.max(limit - 1, 0)) + "…" : self
  }

  /// The text in lines of at most `width` characters, broken where the sense allows it: before an
  /// operator, after a comma, at a space, at punctuation, before a hump of a name, and only then
  /// anywhere.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  func wrapped(at width: Int) -> [String] {
    let width = Swift.max(width, 4)
    guard length > width else { return [self] }
    var rest = Array(self)[...]
    var lines: [String] = []
    while rest.count > width {
      let end = rest.startIndex + Self.lineEnd(rest.prefix(width + 1), width: width)
      lines.append(String(rest[..<end]).trimmed)
      rest = rest[end...].drop { $0 == " " }
    }
    if !rest.isEmpty || lines.isEmpty { lines.append(String(rest)) }
    return lines
  }

  /// How many characters go on the line: up to the last of the best places to break.
  private static func lineEnd(_ window: ArraySlice<Character>, width: Int) -> Int {
    let characters = Array(window)
    var best = (rank: 0, end: width)
    for end in stride(from: width, to: width / 3, by: -1) {
      let rank = breakRank(before: end, in: characters)
      if rank > best.rank { best = (rank, end) }
    }
    return best.end
  }

  /// How good it is to break before the character at `index`; 0 where it is not good at all.
  private static func breakRank(before index: Int, in characters: [Character]) -> Int {
    let last = characters[index - 1]
    let next = index < characters.count ? characters[index] : " "
    if last == " ", next == "&" || next == "|" { return 5 }
    if last == " " { return index > 1 && characters[index - 2] == "," ? 4 : 3 }
    // A comma stays with what it ends, also where a space is to be dropped.
    if last == ",", next != " " { return 4 }
    if next == " " { return index + 1 < characters.count && last == "," ? 4 : 3 }
    if next == "." || next == "(" || next == "#" || last == "_" || last == "/" { return 2 }
    // Between the labels of a method's name.
    if last == ":", next.isLetter { return 2 }
    return isHump(last, next) ? 1 : 0
  }

  /// Whether a word of a name begins with `next`: `received|Head`, `sha256|Sum`.
  private static func isHump(_ last: Character, _ next: Character) -> Bool {
    next.isUppercase && (last.isLowercase || last.isNumber)
  }

  /// The text without spaces at its ends.
  var trimmed: String {
    var view = self[...]
    while view.last == " " { view.removeLast() }
    return String(view.drop { $0 == " " })
  }
}
