import OrreryExecution
import OrreryLowering
import OrreryModel
import OrreryRecognition
import OrrerySyntax

// Actions whose payload is an enum of the state, and no action itself: each is one event, and what
// the reducer asks of the payload is a condition.
extension MachineBuilder {
  /// The walks of a handler that knows nothing of the state, with those of actions that carry an enum
  /// of the state: of these the actions tell, and of the ones for each of its cases the transitions.
  func withPayloads(
    _ walks: [ActionWalk], of handler: Handler, from state: Value,
    detail: HandlerWalk.Detail = .init()
  ) -> [ActionWalk] {
    carriers(of: handler).reduce(walks) { walks, found in
      var walk = HandlerWalk(
        site: site, handler: handler, index: index, scope: scope, state: state, budget: Budget())
      walk.eventCase = found
      walk.detail = detail
      let report = walk.run()
      // What comes later is told of each case apart.
      guard report.continuations.isEmpty,
        let place = walks.firstIndex(where: { $0.walk.root.outer == walk.event })
      else { return walks }
      var result = walks.map { other in
        var other = other
        if other.walk.root.outer == walk.event { other.share = .transitions }
        return other
      }
      result.insert(
        ActionWalk(walk: walk, report: report, share: .actions), at: place)
      return result
    }
  }

  /// The cases that carry an enum of the state of which no pattern names a case together with theirs.
  private func carriers(of handler: Handler) -> [HandlerWalk.EventCase] {
    guard site.style == .composable, let info = handler.events.type, handler.only == nil else {
      return []
    }
    return info.cases.compactMap { item in
      guard let inner = nested(item, in: info), !inner.key.hasPrefix(info.key + "."),
        inner.key.hasPrefix(site.state.key + ".") || scope.kept.contains(inner.key),
        !EventWords.types.contains(where: inner.name.hasSuffix),
        !inner.cases.contains(where: { handler.names($0.name, in: item.name) })
      else { return nil }
      return found(item, in: info)
    }
  }
}

extension Machine {
  /// Puts an action for the events of its payload's cases.
  mutating func joinEvents(nestedIn outer: Event.ID) {
    guard let place = events.firstIndex(where: { $0.id.outer == outer }) else { return }
    let location = events[place].location
    events.removeAll { $0.id.outer == outer }
    events.insert(Event(outer, location: location), at: place)
  }
}

// Actions whose payload is an enum of the feature, and that are one event.
extension MachineBuilder {
  /// The rows of a machine under the events that it has: those of nested actions that are one event
  /// stand under that, and where they lead elsewhere each under the case that it is for.
  static func undivided(_ machine: Machine) -> [Transition] {
    let known = Set(machine.events.map(\.id))
    let groups = Dictionary(grouping: machine.transitions, by: \.event)
    let divided = Dictionary(grouping: groups.keys.filter { !known.contains($0) }, by: \.outer)
      .filter { !isOne($0.value.map { groups[$0] ?? [] }) }
    let alike = Dictionary(grouping: machine.transitions.indices) {
      Alike(machine.transitions[$0])
    }
    var seen: Set<Transition> = []
    return machine.transitions.indices.compactMap { index in
      var transition = machine.transitions[index]
      if !known.contains(transition.event), let outer = transition.event.outer {
        if let all = divided[outer] {
          let same = (alike[Alike(transition)] ?? []).map { machine.transitions[$0].event }
          guard same.first == transition.event else { return nil }
          transition.guard = pattern(of: same, among: all, transition.guard)
        }
        transition.event = outer
      }
      var key = transition
      key.step = nil
      return seen.insert(key).inserted ? transition : nil
    }
  }

  /// What rows of nested actions have in common that do the same.
  private struct Alike: Hashable {
    var row: Transition

    init(_ transition: Transition) {
      row = transition
      row.event = transition.event.outer ?? transition.event
      (row.wildcard, row.step) = (nil, nil)
      row.location.column = 0
    }
  }

  /// Whether several events do the same in each state.
  private static func isOne(_ rows: [[Transition]]) -> Bool {
    let sets = rows.map { rows in
      Set(
        rows.map { row in
          var row = row
          row.step = nil
          if let outer = row.event.outer { row.event = outer }
          return row
        })
    }
    return sets.dropFirst().allSatisfy { $0 == sets[0] }
  }

  /// `case .selected(.first), .selected(.second)`, and what the row asks besides; which it is not for,
  /// where those are fewer.
  private static func pattern(
    of events: [Event.ID], among all: [Event.ID], _ condition: String?
  ) -> String? {
    let others = all.filter { !events.contains($0) }.sorted { $0.name < $1.name }
    let isNegated = others.count < Set(events).count
    let told = isNegated ? others : events
    let patterns = told.distinct.map { event in
      ".\(event.name.split(separator: ".").suffix(2).joined(separator: "(.")))"
    }
    guard !patterns.isEmpty else { return condition }
    let text = "case " + patterns.joined(separator: ", ")
    return [isNegated ? "!(\(text))" : text, condition].compactMap { $0 }
      .joined(separator: " && ")
  }
}
