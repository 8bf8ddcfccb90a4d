extension Row: CustomStringConvertible {
  /// The row on one line: `isOn: idle –tap [count > 0] → busy / .load   move, exact, App.swift:3`.
  public var description: String {
    let asked = [self.guard].compactMap(\.self) + when
    let parts = [
      region.map { "\($0):" }, from, "–\(event)\(origin == "input" ? "" : " (\(origin))")",
      asked.isEmpty ? nil : "[\(asked.joined(separator: "; "))]", "→",
      isUnknown && target == nil ? "?" : target ?? "nothing",
      effectTree.isEmpty ? nil : "/ \(effectTree)",
      together.isEmpty ? nil : "with \(together.joined(separator: ", "))",
    ]
    return parts.compactMap(\.self).joined(separator: " ") + "   \(kind), \(certainty), \(place)"
  }
}

extension Row.Place: CustomStringConvertible {
  public var description: String {
    "\(file):\(line):\(column)" + (wildcard.map { " of the clause at \($0)" } ?? "")
  }
}

extension Difference: CustomStringConvertible {
  /// The rows of both sides, each on a line of its own.
  public var description: String {
    if kind == .equal { return old.map { "  both \($0)" }.joined(separator: "\n") }
    let lines =
      old.map { "  old  \($0)" } + new.map { "  new  \($0)" } + beside.map { "  by   \($0)" }
    return lines.joined(separator: "\n")
  }
}
