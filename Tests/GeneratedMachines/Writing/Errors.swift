/// Statements that throw errors, and those that catch them by what they are.
extension MachineWriter {
  /// Whether a helper may be called here that is not written yet.
  private func mayCall(_ scope: Scope) -> Bool { scope.hasSelf && scope.level < 3 }

  mutating func throwingCall(in scope: inout Scope) -> [String] {
    guard mayCall(scope) else { return chance(0.5) ? thrown(in: scope) : write(in: scope) }
    switch share() {
    case ..<0.3: return ["try " + helperCall(.throwing, in: scope)]
    case ..<0.5:
      let name = unique("f")
      let call = helperCall(.trying, in: scope)
      scope.flags.append(name)
      return ["let \(name) = try \(call)"]
    case ..<0.8:
      let asked = "try " + helperCall(.trying, in: scope)
      return open("if \(asked)", statements(in: scope.inner)) + alternative(in: scope)
    default: return thrown(in: scope)
    }
  }

  private mutating func thrown(in scope: Scope) -> [String] {
    block("if \(condition(in: scope))", ["throw Fault." + one(of: ["bad", "worse"])])
  }

  /// A call whose error is nothing.
  mutating func optionalAttempt(in scope: inout Scope) -> [String] {
    guard mayCall(scope) else { return check(in: scope) }
    switch share() {
    case ..<0.2: return ["_ = try? " + helperCall(.throwing, in: scope)]
    case ..<0.5:
      let name = unique("f")
      let call = helperCall(.trying, in: scope)
      scope.flags.append(name)
      return ["let \(name) = (try? \(call)) ?? \(one(of: ["p", "q", "true", "false"]))"]
    case ..<0.8:
      let name = unique("f")
      let call = helperCall(.trying, in: scope)
      let inner = scope.inner.changed { $0.flags.append(name) }
      return open("if let \(name) = try? \(call)", statements(in: inner))
        + alternative(in: scope)
    default:
      let call = helperCall(.trying, in: scope)
      return open("if (try? \(call)) == \(one(of: ["true", "nil"]))", statements(in: scope.inner))
        + alternative(in: scope)
    }
  }

  /// A `catch` for one error or some, and one for the others where nothing else catches them.
  mutating func patternCatch(in scope: Scope) -> [String] {
    guard mayCall(scope) else { return check(in: scope) }
    var lines = attempt(in: scope)
    let fault = one(of: ["Fault.bad", "Fault.worse"])
    let asked = chance(0.3) ? " where \(condition(in: scope))" : ""
    lines += open("} catch \(fault)\(asked)", statements(in: scope.inner))
    guard !scope.mayThrow || chance(0.6) else { return lines + ["}"] }
    if chance(0.3) {
      return lines + open("} catch", choice(ofErrorIn: scope)) + ["}"]
    }
    return lines + block("} catch", statements(in: scope.inner))
  }

  private mutating func choice(ofErrorIn scope: Scope) -> [String] {
    block(
      "switch error",
      ["case Fault.\(one(of: ["bad", "worse"])):"] + statements(in: scope.inner).indented
        + ["default:"] + statements(in: scope.inner).indented)
  }

  /// A `do` that is open, whose statements throw.
  private mutating func attempt(in scope: Scope) -> [String] {
    var inner = scope.inner.caught
    var lines = chance(0.5) ? statements(in: inner, count: 1) : []
    lines += throwingCall(in: &inner)
    if chance(0.7) { lines += statements(in: inner, count: 1) }
    return open("do", lines)
  }

  /// A `catch` that throws on.
  mutating func rethrowing(in scope: Scope) -> [String] {
    guard mayCall(scope) else { return check(in: scope) }
    let lines = attempt(in: scope)
    let thrown = one(of: ["error", "error", "Fault.worse"])
    let between = chance(0.6) ? statements(in: scope.inner, count: 1) : []
    return lines + block("} catch", between + ["throw " + thrown])
  }
}
