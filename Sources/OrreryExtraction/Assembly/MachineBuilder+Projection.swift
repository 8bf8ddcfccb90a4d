import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// The states of a struct: a projection on the written properties that have few values.
extension MachineBuilder {
  func fillProjection(_ machine: inout Machine, _ walks: [ActionWalk], _ naming: @escaping Renaming)
  {
    var axes = drawnAxes(of: machine)
    guard !axes.isEmpty else { return }
    machine.projection = axes.map(\.name)
    let projected = walks.filter { !$0.isSetUp && $0.share != .actions }.map {
      ProjectedWalk($0.walk, axes.map(\.name), root: $0.root, naming: naming)
    }
    let met = MetStates(
      isOpen: !isOwn, setUps: walks.filter(\.isSetUp), sent: Set(scope.sent.keys))
    var drawn = machine
    var open = walk(axes, projected, met, &drawn)
    // An optional whose cases are not always told is better told by whether it is there.
    let untold = Set(open.values.joined())
    if axes.contains(where: { $0.isOptional && $0.type != nil && untold.contains($0.name) }) {
      axes = axes.map { untold.contains($0.name) ? $0.folded : $0 }
      drawn = machine
      open = walk(axes, projected, met, &drawn)
    }
    machine = drawn
    machine.unresolved += machine.transitions.filter { $0.kind == .unresolved }.map { row in
      let names = axes.map(\.name).filter { open[Place(row)]?.contains($0) ?? true }
      let list = names.joined(separator: ", ")
      return Unresolved(
        location: row.location,
        reason: names.count == 1
          ? "the value of \(list) after \(row.event.name) is not told by the source"
          : "the values of \(list) after \(row.event.name) are not told by the source")
    }
  }

  /// Where a row stands that has no target.
  private struct Place: Hashable {
    var event: Event.ID
    var location: OrreryModel.SourceLocation

    init(_ row: Transition) { (event, location) = (row.event, row.location) }
  }

  // MARK: Walking

  /// - Returns: The properties of which rows without a target do not tell the value.
  private func walk(
    _ axes: [Axis], _ walks: [ProjectedWalk], _ met: MetStates, _ machine: inout Machine
  ) -> [Place: Set<String>] {
    var (walks, met) = (walks, met)
    let made = product(axes.map { axis in axis.initial.map { [$0] } ?? axis.values })
    // Of a state that is handed over as an optional there may be none.
    let starts = site.isHandedOptional && site.initial == nil ? made + [Self.absent] : made
    var seen: [[String]] = starts
    var done = walks.map { _ in Set<[String]>() }
    var rows: [Row] = []
    var untold: [Place: Set<String>] = [:]
    var position = 0
    while position < seen.count {
      let values = seen[position]
      position += 1
      defer { if position == seen.count { seen += unreached(axes, from: starts, seen) } }
      let budget = Budget()
      for index in walks.indices
      where met.contains(values, for: walks[index]) && done[index].insert(values).inserted {
        for row in step(values, axes, &walks[index], within: budget) {
          rows.append(row.row)
          met.add(walks[index], from: values, to: row.next, leaving: row.started)
          if row.next == nil {
            untold[Place(row.row.transition), default: []].formUnion(row.untold)
          }
          if let next = row.next, !seen.contains(next) { seen.append(next) }
        }
        // What a walk has left may go on in states that were passed before.
        if walks.contains(where: { $0.later != nil }) { position = 0 }
      }
    }
    let initial = starts.count == 1 ? name(starts[0], axes) : nil
    machine.initial = initial
    machine.transitions = Row.merged(rows).map(\.transition)
    machine.states = seen.map { name($0, axes) }.map { State($0, isInitial: $0 == initial) }
    return untold
  }

  /// A state with a case that the handlers ask for and no event leads to: who hands the state over may
  /// start in it.
  private func unreached(
    _ axes: [Axis], from starts: [[String]], _ seen: [[String]]
  ) -> [[String]] {
    guard site.holder == .parameter, let start = starts.first, start != Self.absent else {
      return []
    }
    for (position, axis) in axes.enumerated() where axis.type != nil && !axis.isOptional {
      let known = Set(seen.filter { $0 != Self.absent }.map { $0[position] })
      let open = axis.values.first { value in
        !known.contains(value) && CaseFinder.expects(value, in: site.handlers)
      }
      guard let open else { continue }
      var next = start
      next[position] = open
      return [next]
    }
    return []
  }

