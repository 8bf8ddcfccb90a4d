/// Blocks of statements, and the statements that open none.
extension MachineWriter {
  /// A block, whose names are seen in it alone.
  mutating func statements(in outer: Scope, count: Int? = nil) -> [String] {
    var scope = outer
    var lines: [String] = []
    for _ in 0..<(count ?? one(of: size == .small ? [1, 1, 1, 2] : [1, 1, 2, 2, 3])) {
      let kind = one(of: StatementKind.allCases) { [deepest, form] kind in
        kind.weight(in: scope, deepest: deepest, form: form)
      }
      guard let kind, kind != .leave else { return lines + [leaving(scope)] }
      lines += statement(kind, in: &scope)
    }
    return lines
  }

  private mutating func statement(_ kind: StatementKind, in scope: inout Scope) -> [String] {
    switch kind {
    case .write: write(in: scope)
    case .setFlag: setFlag(in: scope)
    case .setVariable: setVariable(in: scope)
    case .leave: [leaving(scope)]
    case .check: check(in: scope)
    case .guarding: guarding(in: scope)
    case .call: call(in: &scope)
    case .constant: constant(in: &scope)
    case .variable: variable(in: &scope)
    case .choice: choice(in: scope)
    case .checkCase: checkCase(in: scope)
    case .guardCase: guardCase(in: &scope)
    case .boundedFor: boundedFor(in: scope)
    case .catching: catching(in: scope)
    case .deferring: deferring(in: scope)
    case .closure: closure(in: &scope)
    case .localFunction: localFunction(in: scope)
    case .choiceValue: choiceValue(in: &scope)
    case .flagChoice: flagChoice(in: scope)
    case .boundedWhile: boundedWhile(in: scope)
    case .labelled: labelled(in: scope)
    case .optional: optional(in: &scope)
    case .pair: pair(in: &scope)
    default: featureStatement(kind, in: &scope)
    }
  }

  private mutating func featureStatement(
    _ kind: StatementKind, in scope: inout Scope
  ) -> [String] {
    switch kind {
    case .throwingCall: throwingCall(in: &scope)
    case .optionalAttempt: optionalAttempt(in: &scope)
    case .patternCatch: patternCatch(in: scope)
    case .rethrowing: rethrowing(in: scope)
    case .pause: pause(in: scope)
    case .waitingCall: waitingCall(in: scope)
    case .awaitedCheck: awaitedCheck(in: scope)
    case .awaitedFlag: awaitedFlag(in: &scope)
    case .awaitedState: awaitedState(in: scope)
    case .awaitedChoice: awaitedChoice(in: scope)
    case .awaitedAttempt: awaitedAttempt(in: &scope)
    case .task: task(in: scope)
    case .setCount: setCount(in: scope)
    default: []
    }
  }

  /// The end of a body, by what it answers.
  mutating func leaving(_ scope: Scope) -> String {
    switch scope.body {
    case .event:
      switch share() {
      case ..<0.15: "throw Fault.bad"
      case ..<0.25 where scope.level < 2: "return " + eventCall(in: scope)
      default: "return " + act(in: scope)
      }
    case .answering, .asking: "return " + condition(in: scope)
    case .trying: chance(0.3) ? "throw Fault.bad" : "return " + condition(in: scope)
    case .fetching: "return " + state(in: scope)
    // Without the semicolon the next line would be taken for its value.
    case .plain, .waiting: "return;"
    case .throwing, .attempting: one(of: ["return;", "throw Fault.bad"])
    }
  }

  mutating func write(in scope: Scope) -> [String] {
    switch share() {
    case ..<0.1: ["state.advance()"]
    case ..<0.18 where scope.hasSelf:
      ["change(&state, \(condition(in: scope, nested: 1)))"]
    case ..<0.22 where scope.hasSelf && !scope.isObserver: ["move(to: \(state(in: scope)))"]
    default: ["state = \(state(in: scope))"]
    }
  }

  mutating func setFlag(in scope: Scope) -> [String] {
    guard scope.hasSelf, scope.maySetFlag else { return ["_ = 2"] }
    switch one(of: Array(0..<4)) {
    case 0: return ["flag = true"]
    case 1: return ["flag = false"]
    case 2: return ["flag.toggle()"]
    default: return ["flag = !(\(condition(in: scope, nested: 1)))"]
    }
  }

  mutating func setVariable(in scope: Scope) -> [String] {
    let kinds = [scope.flagVariables, scope.stateVariables, scope.actVariables]
    let kind = one(of: Array(kinds.indices))
    guard !kinds[kind].isEmpty else { return write(in: scope) }
    let name = one(of: kinds[kind])
    let value: String
    switch kind {
    case 0: value = condition(in: scope)
    case 1: value = state(in: scope)
    default: value = act(in: scope)
    }
    // To set a variable to itself is an error.
    return ["\(name) = \(value == name ? ["q", "State.a", "nil"][kind] : value)"]
  }
}
