import OrreryModel
import OrreryTrace

extension Machine {
  /// Whether a name means this machine: its id, or the last parts of it.
  func isNamed(_ name: String) -> Bool { Naming.matches(id: id, name: name) }
}

extension [Machine] {
  /// The machines that the names mean; all of them where there is no name.
  ///
  /// - Parameter place: Where the names stand, if not on the command line.
  /// - Throws: `Failure` with status 2 where a name means none.
  func selected(by names: [String], at place: String? = nil) throws(Failure) -> [Machine] {
    guard !names.isEmpty else { return self }
    for name in names where !contains(where: { $0.isNamed(name) }) {
      throw Failure(
        .usage, at: place, "no machine is called '\(name)'",
        advice: Suggestion.closest(to: name, in: flatMap(\.shortNames)).map {
          "did you mean '\($0)'?"
        }
          ?? Suggestion.advice(for: name, among: map(\.id), .machines))
    }
    return filter { machine in names.contains { machine.isNamed($0) } }
  }

  /// - Throws: `Failure` with status 2 where none of the machines has a state of that name.
  func requireState(_ name: String, at place: String? = nil) throws(Failure) {
    let names = flatMap { $0.states.map(\.name) }
    guard !names.contains(name) else { return }
    let owner = count == 1 ? "'\(self[0].id)'" : "no machine"
    throw Failure(
      .usage, at: place,
      count == 1 ? "\(owner) has no state '\(name)'" : "\(owner) has a state '\(name)'",
      advice: Suggestion.advice(for: name, among: names, .states))
  }

  /// - Throws: `Failure` with status 2 where none of the machines has an event of that name.
  func requireEvent(_ name: String, at place: String? = nil) throws(Failure) {
    let events = flatMap { $0.events.map(\.id) }
    guard !events.contains(where: { $0.name == name || $0.description == name }) else { return }
    throw Failure(
      .usage, at: place, "no machine has an event '\(name)'",
      advice: Suggestion.advice(for: name, among: events.map(\.name), .events))
  }
}

extension Machine {
  /// The id and each of its endings, the longest first.
  fileprivate var shortNames: [String] {
    let parts = id.split(separator: ".")
    return parts.indices.map { parts[$0...].joined(separator: ".") }
  }
}
