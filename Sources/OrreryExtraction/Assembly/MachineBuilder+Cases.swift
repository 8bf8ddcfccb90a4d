import OrreryExecution
import OrreryLowering
import OrreryModel
import OrreryProgram
import OrreryRecognition
import OrrerySyntax

/// Machines whose state is an enum.
extension MachineBuilder {
  func fillCases(_ machine: inout Machine) {
    machine.states = declaredStates
    machine.initial = initialCase
    var ways: [Way] = []
    var impossible: [Row] = []
    var visited: [String: Set<Int>] = [:]
    let hints = Hints(of: site)
    for (number, (handler, walked)) in allReports().enumerated() {
      let told = hints.targets(of: handler)
      for walk in walked {
        let (from, entry, report) = (walk.from, walk.entry, walk.report)
        machine.unresolved += report.notes
        for outcome in taken(report.outcomes).flatMap(\.allWays) {
          if outcome.isImpossible {
            impossible.append(row(outcome, from: from, entry: entry))
            continue
          }
          for name in outcome.end?.trail.visited.dropLast() ?? [] {
            visited[name, default: []].insert(number)
          }
          let row = row(outcome, from: from, entry: entry)
          let isOpen = row.transition.kind == .unresolved && outcome.ending != .exhausted
          let rows = isOpen && !told.isEmpty ? told.map { row.inferred(to: $0) } : [row]
          ways.append(
            Way(
              outcome: outcome, rows: rows, left: walk.left, handler: number,
              origin: report.origin, isSetUp: handler.isInitializer))
        }
      }
    }
    var met = starting(metInTime(ways))
    nameByHelpers(&met, &impossible)
    let open = fill(&machine, with: met, impossible)
    addRoutes(to: &machine)
    dropTemporary(Set(visited.keys.filter { !isBound($0, outside: visited[$0] ?? []) }), &machine)
    dropAbsent(&machine)
    dropIdleEvents(&machine)
    let left = Set(machine.states.map(\.name))
    machine.unresolved += OpenTarget.reasons(open.filter { left.contains($0.from) })
    addEvents(machine.transitions.map { ($0.event, $0.location) }, &machine)
    markStates(&machine)
  }

  /// Tells what follows the waits of a helper once, whichever handlers have called it.
  private func nameByHelpers(_ ways: inout [Way], _ impossible: inout [Row]) {
    let shared = SharedWaits(ways)
    for index in ways.indices {
      for row in ways[index].rows.indices {
        shared.name(&ways[index].rows[row].transition.event)
      }
    }
    for index in impossible.indices { shared.name(&impossible[index].transition.event) }
  }

  /// Tells ways as transitions.
  ///
  /// - Parameter impossible: Rows to which no run comes, by which others are joined.
  /// - Returns: What is left open of where the ways lead.
  private func fill(
    _ machine: inout Machine, with ways: [Way], _ impossible: [Row]
  ) -> [OpenTarget] {
    var open: [OpenTarget] = []
    for way in ways {
      for row in way.rows {
        scope.footprint.tell(way.outcome, RowKey(row.transition))
        guard row.transition.kind == .unresolved else { continue }
        if !isGiven(way.outcome) { scope.footprint.leaveOpen() }
        if way.outcome.ending != .exhausted {
          open.append(OpenTarget(row.transition, text: way.outcome.state.text))
        }
      }
    }
    let rows = ways.flatMap(\.rows) + impossible
    machine.transitions = withoutIdleContinuations(
      joined(rows).map(\.transition))
    markLateAnswers(ways, &machine)
    return open
  }

  /// Marks the rows of events that only come late in a state.
  private func markLateAnswers(_ ways: [Way], _ machine: inout Machine) {
    let starts = { (isLate: Bool) in
      Set(ways.filter { $0.isLate == isLate }.flatMap { $0.rows.map { Row.Start($0.transition) } })
    }
    let late = starts(true).subtracting(starts(false))
    for index in machine.transitions.indices {
      machine.transitions[index].isLate = late.contains(Row.Start(machine.transitions[index]))
    }
  }

