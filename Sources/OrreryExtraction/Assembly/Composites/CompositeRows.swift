import OrderedCollections
import OrreryExecution
import OrreryModel
import OrreryTrace

/// The rows of a model that is made of others: each step of a part is one of the model.
struct CompositeRows {
  typealias Combination = ComposedStates.Combination

  /// A property of the model, and the machine that it holds.
  struct Part {
    var property: String
    var type: PartType
    var machine: Machine

    /// What an event of the part is to the model: one that it has from a part of its own keeps its name.
    func event(_ event: Event.ID) -> Event.ID {
      let isOwn = event.origin != .child
      return .init(.child, isOwn ? Naming.event(event.name, ofPart: type.name) : event.name)
    }

    /// The events of the part, as those of the model.
    var events: [Event] {
      (machine.events + machine.transitions.map { Event($0.event, location: $0.location) })
        .map { Event(event($0.id), documentation: $0.documentation, location: $0.location) }
    }
  }

  private let parts: [Part]
  private let states: ComposedStates
  /// The rows of each part, by the state that they leave.
  private let leaving: [[String: [Transition]]]
  /// What happens in each combination, behind which stands who has sent the event.
  private var rows: [Row.Start: OrderedDictionary<Combination, [Row]>] = [:]
  private var reached: [Combination]
  private var open: [OpenTarget] = []

  init(_ parts: [Part], _ states: ComposedStates) {
    (self.parts, self.states) = (parts, states)
    leaving = parts.map { Dictionary(grouping: $0.machine.transitions, by: \.from) }
    // Of a part that does not tell where it starts, any state may be the first.
    reached = parts.reduce([[]]) { known, part in
      let names = part.machine.states.map(\.name)
      let first = names.filter { $0 == part.machine.initial }
      return known.flatMap { start in (first.isEmpty ? names : first).map { start + [$0] } }
    }
    initial = Self.only(reached.flatMap { states.outcomes(of: $0).map(\.state) })
    walk()
  }

  /// The state in which the model starts, where its parts tell that.
  let initial: String?

  private static func only(_ states: [String?]) -> String? {
    Set(states).count == 1 ? states.first ?? nil : nil
  }

  /// Takes each step of each part from each combination that others lead to, breadth first.
  private mutating func walk() {
    var seen = Set(reached)
    var next = 0
    while next < reached.count {
      let combination = reached[next]
      next += 1
      for (number, part) in parts.enumerated() {
        for row in leaving[number][combination[number]] ?? [] {
          take(row, of: number, in: combination)
          let targets = row.kind == .unresolved ? part.machine.states.map(\.name) : [row.to]
          for state in targets.compactMap(\.self) {
            var target = combination
            target[number] = state
            if seen.insert(target).inserted { reached.append(target) }
          }
        }
      }
    }
  }

  private mutating func take(_ row: Transition, of number: Int, in combination: Combination) {
    for (place, from) in states.outcomes(of: combination).enumerated() {
      guard let name = from.state else { continue }
      var next = Transition(
        from: name, event: parts[number].event(row.event), to: name, location: from.location,
        kind: .ignore, certainty: row.certainty)
      let own = row.guard.map { [Clause(text: $0)] } ?? []
      let key = combination + [parts[number].property]
      switch row.kind {
      // A part that refuses an event sends nothing.
      case .ignore, .reject, .throw: break
      case .trap: next.kind = .trap
      case .unresolved:
        (next.kind, next.location) = (.unresolved, row.location)
        open.append(OpenTarget(next, text: "\(parts[number].property).state"))
      case .move, .stay:
        for outcome in states.outcomes(
          after: place, of: combination, part: number, in: row.to ?? row.from)
        {
          let led = led(next, to: outcome)
          add(Row(transition: led, clauses: own + outcome.clauses), in: key)
        }
        continue
      }
      add(Row(transition: next, clauses: own), in: key)
    }
  }

  private mutating func led(
    _ row: Transition, to outcome: ComposedStates.Outcome
  ) -> Transition {
    var row = row
    (row.to, row.location) = (outcome.state, outcome.location)
    if outcome.isGuess, row.certainty == .exact { row.certainty = .inferred }
    switch outcome.state {
    case row.from: row.kind = outcome.isLoaded ? .stay : .ignore
    case nil where outcome.isTrap: row.kind = .trap
    case nil:
      (row.kind, row.certainty) = (.unresolved, .unresolved)
      open.append(OpenTarget(row, text: outcome.text))
    default: row.kind = .move
    }
    return row
  }

