import OrreryExecution
import OrreryModel
import OrreryRecognition

extension MachineBuilder {
  /// An outcome as a transition from one state.
  func row(_ outcome: Outcome, from name: String, entry: Value) -> Row {
    let target = outcome.state.stateName
    var transition = Transition(
      from: name, event: outcome.event, to: nil, effect: outcome.effect,
      location: outcome.location, kind: .ignore, wildcard: outcome.end?.trail.wildcard,
      forwards: outcome.effect == nil ? site.forwards[outcome.event.name] : nil)
    switch outcome.ending {
    case .trapped: transition.kind = .trap
    case .rejected: transition.kind = .reject
    case .exhausted: (transition.kind, transition.certainty) = (.unresolved, .unresolved)
    case .threw where target == name && outcome.state.isSame(as: entry): transition.kind = .throw
    case .threw, .completed, .unsafe:
      settle(&transition, target: target, outcome: outcome, entry: entry)
    }
    if [.trap, .reject].contains(transition.kind) { transition.effect = nil }
    if outcome.isCoarse || outcome.isGuess, transition.certainty == .exact {
      transition.certainty = .inferred
    }
    let isIdle =
      transition.kind == .stay && outcome.own?.effects.isEmpty ?? false
      && (!outcome.isWritten || outcome.state.isSame(as: entry))
    return Row(
      transition: transition, clauses: outcome.guards, decided: outcome.decided,
      own: transition.effect == nil ? nil : outcome.own, isIdle: isIdle,
      effectDetail: transition.effect == nil ? "" : outcome.effectDetail,
      isImpossible: outcome.isImpossible)
  }

  private func settle(
    _ transition: inout Transition, target: String?, outcome: Outcome, entry: Value
  ) {
    guard let target, site.stateNames.contains(target) else {
      (transition.kind, transition.certainty) = (.unresolved, .unresolved)
      return
    }
    transition.to = target
    if target != transition.from {
      transition.kind = .move
    } else if outcome.effect != nil || (outcome.isWritten && !outcome.state.isSame(as: entry)) {
      transition.kind = .stay
    }
  }
}
