/// Statements that choose between many.
extension MachineWriter {
  /// A switch over a state, alone or beside a flag.
  mutating func choice(in scope: Scope) -> [String] {
    let subject = one(of: Array(repeating: "state", count: 4) + scope.states)
    let isPair = chance(0.3)
    let second = one(of: scope.hasSelf ? ["p", "q", scope.hasFlag ? "flag" : "q"] : ["p", "q"])
    var lines = ["switch " + (isPair ? "(\(subject), \(second))" : subject) + " {"]
    let groups = caseGroups()
    for (number, group) in groups.enumerated() {
      let next = number + 1 < groups.count ? groups[number + 1] : nil
      lines += clause(group, before: next, isPair: isPair, in: scope)
    }
    lines += ["default:"] + (chance(0.6) ? statements(in: scope.inner) : ["break"]).indented
    return lines + ["}"]
  }

  /// Some of the cases in some order, two of them now and then in one clause.
  private mutating func caseGroups() -> [[String]] {
    var rest = shuffled(["a", "b", "c", "d"])
    var groups: [[String]] = []
    while groups.isEmpty || chance(0.75), let first = rest.popLast() {
      var group = [first]
      if let second = rest.last, first != "b", second != "b", chance(0.2) {
        group.append(rest.removeLast())
      }
      groups.append(group)
    }
    return groups
  }

  private mutating func clause(
    _ group: [String], before next: [String]?, isPair: Bool, in scope: Scope
  ) -> [String] {
    var inner = scope.inner
    let patterns = group.map { name in
      let pattern = pattern(name, in: &inner)
      return isPair ? "(\(pattern), \(one(of: ["true", "false", "_", "_"])))" : pattern
    }
    let asked = group.count == 1 && chance(0.25) ? " where \(condition(in: inner))" : ""
    let head = "case \(patterns.joined(separator: ", "))\(asked):"
    if chance(0.1) { return [head, "  break"] }
    let body = [head] + statements(in: inner).indented
    // Nothing can fall into a clause that names a payload.
    guard let next, !next.contains("b"), chance(0.1) else { return body }
    return body + ["  fallthrough"]
  }

  private mutating func pattern(_ name: String, in scope: inout Scope) -> String {
    guard name == "b" else { return "." + name }
    if chance(0.6) {
      let number = unique("k")
      scope.numbers.append(number)
      return ".b(let \(number))"
    }
    return chance(0.3) ? ".b(1)" : ".b"
  }

  /// A switch over two conditions.
  mutating func flagChoice(in scope: Scope) -> [String] {
    var lines = ["switch (\(condition(in: scope)), \(condition(in: scope))) {"]
    lines += ["case (true, true):"] + statements(in: scope.inner).indented
    if chance(0.6) { lines += ["case (false, _):"] + statements(in: scope.inner).indented }
    return lines + ["default:"] + statements(in: scope.inner).indented + ["}"]
  }

  /// A switch that is a value.
  mutating func choiceValue(in scope: inout Scope) -> [String] {
    let name = unique("s")
    var lines = [
      "let \(name): State = switch state {",
      "case .a, .c: \(state(in: scope))",
      "case .b(let k0): k0 > 1 ? \(state(in: scope, nested: 1)) : \(state(in: scope, nested: 1))",
      "case .d: \(state(in: scope))",
      "}",
    ]
    scope.states.append(name)
    if chance(0.6) { lines.append("state = \(name)") }
    return lines
  }
}
