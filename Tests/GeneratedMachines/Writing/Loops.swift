/// Statements that come back, and those that jump.
extension MachineWriter {
  mutating func boundedFor(in scope: Scope) -> [String] {
    guard !scope.isObserver, let bound = bounds.popLast() else { return check(in: scope) }
    let round = unique("i")
    var body = statements(in: scope.inner.adding(number: round))
    if chance(0.3) {
      body += block("if \(condition(in: scope))", [one(of: ["break", "continue"])])
      body += statements(in: scope.innermost, count: 1)
    }
    return block("for \(round) in 0..<\(bound)", body)
  }

  mutating func boundedWhile(in scope: Scope) -> [String] {
    guard !scope.isObserver, let bound = bounds.popLast() else { return check(in: scope) }
    let round = unique("i")
    let head = "while \(round) < \(bound), \(condition(in: scope))"
    return ["var \(round) = 0"]
      + block(head, ["\(round) += 1"] + statements(in: scope.inner))
  }

  mutating func labelled(in scope: Scope) -> [String] {
    let label = unique("l")
    let first = statements(in: scope.inner)
    let jump = block("if \(condition(in: scope))", ["break \(label)"])
    return block("\(label): do", first + jump + statements(in: scope.inner))
  }

  mutating func catching(in scope: Scope) -> [String] {
    guard scope.hasSelf, scope.level < 3 else { return check(in: scope) }
    let call = "try " + helperCall(.throwing, in: scope)
    let inner = form.hasErrors ? scope.inner.caught : scope.inner
    let body = statements(in: inner, count: 1) + [call] + statements(in: inner, count: 1)
    return open("do", body) + block("} catch", statements(in: scope.inner))
  }

  mutating func deferring(in scope: Scope) -> [String] {
    // A `defer` is a function of its own: what it sets would call the observer that it stands in.
    if scope.isObserver { return write(in: scope) }
    return block("defer", statements(in: scope.inner.staying))
  }
}
