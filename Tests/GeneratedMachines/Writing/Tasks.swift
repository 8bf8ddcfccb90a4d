/// Tasks that go on when those are over, or wait, that started them.
extension MachineWriter {
  mutating func task(in scope: Scope) -> [String] {
    guard scope.hasSelf else { return check(in: scope) }
    let variables = Set(scope.flagVariables + scope.stateVariables + scope.actVariables)
    let inner = Scope(.plain, level: max(scope.level, 1), depth: scope.depth + 1).changed {
      $0.numbers = scope.numbers
      // A variable may be another one by then.
      $0.flags = scope.flags.filter { !variables.contains($0) }
      $0.states = scope.states.filter { !variables.contains($0) }
      ($0.mayWait, $0.isObserver) = (form.hasWaits, scope.isObserver)
      ($0.maySetFlag, $0.maySetCount) = (scope.maySetFlag, scope.maySetCount)
      ($0.mayStart, $0.mayDeclare) = (scope.depth < 2, false)
    }
    let marks = recorded("recorder.begin(); defer { recorder.end() }")
    let body = statements(in: inner, count: one(of: [1, 2, 2]))
    guard scope.mayWait, chance(0.25) else { return block("Task", marks + body) }
    let name = unique("job")
    return block("let \(name) = Task", marks + body) + write(in: scope)
      + recorded("Flow.current.awaited = \"\(name).value\"") + ["await \(name).value"]
  }
}