  /// Whether the next state of an outcome is what comes with the event.
  private func isGiven(_ outcome: Outcome) -> Bool {
    outcome.ending != .exhausted && outcome.state.unknown.map(comesWithEvent) ?? false
  }

  /// Whether a value is a parameter or what comes with an event.
  func comesWithEvent(_ value: Unknown) -> Bool {
    scope.symbols.isArgument(value.symbol) || scope.symbols.isPayload(value.symbol)
  }

  /// Joins rows, and notes those of which another one tells as far as guards can.
  private func joined(_ rows: [Row]) -> [Row] {
    let merged = Row.caught(Row.merged(rows)).map { row in
      let own = row.tellingOwnCalls
      if row.own != nil { scope.footprint.tell(RowKey(row.transition), by: RowKey(own.transition)) }
      return own
    }
    let told = Row.told(merged)
    let left = Set(merged.map { RowKey($0.transition) })
      .subtracting(told.map { RowKey($0.transition) })
    scope.footprint.tellIdle(Array(left))
    return told
  }

  /// A continuation that does nothing in any state is the end of its handler, not an event.
  private func withoutIdleContinuations(_ transitions: [Transition]) -> [Transition] {
    let busy = Set(transitions.filter { $0.kind != .ignore }.map(\.event))
    let isIdle = { (row: Transition) in
      row.event.origin == .internal && !busy.contains(row.event)
    }
    scope.footprint.tellIdle(transitions.filter(isIdle).map(RowKey.init))
    return transitions.filter { !isIdle($0) }
  }

  private var declaredStates: [State] {
    let cases = site.state.cases.map { item in
      State(
        item.name, payload: item.labels, documentation: item.documentation,
        location: site.state.location(of: item))
    }
    return cases + (site.mayBeAbsent ? [State(Site.absent)] : [])
  }

  /// The state as a handler finds it: a case whose associated values are not known.
  func entry(_ name: String) -> Value {
    if name == Site.absent, site.mayBeAbsent { return .absent }
    let start = Unknown(.start, text: "state", type: site.state.key)
    return scope.program.value(of: name, of: site.state, held: start, scope.symbols)
  }

  var initialCase: String? {
    if let chosen = options.value(in: options.initialStates, for: site.id) { return chosen }
    return site.isStartDeclared ? site.initialCase : made.state
  }

  // MARK: Finishing

  /// Whether another handler than those that pass through a state takes apart what it carries.
  private func isBound(_ name: String, outside passing: Set<Int>) -> Bool {
    site.handlers.indices.contains { number in
      !passing.contains(number)
        && (site.handlers[number].lowered(in: scope.program)?.body.binds(name) ?? false)
    }
  }

  /// States that only exist while a handler runs, such as `.modifying`, are no states.
  ///
  /// Where an edge is open, it may lead to any of them: none is dropped then.
  private func dropTemporary(_ visited: Set<String>, _ machine: inout Machine) {
    guard !machine.transitions.contains(where: { $0.kind == .unresolved }) else { return }
    let targets = Set(machine.transitions.filter { $0.from != $0.to }.compactMap(\.to))
    let owner = ownerToldInFull(machine)
    let temporary = visited.filter { name in
      name != machine.initial && !targets.contains(name)
        && (owner.map { !$0.functions.contains { $0.expects(name) } } ?? false
          || machine.transitions.allSatisfy {
            $0.from != name || !tellsOfState($0, machine)
          })
    }
    machine.states.removeAll { temporary.contains($0.name) }
    machine.transitions.removeAll { temporary.contains($0.from) }
  }

  /// The type of a value of which all ways out are told: nobody sees it while it is changed.
  private func ownerToldInFull(_ machine: Machine) -> NominalType? {
    guard let owner = site.owner, [.struct, .enum].contains(owner.kind), !site.isShared,
      !site.isBoxed, machine.initial != nil
    else { return nil }
    return scope.program.type(owner.key)
  }

