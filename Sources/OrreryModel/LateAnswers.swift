extension Machine {
  /// The positions of late answers of which a picture need not tell.
  ///
  /// Those are told that are the only way out of their state, and those of an event that does nothing
  /// where its handler waits.
  ///
  /// - Complexity: Linear in the number of transitions.
  public var plainLateAnswers: Set<Int> {
    let sure = transitions.filter { !$0.isLate && $0.kind != .ignore }
    let events = Set(sure.map(\.event))
    let states = Set(sure.filter { $0.kind == .move || $0.kind == .unresolved }.map(\.from))
    return Set(
      transitions.indices.filter { position in
        let transition = transitions[position]
        let isWayOut = transition.kind == .move && !states.contains(transition.from)
        return transition.isLate && events.contains(transition.event) && !isWayOut
      })
  }
}
