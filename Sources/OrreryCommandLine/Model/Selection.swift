import OrreryModel
import OrreryTrace

extension Machine {
  /// Whether a name means this machine: its id, or the last parts of it.
  func isNamed(_ name: String) -> Bool { Naming.matches(id: id, name: name) }
}

extension [Machine] {
  /// The machines that the names mean; all of them where there is no name.
  ///
  /// - Throws: `Failure` with status 2 where a name means none.
  func selected(by names: [String]) throws(Failure) -> [Machine] {
    guard !names.isEmpty else { return self }
    for name in names where !contains(where: { $0.isNamed(name) }) {
      throw Failure(
        .usage, "no machine is called '\(name)'",
        advice: Suggestion.closest(to: name, in: flatMap(\.shortNames))
          .map { "did you mean '\($0)'?" } ?? "`orrery extract` lists those there are")
    }
    return filter { machine in names.contains { machine.isNamed($0) } }
  }
}

extension Machine {
  /// The id and each of its endings, the longest first.
  fileprivate var shortNames: [String] {
    let parts = id.split(separator: ".")
    return parts.indices.map { parts[$0...].joined(separator: ".") }
  }
}
