import OrreryExecution
import OrreryLowering
import OrreryModel
import OrreryRecognition
import OrrerySyntax

/// The regions of a struct: one for each of its state variables.
extension MachineBuilder {
  func fillRegions(_ machine: inout Machine, _ walks: [ActionWalk], _ naming: @escaping Renaming) {
    var variables = stateVariables(of: machine)
    guard !variables.isEmpty else { return }
    for index in variables.indices {
      variables[index].stack?.read(walks.flatMap(\.report.outcomes).flatMap(\.spread))
    }
    var found = steps(of: variables, walks, naming)
    while !found.untold.isEmpty {
      variables = variables.enumerated().map { found.untold.contains($0) ? $1.folded : $1 }
      found = steps(of: variables, walks, naming)
    }
    RegionRows(
      variables: variables, values: found.values, mayBeAbsent: site.isHandedOptional,
      mayStartAbsent: mayStartAbsent
    ).add(found.steps, to: &machine)
  }

  /// Whether the handlers may be handed no state at all.
  private var mayStartAbsent: Bool { site.isHandedOptional && !site.isStartDeclared }

  /// Says of a variable that it is no region, since it is never anything else.
  func constantVariables(of machine: Machine) -> [Diagnostic] {
    guard machine.stateKind == .struct else { return [] }
    let others = stateVariables(of: machine).filter { !machine.projection.contains($0.name) }
    guard !others.isEmpty else { return [] }
    let names = others.map { "`\($0.name)`" }.joined(separator: ", ")
    return [
      Diagnostic(
        id: "constant-variable", severity: .note, location: machine.location,
        message: "\(names) \(others.count == 1 ? "is" : "are") no region: handlers write "
          + "\(others.count == 1 ? "it" : "them"), but only one value is ever reached")
    ]
  }

  // MARK: Walking

  /// What all events make of the variables, and the values that these are ever in.
  ///
  /// An optional whose cases are not always told is better told by whether it is there alone: where
  /// there are such variables, only these are found.
  private func steps(
    of variables: [StateVariable], _ walks: [ActionWalk], _ naming: @escaping Renaming
  ) -> (steps: [RegionStep], values: [[String]], untold: Set<Int>) {
    var events = walks.filter { !$0.isSetUp && $0.share != .actions }.map {
      RegionWalk($0.walk, variables, naming: naming)
    }
    var reached = ReachedValues(
      of: variables, isOpen: !isOwn, setUps: walks.filter(\.isSetUp), sent: Set(scope.sent.keys))
    if mayStartAbsent { reached.addAbsence() }
    var ways: [StepWay] = []
    repeat {
      while reached.grows() {
        ways = events.indices.flatMap { self.ways(of: &events[$0], variables, &reached) }
        let untold = ways.reduce(into: Set<Int>()) { $0.formUnion($1.untold) }
          .filter { variables[$0].isOptional && variables[$0].type != nil }
        if !untold.isEmpty { return ([], [], untold) }
      }
    } while addUnreached(to: &reached, variables)
    return (RegionStep.merged(ways, values: reached.values), reached.values, [])
  }

  /// The ways of one event, from all values that are reached so far.
  private func ways(
    of event: inout RegionWalk, _ variables: [StateVariable], _ reached: inout ReachedValues
  ) -> [StepWay] {
    guard let values = reached.values(for: event) else { return [] }
    let present = zip(variables, values).map { variable, values in
      site.isHandedOptional && !variable.isOptional ? values.filter { $0 != Site.absent } : values
    }
    var leaves = event.leaves(among: present)
    if reached.isAbsenceReached { leaves.append(event.leafWithoutState()) }
    let limits = zip(present, reached.values).map { present, all in
      present.count < all.count ? Set(present) : nil
    }
    return leaves.flatMap { leaf -> [StepWay] in
      let ways = event.ways(of: leaf) { leaf in
        leaf.outcomes.flatMap(\.spread).flatMap { outcome in
          self.ways(of: outcome, variables).map {
            way($0.outcome, $0.target, from: leaf, variables)
          }
        }
      }
      let start = values.indices.map { leaf.known[$0].map { [$0] } ?? present[$0] }
      for way in ways {
        reached.add(event, from: start, way.landings, leaving: way.started)
        if way.endsAbsent { reached.addAbsence() }
      }
      return event.later == nil || leaf.isAbsent ? ways : ways.map { $0.limited(to: limits) }
    }
  }

  /// Adds a case that the handlers ask for and no event leads to: who hands the state over may start
  /// in it.
  ///
  /// - Returns: Whether there was one.
  private func addUnreached(to reached: inout ReachedValues, _ variables: [StateVariable]) -> Bool {
    guard site.holder == .parameter else { return false }
    for (position, variable) in variables.enumerated()
    where variable.type != nil && !variable.isOptional {
      let known = reached.values[position]
      let open = variable.values.first { value in
        !known.contains(value)
          && site.handlers.contains { $0.lowered(in: scope.program)?.body.expects(value) ?? false }
      }
      guard let open else { continue }
      reached.insert(open, of: position)
      return true
    }
    return false
  }

  // MARK: Ways

  private func way(
    _ outcome: Outcome, _ target: Target, from leaf: RegionWalk.Leaf, _ variables: [StateVariable]
  ) -> StepWay {
    var outcome = outcome
    outcome.guards += target.clauses
    outcome.decided = outcome.decided.map { $0 + target.clauses.count }
    var known = leaf.known
    for (position, variable) in variables.enumerated() where !leaf.isAbsent {
      if let screen = variable.stack?.source(of: outcome) { known[position] = screen }
    }
    let writes: [Write] = if case .object(let object) = outcome.state { object.writes } else { [] }
    let alternatives = zip(variables, target.landings).map { variable, landing in
      let write = writes.last { $0.path == variable.name || $0.isWithin(variable.name) }
      return RegionStep.Alternative(
        landing: landing, place: write?.location,
        isCarrying: write != nil && carries(landing, variable))
    }
    var way = StepWay(
      known: known.mapValues { [$0] }, isAbsent: leaf.isAbsent, alternatives: alternatives,
      row: row(outcome, from: "", entry: .void), started: outcome.started)
    if case .absent = outcome.state { way.endsAbsent = true }
    let names = Set(variables.map(\.name))
    way.changesMore =
      leaf.isAbsent && !writes.isEmpty || writes.contains { !names.contains($0.path) }
    if let last = writes.last, alternatives.allSatisfy({ $0.place == nil }) {
      way.row.transition.location = last.location
    }
    settle(&way, outcome, isInferred: target.isInferred || outcome.isCoarse || outcome.isGuess)
    return way
  }

  private func settle(_ way: inout StepWay, _ outcome: Outcome, isInferred: Bool) {
    switch outcome.ending {
    case .trapped, .rejected, .exhausted:
      for index in way.alternatives.indices { way.alternatives[index].landing = .same }
      return
    case .threw where !way.changesMore:
      // Where a variable is given what it has, the error is all that comes of the way.
      way.row.transition.kind = .throw
      if way.changesNothing { way.row.transition.effect = nil }
    case .threw, .completed, .unsafe:
      way.row.transition.kind = way.changesMore || outcome.effect != nil ? .stay : .ignore
      way.row.isIdle = !way.changesMore
    }
    way.row.transition.certainty = isInferred ? .inferred : .exact
  }

  /// Whether a value may be another one although it is told by the same name.
  private func carries(_ landing: Landing, _ variable: StateVariable) -> Bool {
    guard case .value(let value) = landing else { return false }
    return value == "some"
      || index.info(variable.type)?.enumCase(value)?.values.isEmpty == false
  }
}
