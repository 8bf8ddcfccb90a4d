/// A pattern for paths: `*` and `?` stand for characters of one part, `**` for any number of parts.
///
/// A pattern that matches a folder matches everything in it.
struct Glob: Hashable, Sendable {
  /// As it was written.
  let pattern: String
  private let parts: [Substring]

  init(_ pattern: String) {
    self.pattern = pattern
    // Several double stars in a row mean what one does, and take far longer.
    parts = PathName.normalized(pattern).split(separator: "/").reduce(into: []) { parts, part in
      if part != "**" || parts.last != "**" { parts.append(part) }
    }
  }

  func matches(_ path: String) -> Bool {
    Self.matches(parts[...], PathName.normalized(path).split(separator: "/")[...])
  }

  private static func matches(
    _ pattern: ArraySlice<Substring>, _ path: ArraySlice<Substring>
  ) -> Bool {
    guard let first = pattern.first else { return true }
    if first == "**" {
      return (0...path.count).contains { matches(pattern.dropFirst(), path.dropFirst($0)) }
    }
    guard let part = path.first, matches(Array(first)[...], Array(part)[...]) else { return false }
    return matches(pattern.dropFirst(), path.dropFirst())
  }

  /// Matches one part in linear space: a star is tried short first, and only the last one is widened.
  private static func matches(
    _ pattern: ArraySlice<Character>, _ text: ArraySlice<Character>
  ) -> Bool {
    var (pattern, text) = (pattern, text)
    var retry: (pattern: ArraySlice<Character>, text: ArraySlice<Character>)?
    while let character = text.first {
      if pattern.first == "*" {
        pattern = pattern.dropFirst()
        retry = (pattern, text)
      } else if let expected = pattern.first, expected == "?" || expected == character {
        (pattern, text) = (pattern.dropFirst(), text.dropFirst())
      } else if let last = retry {
        retry = (last.pattern, last.text.dropFirst())
        (pattern, text) = (last.pattern, last.text.dropFirst())
      } else {
        return false
      }
    }
    return pattern.allSatisfy { $0 == "*" }
  }
}
