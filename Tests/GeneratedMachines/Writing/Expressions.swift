/// What statements ask and set.
extension MachineWriter {
  /// A condition without operators between conditions.
  mutating func atom(in scope: Scope) -> String {
    one(
      of: [
        "p", "q", scope.hasFlag ? "flag" : "p", "n > 1", "n == 0", "state.isBusy", "state == .a",
        "state != .c",
      ] + scope.numbers.map { "\($0) > 0" } + scope.flags + scope.states.map { "\($0) == .a" })
  }

  mutating func condition(in scope: Scope, nested: Int = 0) -> String {
    guard nested < 2 else { return atom(in: scope) }
    let inner = nested + 1
    switch share() {
    case ..<0.12:
      return "\(condition(in: scope, nested: inner)) && \(operand(in: scope, nested: inner))"
    case ..<0.22:
      return "(\(condition(in: scope, nested: inner)) || \(operand(in: scope, nested: inner)))"
    case ..<0.34: return "!(\(condition(in: scope, nested: inner)))"
    case ..<0.37:
      let parts = (0..<3).map { _ in condition(in: scope, nested: inner) }
      return "(\(parts[0]) ? \(parts[1]) : \(parts[2]))"
    case ..<0.42 where scope.hasSelf && scope.level < 3 && scope.mayAsk:
      return answeringCall(in: scope)
    default: return atom(in: scope)
    }
  }

  private mutating func operand(in scope: Scope, nested: Int) -> String {
    chance(0.5) ? "(\(condition(in: scope, nested: nested)))" : atom(in: scope)
  }

  mutating func number(in scope: Scope) -> String {
    one(of: ["n", "0", "1", "2"] + scope.numbers)
  }

  mutating func state(in scope: Scope, nested: Int = 0) -> String {
    switch share() {
    case ..<0.1 where nested < 1:
      let asked = condition(in: scope, nested: 1)
      return "(\(asked) ? \(state(in: scope, nested: 1)) : \(state(in: scope, nested: 1)))"
    case ..<0.2 where !scope.states.isEmpty: return one(of: scope.states)
    case ..<0.25: return "state.next"
    case ..<0.29 where scope.hasSelf: return "Self.pick(\(condition(in: scope, nested: 1)))"
    default: return one(of: ["State.a", "State.c", "State.d", "State.b(\(number(in: scope)))"])
    }
  }

  mutating func act(in scope: Scope) -> String {
    one(of: [".x", ".y", "nil", ".z"] + scope.acts)
  }
}
