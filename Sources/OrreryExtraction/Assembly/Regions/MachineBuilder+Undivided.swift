import OrreryModel

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
