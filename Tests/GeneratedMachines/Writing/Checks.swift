/// Statements that check one thing.
extension MachineWriter {
  mutating func check(in scope: Scope) -> [String] {
    guard scope.depth < deepest else { return write(in: scope) }
    var lines = open("if \(condition(in: scope))", statements(in: scope.inner))
    while chance(0.2) {
      lines += open("} else if \(condition(in: scope))", statements(in: scope.inner))
    }
    return lines + alternative(in: scope)
  }

  mutating func guarding(in scope: Scope) -> [String] {
    guard scope.mayLeave else { return check(in: scope) }
    let first = chance(0.3) ? statements(in: scope.innermost.staying, count: 1) : []
    let asked = condition(in: scope)
    return block("guard \(asked) else", first + [leaving(scope)])
  }

  mutating func guardCase(in scope: inout Scope) -> [String] {
    guard scope.mayLeave else { return check(in: scope) }
    if chance(0.5) {
      let number = unique("k")
      let lines = block("guard case .b(let \(number)) = state else", [leaving(scope)])
      scope.numbers.append(number)
      return lines
    }
    let asked = chance(0.3) ? ", " + condition(in: scope) : ""
    return block(
      "guard case .\(one(of: ["a", "c", "d"])) = state\(asked) else", [leaving(scope)])
  }

  mutating func checkCase(in scope: Scope) -> [String] {
    var inner = scope
    var pattern = "." + one(of: ["a", "c", "d"])
    if chance(0.5) {
      let number = unique("k")
      inner.numbers.append(number)
      pattern = ".b(let \(number))"
    }
    let asked = chance(0.4) ? ", " + condition(in: inner) : ""
    let lines = open("if case \(pattern) = state\(asked)", statements(in: inner.inner))
    return lines + alternative(in: scope)
  }
}
