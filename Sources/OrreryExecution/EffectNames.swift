/// The names of effects, in order; one of which it is open whether it is asked for has a `?` behind it.
extension [String] {
  /// What either of two ways asks for: what only one does is open.
  package func asked(or other: [String]) -> [String] {
    if self == other { return self }
    let both = Set(self).intersection(other)
    var names = map { both.contains($0) ? $0 : $0.perhaps }
    for name in other where !both.contains(name) && !names.contains(name.perhaps) {
      names.append(name.perhaps)
    }
    // What is sure of one way and open on the other is open.
    return names.reduce(into: []) { kept, name in
      if !kept.contains(name), !names.contains(name + "?") { kept.append(name) }
    }
  }
}

extension String {
  fileprivate var perhaps: String { hasSuffix("?") ? self : self + "?" }
}
