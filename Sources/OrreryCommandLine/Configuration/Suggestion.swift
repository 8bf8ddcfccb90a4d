import OrreryTraceAnalysis

/// Finds what somebody may have meant.
enum Suggestion {
  /// The closest of the names, where it is close enough to be a slip of the keyboard.
  static func closest(to name: String, in names: [String]) -> String? {
    let limit = max(1, name.count / 3)
    return names.map {
      (name: $0, distance: NearNames.distance(name.lowercased(), $0.lowercased()))
    }
    .filter { $0.distance <= limit }
    .min { $0.distance < $1.distance }?.name
  }

  /// What names are of.
  enum Kind: String {
    case machines, states, events, instances, effects
  }

  /// What to say of a name that means nothing: the closest one, else those there are.
  static func advice(for name: String, among names: [String], _ kind: Kind) -> String {
    if let closest = closest(to: name, in: names) { return "did you mean '\(closest)'?" }
    let all = Set(names).sorted()
    guard !all.isEmpty else { return "there are no \(kind.rawValue)" }
    guard all.count <= 12 else {
      return kind == .machines
        ? "`orrery extract` lists those there are"
        : "the \(kind.rawValue) are \(all.prefix(12).joined(separator: ", ")), …"
    }
    return "the \(kind.rawValue) are \(all.joined(separator: ", "))"
  }
}
