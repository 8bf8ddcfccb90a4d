/// Code that stands within a body and has parameters of its own.
extension MachineWriter {
  /// A closure that is lent the state, or one that is asked about it.
  mutating func closure(in scope: inout Scope) -> [String] {
    guard scope.hasSelf else { return check(in: scope) }
    if chance(0.5) { return lending(in: scope) }
    let name = unique("f")
    // In an observer `p` is a property.
    let other = scope.isObserver ? "false" : "p"
    let body = one(of: [
      "return state.isBusy", "return state == .a",
      "if case .b(let k0) = state { return k0 > 0 } else { return \(other) }",
    ])
    scope.flags.append("\(name)(state)")
    return ["let \(name) = { (state: State) -> Bool in", "  " + body, "}"]
  }

  private mutating func lending(in scope: Scope) -> [String] {
    let inner = scope.inner.changed {
      $0.body = .plain
      $0.hasSelf = false
      $0.mayLeave = true
      ($0.mayThrow, $0.mayWait, $0.mayStart) = (false, false, false)
      $0.hasFlag = !(form.shape == .struct && form.observer?.isOfState ?? false)
      $0.flagVariables = []
      $0.stateVariables = []
      $0.actVariables = []
    }
    return ["Self.with(&state) { state in", "  _ = p"] + statements(in: inner).indented + ["}"]
  }

  mutating func localFunction(in scope: Scope) -> [String] {
    guard scope.hasSelf, scope.mayDeclare else { return check(in: scope) }
    let name = unique("g")
    let body = one(of: [
      ["if p { it.state = .c }"], ["it.state = p ? .a : .d"],
      [
        "switch it.state {", "case .a: it.state = .c", "case .b where p: it.state = .a",
        "default: break", "}",
      ],
    ])
    guard form.shape == .struct else {
      let own = body.map { $0.replacing("it.", with: "") }
      return block("func \(name)(_ p: Bool)", own) + ["\(name)(\(condition(in: scope)))"]
    }
    return block("func \(name)(_ it: inout Self, _ p: Bool)", body)
      + ["\(name)(&self, \(condition(in: scope)))"]
  }
}
