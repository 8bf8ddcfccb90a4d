import OrreryModel

/// A next state that is not known, from one state.
struct OpenTarget: Hashable {
  private(set) var from: String
  private let event: String
  /// How the source words it.
  private let text: String
  private let location: SourceLocation

  init(_ transition: Transition, text: String) {
    (from, event) = (transition.from, transition.event.name)
    (self.text, location) = (text, transition.location)
  }

  /// One entry for each place and event, whatever the states that it concerns.
  static func reasons(_ targets: [OpenTarget]) -> [Unresolved] {
    let groups = Dictionary(grouping: targets) { target in
      var key = target
      key.from = ""
      return key
    }
    return groups.map { key, targets in
      let names = targets.map(\.from).distinct.listed(as: "states")
      return Unresolved(
        location: key.location, .nextState, event: key.event,
        "in \(names) is `\(key.text)`, which the source does not tell")
    }
  }
}

extension [String] {
  /// The names; more than three are counted.
  func listed(as noun: String) -> String {
    count > 3 ? "\(count) \(noun)" : joined(separator: ", ")
  }
}