  private mutating func add(_ row: Row, in combination: Combination) {
    var row = row
    if [.trap, .unresolved].contains(row.transition.kind) { row.transition.to = nil }
    rows[Row.Start(row), default: [:]][combination, default: []].append(row)
  }
}

// MARK: - What is told

extension CompositeRows {
  var events: [Event] { parts.flatMap(\.events).distinct(by: \.id) }

  /// The rows of each state, in the order of the parts' events.
  func transitions(from states: [State]) -> [Transition] {
    let events = events
    return states.flatMap { state in
      events.flatMap { event in
        told(rows[Row.Start(from: state.name, event: event.id)] ?? [:], of: event.id)
      }
    }
  }

  /// What of the states is not told.
  ///
  /// - Parameter place: Where the model is declared.
  func unresolved(at place: SourceLocation) -> [Unresolved] {
    let condition = CombinationCondition(parts.map { .part($0.property) })
    var untold: OrderedDictionary<Unresolved, [Combination]> = [:]
    for combination in reached {
      for outcome in states.outcomes(of: combination) where outcome.state == nil && !outcome.isTrap
      {
        let key = Unresolved(location: outcome.location, reason: outcome.text)
        untold[key, default: []].append(combination)
      }
    }
    let more = Unresolved(
      location: states.location,
      reason:
        "the state depends on more than the states of its parts; no row shows what changes that")
    let parts = parts.filter { !$0.machine.unresolved.isEmpty }.map { part in
      Unresolved(
        location: place,
        reason: "what \(part.machine.name) leaves open, the state of \(part.property) leaves open")
    }
    return (states.isOpen ? [more] : []) + states.notes + parts + OpenTarget.reasons(open)
      + untold.map { key, some in
        let text = condition.text(of: some, among: reached)
        return Unresolved(
          location: key.location,
          reason: "the state \(text.map { "where \($0) " } ?? "")is `\(key.reason)`, which the "
            + "source does not tell")
      }
  }

  /// The rows of one event in one state: those of several combinations that are alike as one.
  private func told(
    _ found: OrderedDictionary<Combination, [Row]>, of event: Event.ID
  ) -> [Transition] {
    var groups: OrderedDictionary<Transition, [Combination]> = [:]
    let alike = likened(found)
    for (combination, rows) in alike {
      for row in Row.merged(rows) { groups[row.transition, default: []].append(combination) }
    }
    let senders = parts.indices.filter { parts[$0].events.contains { $0.id == event } }
    let condition = CombinationCondition(
      parts.map { .part($0.property) } + [.sender], last: senders.count == 1 ? senders[0] : nil)
    return groups.map { row, some in
      var row = row
      let states = condition.text(of: some, among: Array(alike.keys))
      if states == CombinationCondition.untold, row.certainty == .exact {
        row.certainty = .inferred
      }
      let clauses = [states, row.guard].compactMap(\.self).map { Clause(text: $0) }
      row.guard = clauses.isEmpty ? nil : Clause.conjunction(clauses)
      return row
    }
  }

  /// Rows that lead to one state, at one place and as sure as the least sure of them.
  private func likened(
    _ found: OrderedDictionary<Combination, [Row]>
  ) -> OrderedDictionary<Combination, [Row]> {
    let alike = Dictionary(grouping: found.values.joined().map(\.transition), by: Target.init)
      .mapValues { rows in
        (
          location: rows.map(\.location).min(),
          isInferred: rows.contains { $0.certainty == .inferred }
        )
      }
    return found.mapValues { rows in
      let rows = rows.map { row in
        var row = row
        guard let others = alike[Target(row.transition)] else { return row }
        row.transition.location = others.location ?? row.transition.location
        if others.isInferred { row.transition.certainty = .inferred }
        return row
      }
      // What decides between steps of the part decides nothing here.
      guard let first = rows.first, rows.count > 1,
        Set(rows.map { Target($0.transition) }).count == 1
      else { return rows }
      return [Row(transition: first.transition, clauses: [])]
    }
  }

  private struct Target: Hashable {
    var to: String?
    var kind: Transition.Kind

    init(_ row: Transition) { (to, kind) = (row.to, row.kind) }
  }
}
