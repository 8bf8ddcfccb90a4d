/// Statements that name values.
extension MachineWriter {
  mutating func constant(in scope: inout Scope) -> [String] {
    switch share() {
    case ..<0.4: return flagConstant(condition(in: scope), in: &scope)
    case ..<0.7: return stateConstant("s", state(in: scope), in: &scope)
    case ..<0.85: return stateConstant("old", "state", in: &scope)
    default:
      guard scope.hasSelf, scope.level < 2 else { return setFlag(in: scope) }
      return flagConstant(answeringCall(in: scope), in: &scope)
    }
  }

  private mutating func flagConstant(_ value: String, in scope: inout Scope) -> [String] {
    let name = unique("f")
    scope.flags.append(name)
    return ["let \(name) = \(value)"]
  }

  private mutating func stateConstant(
    _ prefix: String, _ value: String, in scope: inout Scope
  ) -> [String] {
    let name = unique(prefix)
    scope.states.append(name)
    return ["let \(name) = \(value)"]
  }

  mutating func variable(in scope: inout Scope) -> [String] {
    switch share() {
    case ..<0.4:
      let value = condition(in: scope)
      let name = unique("v")
      scope.flags.append(name)
      scope.flagVariables.append(name)
      return ["var \(name) = \(value)"]
    case ..<0.7:
      let value = state(in: scope)
      let name = unique("t")
      scope.states.append(name)
      scope.stateVariables.append(name)
      return ["var \(name) = \(value)"]
    default:
      let name = unique("r")
      scope.acts.append(name)
      scope.actVariables.append(name)
      return ["var \(name): Act? = \(one(of: ["nil", ".x", ".y"]))"]
    }
  }

  mutating func pair(in scope: inout Scope) -> [String] {
    let values = "(\(condition(in: scope)), \(state(in: scope)))"
    let flag = unique("f")
    let state = unique("s")
    scope.flags.append(flag)
    scope.states.append(state)
    return ["let (\(flag), \(state)) = \(values)"]
  }

  /// An optional state, and one of the ways to unwrap it.
  mutating func optional(in scope: inout Scope) -> [String] {
    let name = unique("o")
    let value = unique("w")
    let kept = "\(condition(in: scope)) ? \(state(in: scope)) : nil"
    let lines = ["let \(name): State? = \(kept)"]
    let way = share()
    if way < 0.4 {
      let found = open(
        "if let \(value) = \(name)", statements(in: scope.inner.adding(state: value)))
      return lines + found + alternative(in: scope)
    }
    if way < 0.7, scope.mayLeave {
      let absent = block("guard let \(value) = \(name) else", [leaving(scope)])
      scope.states.append(value)
      return lines + absent
    }
    let other = state(in: scope)
    scope.states.append(value)
    return lines + ["let \(value) = \(name) ?? \(other)"]
  }

  /// The closing brace of an `if`, with or without an `else` before it.
  mutating func alternative(in scope: Scope) -> [String] {
    chance(0.5) ? block("} else", statements(in: scope.inner)) : ["}"]
  }
}
