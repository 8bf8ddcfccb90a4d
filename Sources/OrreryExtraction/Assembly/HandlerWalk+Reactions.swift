/// What runs where one of the reducers before it has changed some property.
extension HandlerWalk {
  func go(on flow: Flow, with next: Handler, _ walker: Interpreter) -> [Flow] {
    guard let change = next.change else { return follow(flow, with: next, walker) }
    scope.cache.footprint.begin(next.body)
    guard mayHaveMade(change, flow.path) else { return [flow] }
    let clause = Clause(text: change.text)
    var (same, changed) = (flow, flow)
    same.path.guards.append(clause.negated)
    changed.path.guards.append(clause)
    if let watched, change.names.count == 2 {
      let place = change.path.reduce(watched) { $0.appending($1) }
      let old = Unknown(id: "old.\(change.text)", text: change.names[0])
      changed.path.frames[0].variables[change.names[0]] = .unknown(old)
      changed.path.frames[0].variables[change.names[1]] = changed.path.value(at: place)
    }
    return follow(changed, with: next, walker) + [same]
  }

  /// Whether a way may have made a change.
  private func mayHaveMade(_ change: StateChange, _ path: Path) -> Bool {
    if change.isOfBindings, eventCase?.name.split(separator: ".").first == "binding" { return true }
    guard let watched, case .object(let state)? = path.value(at: watched) else {
      return path.writeLocation != nil
    }
    return change.mayBe(among: state.writes)
  }
}
