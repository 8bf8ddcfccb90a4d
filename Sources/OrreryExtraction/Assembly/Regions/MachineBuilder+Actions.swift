import OrreryExecution
import OrreryModel
import OrreryRecognition

/// Machines whose state is a struct.
extension MachineBuilder {
  func fillActions(_ machine: inout Machine) {
    var refused: [Outcome] = []
    let (walks, naming) = actionWalks()
    for walk in walks {
      machine.unresolved += walk.report.notes
      guard !walk.isSetUp, walk.share != .transitions else { continue }
      let outcomes = walk.report.outcomes
      // What stops the program does nothing to the state, nor does an error that finds it as it was.
      refused += outcomes.filter(\.isRefusal)
      let rows = Self.merged(
        outcomes.filter { !$0.isRefusal }.flatMap(\.spread).map(ended),
        beside: outcomes.filter(\.isRefusal).map(\.guards))
      for row in rows {
        for outcome in row.outcomes { scope.footprint.tell(outcome, RowKey(row.action)) }
      }
      machine.actions += rows.map(\.action)
    }
    let sent = Set(sentEvents.map(\.id))
    let later = machine.actions.filter { $0.event.origin == .internal || sent.contains($0.event) }
    addEvents(later.map { ($0.event, $0.location) }, &machine)
    for walk in walks where walk.share == .actions { machine.joinEvents(nestedIn: walk.walk.root) }
    nameUndivided(&machine)
    machine.unresolved += machine.actions.filter { $0.certainty == .unresolved }.map {
      Unresolved(
        location: $0.location,
        reason: "the source does not tell what \($0.event.name) does to the state")
    }
    fillRegions(&machine, walks, naming)
    machine.transitions = Self.undivided(machine)
    dropIdleEvents(&machine)
    tell(refused, &machine)
  }

  /// Tells of ways that end in a trap or an error: the transitions do, where the state has phases.
  private func tell(_ refused: [Outcome], _ machine: inout Machine) {
    for outcome in refused {
      let isTrap = outcome.ending == .trapped
      let row = machine.transitions.first {
        $0.kind == (isTrap ? .trap : .throw) && $0.location == outcome.location
      }
      if let row {
        scope.footprint.tell(outcome, RowKey(row))
      } else {
        let why =
          machine.projection.isEmpty
          ? "the state has no phases" : "it happens in no state that is reached"
        machine.unresolved.append(
          Unresolved(
            location: outcome.location,
            reason: "\(outcome.event.name) \(isTrap ? "stops the program" : "throws") here, "
              + "but no transition shows it: \(why)"))
      }
    }
  }

  /// Nested actions that all do the same are one event, named by the case around them.
  private func nameUndivided(_ machine: inout Machine) {
    let outer = Set(machine.events.compactMap(\.id.outer))
    for event in outer.sorted() {
      let inner = machine.events.filter { $0.id.outer == event }
      let rows = inner.map { item in
        machine.actions.filter { $0.event == item.id }.map { action in
          var action = action
          action.event = event
          return action
        }
      }
      guard inner.count > 1 || !names(inner.first?.id), let first = rows.first,
        rows.allSatisfy({ $0 == first }),
        let actionPlace = machine.actions.firstIndex(where: { $0.event.outer == event })
      else { continue }
      machine.joinEvents(nestedIn: event)
      machine.actions.removeAll { $0.event.outer == event }
      machine.actions.insert(contentsOf: first, at: actionPlace)
    }
  }

  /// Whether a pattern names the inner action of an event: `.view(.tapped)`.
  private func names(_ event: Event.ID?) -> Bool {
    guard let parts = event?.name.split(separator: ".").suffix(2).map(String.init),
      parts.count == 2
    else { return false }
    return site.names(parts[1], in: parts[0], index)
  }

