import OrreryProgram

/// Conditions that ask for a variable once more after it was given something else.
///
/// By its name alone the second would seem to ask the same as the first.
extension Path {
  /// How something was changed after conditions had asked for it.
  struct Reassignment: Equatable {
    /// The code that has done it, empty where that is too much to say; nothing where it was assigned a
    /// value.
    var change: String?

    static let several = Reassignment(change: "")
  }

  /// Notes that a variable or a property is given something else, where conditions have asked for what
  /// it held.
  ///
  /// - Parameters:
  ///   - code: The code that changes it; nothing where it is assigned a value.
  ///   - isInLoop: Whether a loop stands around it, which may have no round.
  ///   - isTold: Whether its name tells a reader what it held before, whether or not it was asked for.
  /// - Returns: Whether they have.
  @discardableResult
  mutating func reassign(
    _ place: Place, by code: String?, isInLoop: Bool, isTold: Bool = false
  ) -> Bool {
    let place = resolved(place)
    guard let name = place.asked, isTold || guards.contains(where: { $0.text.names(name) }) else {
      return false
    }
    if code != nil, isInLoop { return true }
    var change = code.flatMap(Self.change)
    if let new = change, let old = reassigned[place]?.change, old != new {
      change = old.isEmpty ? "" : Self.change("\(old), \(new)") ?? ""
    }
    reassigned[place] = Reassignment(change: change)
    return true
  }

  /// A condition in the words of what such variables were given last, or with what has changed them.
  ///
  /// - Parameter variables: The variables that it refers to.
  func retold(_ text: String, of variables: [Variable]) -> String {
    let text = inCallersWords(text, of: variables)
    guard !reassigned.isEmpty else { return text }
    let known = reassigned.map { ($0.asked ?? "", $0, $1.change) }.sorted { $0.0 < $1.0 }
    return known.reduce(text) { text, known in
      let (name, place, change) = known
      guard isMeant(place, by: variables) else { return text }
      if let change {
        guard text.names(name) else { return text }
        return "\(text) /* \(change.isEmpty ? "as changed before" : "after \(change)") */"
      }
      guard let given = peek(at: place)?.text, given != name, given != "self.\(name)",
        Self.wording(given) != nil
      else { return text }
      return text.replacing(name: name, with: given)
    }
  }

  /// What is known of two paths as one.
  mutating func joinReassigned(with other: Path) {
    if reassigned.isEmpty, other.reassigned.isEmpty { return }
    // What one of them has changed is asked for behind that on both.
    let both = Set(reassigned.keys).intersection(other.reassigned.keys)
    reassigned.merge(other.reassigned) { $0 == $1 ? $0 : .several }
    reassigned = reassigned.filter { both.contains($0.key) || $0.value.change != nil }
  }

  /// Whether the name of a place means it where the path is: a variable hides a property.
  private func isMeant(_ place: Place, by variables: [Variable]) -> Bool {
    if place.root == .me {
      let isHidden = variables.contains { $0.name == place.path.first }
      return !isHidden && self.place?.whole == place.whole
    }
    return variables.contains { self.place(of: $0) == place.whole }
  }

  static func wording(_ text: String) -> String? {
    text.isEmpty || text.count > longestWording || text.contains("\n") ? nil : text
  }

  private static let longestWording = 80

  /// What has changed something, in few words.
  private static func change(_ text: String) -> String? {
    if text.count <= longestChange { return wording(text) }
    guard let end = text.firstIndex(of: "(") else { return nil }
    return text[..<end].count > longestChange ? nil : wording("\(text[..<end])(…)")
  }

  private static let longestChange = 40
}

extension Place {
  /// What conditions call it.
  fileprivate var asked: String? {
    let names = root == .me ? path : [name] + path
    return names.isEmpty || names.contains { $0.hasPrefix("[") }
      ? nil : names.joined(separator: ".")
  }
}
