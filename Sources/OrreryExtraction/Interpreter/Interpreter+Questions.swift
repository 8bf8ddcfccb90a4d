/// Conditions that are asked by another name: a property or a function that answers them.
extension Interpreter {
  /// One answer for the ways of a condition of which the state does not decide all: as it is written,
  /// whatever stands behind it.
  func question(_ ways: Evaluated, from path: Path, text: String) -> Answer? {
    guard ways.count > 1, ways.contains(where: { $0.0.guards.count > path.guards.count }),
      ways.allSatisfy({ isAnswer($0.1) && isSilent($0.0, since: path) })
    else { return nil }
    let yes = ways.filter { !$0.1.isFalse }.map(\.0)
    let no = ways.filter { !$0.1.isTrue }.map(\.0)
    if no.isEmpty { return .known(agreed(yes, from: path), true) }
    if yes.isEmpty { return .known(agreed(no, from: path), false) }
    return .open(yes: agreed(yes, from: path), no: agreed(no, from: path), text: text)
  }

  private func isAnswer(_ value: Value) -> Bool {
    switch value {
    case .bool, .unknown: true
    default: false
    }
  }

  /// Whether a way has done nothing, nor found out of some value which state it is.
  private func isSilent(_ way: Path, since path: Path) -> Bool {
    guard sameOutcome(way, path), way.guards.starts(with: path.guards) else { return false }
    return !way.facts.contains { id, fact in path.facts[id] == nil && tellsState(fact, path) }
  }

  /// The start with what all of some ways from it have found out.
  private func agreed(_ ways: [Path], from path: Path) -> Path {
    var result = ways.dropFirst().reduce(ways[0]) { weaker($0, than: $1) }
    result.guards = path.guards
    result.branch = path.branch
    return loosened(result, by: ways)
  }
}

extension Value {
  fileprivate var isTrue: Bool { if case .bool(true) = self { true } else { false } }
  fileprivate var isFalse: Bool { if case .bool(false) = self { true } else { false } }
}
