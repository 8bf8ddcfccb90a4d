/// Conditions that ask for a variable once more after it was given something else.
///
/// By its name alone the second would seem to ask the same as the first.
extension Path {
  /// Notes that a variable is given something else, where conditions have asked for what it held.
  mutating func reassign(_ place: Place) {
    let place = resolved(place)
    guard place.path.isEmpty, place.name != "self", !record.reassigned.contains(place),
      guards.contains(where: { $0.text.names(place.name) })
    else { return }
    record.reassigned.insert(place)
  }

  /// A condition in the words of what such variables were given last.
  func retold(_ text: String) -> String {
    guard !record.reassigned.isEmpty else { return text }
    return record.reassigned.sorted { $0.name < $1.name }.reduce(text) { text, place in
      guard self.place(of: place.name) == place, let given = value(at: place)?.text,
        given != place.name, !given.isEmpty, given.count <= Self.longestWording,
        !given.contains("\n")
      else { return text }
      return text.replacing(name: place.name, with: given)
    }
  }

  private static let longestWording = 80
}

extension String {
  /// Whether a name stands in code by itself, and not as a member of something else.
  fileprivate func names(_ name: String) -> Bool {
    contains(name) && pieces(around: name).count > 1
  }

  /// Code with something else in place of a name; what is bound under the name is given its value.
  fileprivate func replacing(name: String, with value: String) -> String {
    let pieces = pieces(around: name)
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
  private func pieces(around name: String) -> [Substring] {
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
      let end = self[rest...].firstIndex { !$0.isPartOfName } ?? endIndex
      let isMember = rest > startIndex && self[index(before: rest)] == "."
      let isLabel = end < endIndex && self[end] == ":"
      if !isText, !isMember, !isLabel, self[rest..<end] == name {
        pieces.append(self[start..<rest])
        start = end
      }
      rest = end
    }
    return pieces + [self[start...]]
  }
}

extension Character {
  fileprivate var isPartOfName: Bool { isLetter || isNumber || self == "_" || self == "$" }
}
