import OrreryModel

/// One end of a walk through a handler, read as an answer of the machine.
struct Outcome {
  enum Ending: Equatable {
    case completed
    case rejected
    case unsafe
    case threw(String)
    case trapped
    /// The walk was cut.
    case exhausted
  }

  var event: Event.ID
  var guards: [Clause]
  /// The state at the end.
  var state: Value
  /// Whether the state was assigned, be it to itself.
  var isWritten: Bool
  var effect: Effect?
  var location: SourceLocation
  /// The first statement of the innermost branch.
  var branch: SourceLocation?
  var wildcard: Int?
  var visited: [String]
  var ending: Ending = .completed
}

extension Outcome {
  /// The guard as one text; nothing where the answer is always given.
  var condition: String? {
    var seen: Set<Clause> = []
    let clauses = guards.filter { !$0.text.isEmpty && seen.insert($0).inserted }
    return clauses.isEmpty ? nil : clauses.map(\.description).joined(separator: " && ")
  }
}