  private func ended(_ outcome: Outcome) -> Ended {
    var action = Action(
      event: outcome.event, effect: outcome.effect, location: outcome.location,
      forwards: site.forwards[outcome.event.name])
    switch outcome.state {
    case .object(let object):
      action.writes = Self.lasting(object.writes, under: outcome.guards)
      if object.base.symbol != .start { action.certainty = .unresolved }
      // The first write of the innermost branch tells the row from its neighbours.
      if let innermost = object.writes.compactMap(\.depth).max(),
        let write = object.writes.first(where: { $0.depth == innermost })
      {
        action.location = write.location
      }
      if let place = outcome.choice(of: object.writes, in: scope.program) {
        action.location = place
      }
    case .unknown(let unknown) where unknown.symbol == .start: break
    case let given where isHandedWhole(given):
      action.writes = [.init(path: heldName, op: "=", value: given.text)]
    default:
      action.certainty = .unresolved
      action.writes = Self.lasting(outcome.known, under: outcome.guards)
    }
    if outcome.ending == .exhausted { action.certainty = .unresolved }
    if action.writes.isEmpty, action.effect == nil, let branch = outcome.branch {
      action.location = branch
    }
    return Ended(
      action: action, clauses: outcome.guards, exit: outcome.location, outcomes: [outcome])
  }

  /// Whether all of the state is a value that the event carries, or nothing: the source tells of it by
  /// its name alone.
  private func isHandedWhole(_ value: Value) -> Bool {
    switch value {
    case .absent: true
    case .unknown(let unknown):
      comesWithEvent(unknown)
        && unknown.text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    default: false
    }
  }

  /// What the handlers call the state.
  private var heldName: String {
    if case .property(let name) = site.holder { return name }
    let parameters = site.handlers.lazy.flatMap(\.parameters)
    return parameters.first { if case .state = $0.role { true } else { false } }?.name ?? "state"
  }

  /// The writes of which something is left at the end: an assignment replaces those before it.
  private static func lasting(_ writes: [Write], under guards: [Clause]) -> [Action.Write] {
    writes.enumerated().filter { index, write in
      !writes[(index + 1)...].contains {
        $0.path == write.path && $0.op == "=" && !$0.isOneOfSeveral
      }
    }.map { .init(path: $1.path, op: $1.op, value: $1.value(under: guards)) }
  }

  /// An action with its guard in clauses, and the statement that ended the way.
  private struct Ended: JoinableRow {
    var action: Action
    var clauses: [Clause]
    var exit: SourceLocation
    /// The ways that it stands for.
    var outcomes: [Outcome]

    /// Whether it says no more than that a way ends here.
    var isIdle: Bool { action.writes.isEmpty && action.effect == nil }

    var key: Key { Key(self) }

    func joined(with other: Ended) -> Ended? {
      guard let clauses = Row.either(clauses, other.clauses) else { return nil }
      var row = self
      row.clauses = clauses
      row.outcomes += other.outcomes
      if other.isIdle { row.action.location = other.exit }
      return row
    }

    struct Key: Hashable {
      var writes: [Action.Write]
      var effect: Effect?
      var line: Int
      /// What tells an effect from others of its name: where it is asked for, and with what.
      var asked: [String] = []

      init(_ row: Ended) {
        (writes, effect) = (row.action.writes, row.action.effect)
        line = row.isIdle ? row.exit.line : row.action.location.line
        guard effect != nil, let outcome = row.outcomes.first else { return }
        asked = ["\(row.exit.line)", outcome.effectDetail, outcome.effectWording]
      }
    }
  }

  /// Rows that differ only in a condition that decides nothing are one.
  private static func merged(_ rows: [Ended], beside refused: [[Clause]]) -> [Ended] {
    rows.joined.indifferent(beside: refused).joinedOnce.map { row in
      var row = row
      row.action.guard = Clause.wording(of: row.clauses)
      return row
    }
  }
}

extension Outcome {
  /// Whether the machine did not take the event: it has stopped the program, or thrown an error and
  /// left the state as it was.
  fileprivate var isRefusal: Bool {
    switch ending {
    case .trapped: true
    case .threw: leavesStruct
    default: false
    }
  }
}

extension Write {
  /// The value as written, or the side of it that the guards of a row leave.
  fileprivate func value(under guards: [Clause]) -> String {
    guard let choice else { return value }
    let clause = Clause(text: choice.condition)
    if guards.contains(clause) { return choice.yes }
    return guards.contains(clause.negated) ? choice.no : value
  }
}
