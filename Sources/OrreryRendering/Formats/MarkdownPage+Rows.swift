import OrreryModel

extension MarkdownPage {
  static func transitions(of machine: Machine, _ options: RenderOptions) -> [MarkdownRow] {
    machine.transitions.indices.filter { !machine.transitions[$0].isRefusal }.map { index in
      var row = MarkdownRow(machine.transitions[index])
      let run = [
        options.verdicts[index].map { "\($0.mark) \($0.meaning)" },
        options.counts[index].map { $0 == 1 ? "once" : "\($0) times" },
      ]
      row.remark = run.compactMap(\.self).joined(separator: ", ")
      return row
    }
  }

  static func refusals(of machine: Machine) -> [MarkdownRow] {
    let refusals = machine.transitions.filter(\.isRefusal)
    return Transition.Kind.allCases.flatMap { kind in
      refusals.filter { $0.kind == kind }.map { transition in
        var row = MarkdownRow(transition)
        row.remark = transition.forwards.map { "passed on to \(MarkdownText.code($0))" } ?? ""
        return row
      }
    }
  }

  static func actions(of machine: Machine) -> [MarkdownRow] {
    machine.actions.map { action in
      MarkdownRow(
        events: [action.event], condition: action.guard, writes: action.writes.map(\.text),
        effect: action.effect?.description ?? "", lines: [action.location])
    }
  }
}

extension MarkdownRow {
  fileprivate init(_ transition: Transition) {
    let isSaid =
      transition.certainty == .exact
      || transition.kind == .unresolved && transition.certainty == .unresolved
    let word = transition.isLate ? "late" : transition.certainty.rawValue
    self.init(
      states: [transition.from], events: [transition.event], condition: transition.condition,
      target: Self.target(transition),
      kind: transition.kind.rawValue + (isSaid ? "" : ", \(word)"),
      effect: transition.effect?.description ?? "", lines: [transition.location])
  }

  private static func target(_ transition: Transition) -> String {
    if transition.kind == .stay { return "stays" }
    if let to = transition.to { return MarkdownText.code(to) }
    switch transition.kind {
    case .trap, .throw: return "–"
    case .stay, .ignore, .reject: return "stays"
    case .move, .unresolved: return "?"
    }
  }
}
