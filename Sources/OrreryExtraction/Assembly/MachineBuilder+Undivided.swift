import OrreryModel

// Actions whose payload is an enum of the feature, and that are one event.
extension MachineBuilder {
  /// The rows of a machine under the events that it has: those of nested actions that are one event
  /// stand under that, and where they lead elsewhere each under the case that it is for.
  static func undivided(_ machine: Machine) -> [Transition] {
    let known = Set(machine.events.map(\.id))
    let groups = Dictionary(grouping: machine.transitions, by: \.event)
    let divided = Dictionary(grouping: groups.keys.filter { !known.contains($0) }, by: outer)
      .filter { !isOne($0.value.map { groups[$0] ?? [] }) }
    var seen: Set<Transition> = []
    return machine.transitions.compactMap { transition in
      var transition = transition
      if !known.contains(transition.event), let outer = outer(transition.event) {
        if divided[outer] != nil { transition.guard = pattern(of: transition) }
        transition.event = outer
      }
      return seen.insert(transition).inserted ? transition : nil
    }
  }

  /// Whether several events do the same in each state.
  private static func isOne(_ rows: [[Transition]]) -> Bool {
    let sets = rows.map { rows in
      Set(
        rows.map { row in
          var row = row
          if let outer = outer(row.event) { row.event = outer }
          return row
        })
    }
    return sets.dropFirst().allSatisfy { $0 == sets[0] }
  }

  /// `case .selected(.first)`, and what the row asks besides.
  private static func pattern(of row: Transition) -> String {
    let names = row.event.name.split(separator: ".").suffix(2)
    let text = "case ." + names.joined(separator: "(.") + ")"
    return [text, row.guard].compactMap { $0 }.joined(separator: " && ")
  }
}
