/// Statements that wait: for others, or for helpers.
extension MachineWriter {
  /// What is asked of others, by what they answer: its name tells which it is.
  enum Request: String, CaseIterable {
    case step, flag, verdict, number, result
  }

  /// The name of what is asked of others; nothing where enough is waited for already.
  private mutating func request(_ kind: Request) -> String? {
    guard restingWaits > 0 else { return nil }
    restingWaits -= 1
    let name = unique(kind.rawValue)
    requests.append(name)
    return "api.\(name)()"
  }

  mutating func pause(in scope: Scope) -> [String] {
    guard restingWaits > 0 else { return write(in: scope) }
    if chance(0.2) {
      restingWaits -= 1
      return ["await Task.yield()"]
    }
    return request(.step).map { ["await " + $0] } ?? write(in: scope)
  }

  private func mayCall(_ scope: Scope) -> Bool { scope.hasSelf && scope.level < 3 }

  mutating func waitingCall(in scope: Scope) -> [String] {
    guard mayCall(scope) else { return pause(in: scope) }
    if scope.mayThrow, chance(0.4) { return ["try await " + helperCall(.attempting, in: scope)] }
    if !scope.mayThrow, chance(0.3) { return caughtCall(in: scope) }
    return ["await " + helperCall(.waiting, in: scope)]
  }

  private mutating func caughtCall(in scope: Scope) -> [String] {
    if chance(0.3) { return ["try? await " + helperCall(.attempting, in: scope)] }
    let call = "try await " + helperCall(.attempting, in: scope)
    let inner = form.hasErrors ? scope.inner.caught : scope.inner
    return open("do", [call] + statements(in: inner, count: 1))
      + block("} catch", statements(in: scope.inner))
  }

  /// A flag that is waited for.
  private mutating func awaitedFlag(_ scope: Scope) -> String? {
    if mayCall(scope), chance(0.5) { return "await " + helperCall(.asking, in: scope) }
    return request(.flag).map { "await " + $0 }
  }

  mutating func awaitedCheck(in scope: Scope) -> [String] {
    guard let asked = awaitedFlag(scope) else { return check(in: scope) }
    if scope.mayLeave, chance(0.3) { return block("guard \(asked) else", [leaving(scope)]) }
    return open("if \(asked)", statements(in: scope.inner)) + alternative(in: scope)
  }

  mutating func awaitedFlag(in scope: inout Scope) -> [String] {
    guard let asked = awaitedFlag(scope) else { return constant(in: &scope) }
    let name = unique("f")
    scope.flags.append(name)
    return ["let \(name) = \(asked)"]
  }

  mutating func awaitedState(in scope: Scope) -> [String] {
    if mayCall(scope), chance(0.6) {
      return ["state = await " + helperCall(.fetching, in: scope)]
    }
    guard let asked = request(.flag) else { return write(in: scope) }
    return ["state = await \(asked) ? \(state(in: scope)) : \(state(in: scope))"]
  }

  /// A switch over what is waited for.
  mutating func awaitedChoice(in scope: Scope) -> [String] {
    let number = unique("k")
    let inner = scope.inner.adding(number: number)
    if mayCall(scope), chance(0.3) {
      let call = helperCall(.fetching, in: scope)
      return ["switch await \(call) {", "case .b(let \(number)):"]
        + statements(in: inner).indented + ["case .a:"] + statements(in: scope.inner).indented
        + ["default:"] + statements(in: scope.inner).indented + ["}"]
    }
    let kind: Request = one(of: [.verdict, .result])
    guard let asked = request(kind) else { return choice(in: scope) }
    let (good, bad) = kind == .verdict ? ("good", "poor") : ("success", "failure")
    return ["switch await \(asked) {", "case .\(good)(let \(number)):"]
      + statements(in: inner).indented + ["case .\(bad):"]
      + statements(in: scope.inner).indented + ["}"]
  }

  /// Something that may fail.
  mutating func awaitedAttempt(in scope: inout Scope) -> [String] {
    guard let asked = request(.number) else { return check(in: scope) }
    let number = unique("k")
    let inner = scope.inner.adding(number: number)
    switch share() {
    case ..<0.3 where scope.mayThrow:
      scope.numbers.append(number)
      return ["let \(number) = try await \(asked)"]
    case ..<0.5:
      return open("if let \(number) = try? await \(asked)", statements(in: inner))
        + alternative(in: scope)
    default:
      let body = form.hasErrors ? inner.caught : inner
      return open("do", ["let \(number) = try await \(asked)"] + statements(in: body))
        + block("} catch", statements(in: scope.inner))
    }
  }
}
