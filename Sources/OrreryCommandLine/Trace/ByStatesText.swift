import OrreryModel
import OrreryModelFile
import OrreryTraceAnalysis

/// What is told of the steps of one machine that name no event: those of a state that was observed.
struct ByStatesText {
  var found: MachineConformance

  /// How many of them were joined.
  var facts: String {
    let joined = found.steps(of: .edge)
    return joined == 0 ? "" : "; \(joined) joined by states alone"
  }

  /// What was joined with no edge, and what to do.
  var lines: [Styled] {
    found.byStates.compactMap { step in
      switch step.finding {
      case .edge: nil
      case .alternatives: line(ofAlternatives: step)
      case .way: line(ofWay: step)
      }
    }
  }

  private func line(ofAlternatives found: MachineConformance.ByStates) -> Styled {
    let index = MachineIndex(self.found.machine)
    var events: [String] = []
    for ordinal in found.ordinals {
      let event = index.label(of: self.found.machine.transitions[ordinal].event)
      if !events.contains(event) { events.append(event) }
    }
    return """
      \("by states alone:", .yellow) \(arrow(found)): one of \(events.joined(separator: ", ")), \
      and none is confirmed; to tell which, name the event where it is recorded
      """
  }

  private func line(ofWay found: MachineConformance.ByStates) -> Styled {
    let machine = self.found.machine
    let way = found.ordinals.map { machine.transitions[$0] }
    let states = way.dropLast().compactMap(\.to).map { "'\($0)'" }.joined(separator: ", ")
    return """
      \("not observed:", .red) \(arrow(found)), first at step \(String(found.step.firstSequence)): \
      no edge, but a way through \(states); the states in between were not observed
      """
  }

  private func arrow(_ found: MachineConformance.ByStates) -> String {
    "\(found.step.key.from) → \(found.step.key.to), \(Quantity.text(found.step.count, "step"))"
  }

  var json: JSONText {
    [
      "joinedByStates": .number(found.steps(of: .edge)),
      "byStates": .array(
        found.byStates.map { found in
          [
            "from": .string(found.step.key.from), "to": .string(found.step.key.to),
            "steps": .number(found.step.count), "finding": .string(found.finding.rawValue),
            "edges": .array(found.ordinals.map { .number($0) }),
          ]
        }),
    ]
  }
}
