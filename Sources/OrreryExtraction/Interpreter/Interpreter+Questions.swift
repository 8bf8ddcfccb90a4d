import SwiftSyntax

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

  /// One value for the ways of a choice between values of which nothing is known: which one it was
  /// shows in nothing but the value.
  func settledOnOne(_ ways: Evaluated, _ node: ExprSyntax, _ path: Path) -> Evaluated {
    guard ways.count > 1, node.isChoice, !cache.isAskedAgain(node),
      ways.allSatisfy({ isOpaque($0.1) && isSilent($0.0, since: path) })
    else { return ways }
    let types = Set(ways.map(\.1.type))
    let one = agreed(ways.map(\.0), from: path)
    return [(one, fresh(text(of: node), one, type: types.count == 1 ? types.first ?? nil : nil))]
  }

  private func isOpaque(_ value: Value) -> Bool {
    guard case .unknown(let unknown) = value else { return false }
    return unknown.keyPath == nil && index.info(unknown.type)?.kind != .enum
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
    var result = ways.dropFirst().reduce(ways[0]) { $0.weaker(than: $1) }
    result.guards = path.guards
    result.branch = path.branch
    return loosened(result, by: ways)
  }
}

extension ExprSyntax {
  /// Whether it is `a ? b : c`, or `if` or `switch` as a value.
  fileprivate var isChoice: Bool {
    switch self.as(ExprSyntaxEnum.self) {
    case .ifExpr, .switchExpr: true
    case .sequenceExpr(let chain):
      chain.elements.contains { $0.is(UnresolvedTernaryExprSyntax.self) }
    default: false
    }
  }
}

extension Value {
  fileprivate var isTrue: Bool { if case .bool(true) = self { true } else { false } }
  fileprivate var isFalse: Bool { if case .bool(false) = self { true } else { false } }
}