  /// A row, with the values that it leads to, the properties of which it does not tell the value, and
  /// what it has left to be gone on with.
  private struct Step {
    var row: Row
    var next: [String]?
    var untold: [String]
    var started: [Continuation]
  }

  private func step(
    _ values: [String], _ axes: [Axis], _ walk: inout ProjectedWalk, within budget: Budget
  ) -> [Step] {
    let (state, facts) = abstractState(values, axes)
    let from = name(values, axes)
    return walk.outcomes(in: values, state, facts, within: budget).flatMap(\.spread).flatMap {
      ways(of: $0, from: values, axes)
    }.map { outcome, target in
      let found = target.values
      var outcome = outcome
      outcome.guards += target.clauses
      outcome.decided = outcome.decided.map { $0 + target.clauses.count }
      let next = found.contains(nil) ? nil : found.compactMap { $0 }
      let untold = zip(axes, found).filter { $1 == nil }.map(\.0.name)
      var row = row(outcome, from: from, entry: state)
      mark(
        &row.transition, outcome, to: next.map { name($0, axes) }, from: from,
        isChanged: isChanged(outcome, values, axes))
      if case .object(let object) = outcome.state,
        let write = object.writes.last(where: { write in
          axes.contains { write.path == $0.name || write.path.hasPrefix($0.name + ".") }
        }) ?? object.writes.last
      {
        row.transition.location = write.location
      }
      if target.isInferred || outcome.isCoarse || outcome.isGuess,
        row.transition.kind != .unresolved
      {
        row.transition.certainty = .inferred
      }
      return Step(row: row, next: next, untold: untold, started: outcome.started)
    }
  }

  private func mark(
    _ transition: inout Transition, _ outcome: Outcome, to target: String?, from: String,
    isChanged: Bool
  ) {
    switch outcome.ending {
    case .trapped, .rejected, .exhausted: return
    case .threw where target == from && !isChanged:
      (transition.to, transition.effect) = (nil, nil)
      (transition.kind, transition.certainty) = (.throw, .exact)
      return
    case .threw, .completed, .unsafe: break
    }
    transition.to = target
    transition.certainty = target == nil ? .unresolved : .exact
    if target == nil {
      transition.kind = .unresolved
    } else if target != from {
      transition.kind = .move
    } else {
      transition.kind = isChanged || outcome.effect != nil ? .stay : .ignore
    }
  }

  /// Whether a way that ends in the same abstract state has changed something: another property, or
  /// what an optional or a case holds.
  private func isChanged(_ outcome: Outcome, _ values: [String], _ axes: [Axis]) -> Bool {
    guard case .object(let object) = outcome.state else { return false }
    if values == Self.absent { return true }
    return object.writes.contains { write in
      guard let index = axes.firstIndex(where: { $0.name == write.path }) else { return true }
      let info = self.index.info(axes[index].type)
      let carries = info?.enumCase(values[index])?.values.isEmpty == false
      return values[index] == "some" || carries
    }
  }

  /// The values of the properties where there is no state that has them.
  static let absent: [String] = []

  /// A state of which the projected properties are known, and nothing else.
  private func abstractState(
    _ values: [String], _ axes: [Axis]
  ) -> (Value, [String: Fact]) {
    if values == Self.absent { return (.absent, [:]) }
    var object = ObjectValue(
      base: Unknown(id: Interpreter.stateID, text: "state", type: site.state.key))
    var facts: [String: Fact] = [:]
    for (axis, value) in zip(axes, values) {
      if axis.isOptional, axis.type == nil || value == "nil" {
        let unknown = Unknown(id: "$some.\(axis.name)", text: axis.name)
        if value == "some" { facts[unknown.id] = .isNot(["none"]) }
        object.fields[axis.name] = value == "nil" ? .absent : .unknown(unknown)
      } else if let type = axis.type {
        object.fields[axis.name] = .enumCase(
          CaseValue(name: value, payload: [], type: type, text: "state.\(axis.name)"))
      } else {
        object.fields[axis.name] = .bool(value == "true")
      }
    }
    return (.object(object), facts)
  }

  private func name(_ values: [String], _ axes: [Axis]) -> String {
    if values == Self.absent { return Site.absent }
    return Naming.projected(zip(axes, values).map { (name: $0.name, value: $1) })
  }

  private func product(_ choices: [[String]]) -> [[String]] {
    choices.reduce([[]]) { result, values in
      result.flatMap { prefix in values.map { prefix + [$0] } }
    }
  }
}
