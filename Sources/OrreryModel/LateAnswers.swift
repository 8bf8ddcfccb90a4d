extension Machine {
  /// The positions of late answers.
  ///
  /// A late answer is what follows a wait, in a state to which only other events lead meanwhile. The same
  /// event leads to the same next state from where its handler waits. Pictures leave late answers out, and
  /// no run is expected to take them.
  ///
  /// - Complexity: Linear in the number of transitions.
  public var lateAnswers: Set<Int> {
    let answers = Set(transitions.filter { $0.certainty == .exact }.map(Answer.init))
    return Set(
      transitions.indices.filter { position in
        let transition = transitions[position]
        return transition.certainty == .inferred && transition.event.origin == .internal
          && answers.contains(Answer(transition))
      })
  }
}

/// Where an event leads, from whichever state.
private struct Answer: Hashable {
  private var event: Event.ID
  private var to: String?

  init(_ transition: Transition) { (event, to) = (transition.event, transition.to) }
}
