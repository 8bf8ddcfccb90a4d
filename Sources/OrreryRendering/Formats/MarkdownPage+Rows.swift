import OrreryModel

extension MarkdownPage {
  static func transitions(of machine: Machine, _ options: RenderOptions) -> [MarkdownRow] {
    let onTime = Answer.onTime(machine.transitions)
    return machine.transitions.indices.filter { !machine.transitions[$0].isRefusal }.map { index in
      var row = MarkdownRow(machine.transitions[index], onTime)
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
    let onTime = Answer.onTime(refusals)
    return Transition.Kind.allCases.flatMap { kind in
      refusals.filter { $0.kind == kind }.map { transition in
        var row = MarkdownRow(transition, onTime)
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
  /// - Parameter onTime: What is answered where nothing is late, and how surely.
  fileprivate init(_ transition: Transition, _ onTime: [Answer: Transition.Certainty]) {
    let word = Self.doubt(transition, onTime).map { ", \($0)" } ?? ""
    self.init(
      states: [transition.from], events: [transition.event], condition: transition.condition,
      target: Self.target(transition), kind: transition.kind.rawValue + word,
      effect: transition.effect?.description ?? "", lines: [transition.location])
  }

  /// Why a row is not sure: that it is late is of no matter where it is the same in time.
  private static func doubt(_ transition: Transition, _ onTime: [Answer: Transition.Certainty])
    -> String?
  {
    let inTime = Answer(transition).flatMap { onTime[$0] }
    if transition.isLate, inTime == nil { return "late" }
    let certainty = transition.isLate ? inTime ?? .exact : transition.certainty
    let isSaid = certainty == .exact || transition.kind == .unresolved && certainty == .unresolved
    return isSaid ? nil : certainty.rawValue
  }

  private static func target(_ transition: Transition) -> String {
    switch transition.kind {
    case .stay, .ignore, .reject: "stays"
    case .trap, .throw: "–"
    case .move, .unresolved: transition.to.map(MarkdownText.code) ?? "?"
    }
  }
}

/// What comes of an event that leaves each state as it is.
private struct Answer: Hashable {
  private var kind: Transition.Kind
  private var event: Event.ID
  private var condition: String?
  private var effect: Effect?
  private var location: SourceLocation

  /// Nothing where the state changes, or may.
  init?(_ transition: Transition) {
    guard transition.kind == .stay || transition.kind == .ignore else { return nil }
    (kind, location) = (transition.kind, transition.location)
    (event, condition) = (transition.event, transition.condition)
    effect = transition.effect
  }

  /// How sure each answer is that is not late: as sure as the least sure row of it.
  static func onTime(_ transitions: [Transition]) -> [Self: Transition.Certainty] {
    let answers = transitions.filter { !$0.isLate }.compactMap { transition in
      Self(transition).map { ($0, transition.certainty) }
    }
    return Dictionary(answers) { $0 == .exact ? $1 : $0 }
  }
}