  /// Tells of the cases that are no states.
  func passing(in machine: Machine) -> [Diagnostic] {
    guard machine.stateKind == .enum else { return [] }
    let known = Set(machine.states.map(\.name))
    return site.state.cases.filter { !known.contains($0.name) }.map { item in
      Diagnostic(
        id: "passing-case", severity: .note,
        location: site.state.location(of: item),
        message:
          "'\(item.name)' is no state of '\(machine.name)': it lasts only while a handler runs; "
          + "the transitions from it are left out")
    }
  }

  /// Whether a row shows that its state is one in which events are expected.
  private func tellsOfState(_ row: Transition, _ machine: Machine) -> Bool {
    switch row.kind {
    case .move, .unresolved: return !isUnconditional(row, machine)
    case .stay:
      let same = machine.transitions.filter { $0.event == row.event && $0.location == row.location }
      return row.wildcard == nil && Set(same.map(\.from)).count == 1
    case .ignore, .reject, .trap, .throw: return false
    }
  }

  /// An optional that nothing empties, or leaves empty, is no state of its own.
  private func dropAbsent(_ machine: inout Machine) {
    let isMet =
      machine.initial == Site.absent || made.mayBeAbsent
      || machine.transitions.contains { $0.from != Site.absent && $0.to == Site.absent }
    guard site.mayBeAbsent, !isMet else { return }
    machine.states.removeAll { $0.name == Site.absent }
    machine.transitions.removeAll { $0.from == Site.absent }
  }

  /// Whether a write is made in whatever state there is, so that it says nothing of one.
  private func isUnconditional(_ move: Transition, _ machine: Machine) -> Bool {
    // While a method of an object waits, others see what it has written.
    guard [.struct, .enum].contains(site.owner?.kind) else { return false }
    let same = machine.transitions.filter {
      $0.event == move.event && $0.to == move.to && $0.location == move.location
    }
    return Set(same.map(\.from)).count == machine.states.count
  }

  private func markStates(_ machine: inout Machine) {
    let unstable = unstableCases
    for index in machine.states.indices {
      machine.states[index].isStable = !unstable.contains(machine.states[index].name)
    }
    machine.markEnds()
    // Whoever lends a state may lead out of each.
    if isLent { for index in machine.states.indices { machine.states[index].isFinal = false } }
  }

  /// The cases for which the state's own `isStable` answers false.
  private var unstableCases: Set<String> {
    guard let property = site.state.computed.first(where: { $0.name == "isStable" && !$0.isStatic })
    else { return [] }
    let getter = scope.program.getter(property)
    guard let body = getter.body else { return [] }
    var setting = Setting()
    setting.followed = [site.state.key]
    return Set(
      site.state.cases.map(\.name).filter { name in
        let frame = Frame(
          me: entry(name), selfType: site.state.key, returnType: getter.returnType)
        let path = Path(frames: [frame], location: getter.location, symbols: scope.symbols)
        let execution = Execution(scope.program, setting, symbols: scope.symbols)
        return execution.execute(body, of: getter, from: path).contains { flow in
          if case .returned(.bool(false)) = flow.exit { true } else { false }
        }
      })
  }
}

extension Machine {
  /// Marks the state that it starts in, and those that nothing leads out of.
  mutating func markEnds() {
    for index in states.indices {
      let name = states[index].name
      states[index].isInitial = name == initial
      states[index].isFinal = !transitions.contains {
        $0.from == name && ($0.kind == .unresolved || ($0.kind == .move && $0.to != name))
      }
    }
  }
}

extension Body {
  /// Whether a clause of a `switch` binds what a case carries.
  fileprivate func binds(_ name: String) -> Bool {
    let isBound = blocks.contains { block in
      guard case .match(let match) = block.end else { return false }
      return match.clauses.flatMap(\.items).contains { $0.pattern.binds(name) }
    }
    return isBound
      || contains { node in
        if case .closure(let function) = node.form {
          function.body?.binds(name) ?? false
        } else {
          false
        }
      }
  }
}

extension Pattern {
  fileprivate func binds(_ name: String) -> Bool {
    guard case .enumCase(name, let values?) = self else { return false }
    return values.contains { if case .bind = $0.pattern { true } else { false } }
  }
}
