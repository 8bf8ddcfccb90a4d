/// How long an effect runs, where it does not end by itself.
public enum EffectLifetime: Hashable, Sendable {
  /// Until it finishes: no transition ends it.
  case untilFinished
  /// Until a transition writes the state and starts an effect of the same case.
  case untilReplaced
  /// As `untilReplaced`, and no longer than the machine is in the state that it was started in.
  ///
  /// Two states are the same where their names in a trace are: a new payload ends nothing.
  case whileInState
}

/// A condition on the state of the root, without which an effect is cancelled.
package struct Bound: Sendable {
  /// Why the effect is cancelled where the condition fails.
  let reason: String
  let holds: @Sendable (any Sendable) -> Bool

  init<State: Sendable>(_ reason: String, _ holds: @escaping @Sendable (State) -> Bool) {
    self.reason = reason
    self.holds = { state in (state as? State).map(holds) ?? false }
  }

  private init(reason: String, holds: @escaping @Sendable (any Sendable) -> Bool) {
    self.reason = reason
    self.holds = holds
  }

  /// The same condition, seen from the parent.
  func below<Parent: Sendable, Child: Sendable>(
    _ child: @escaping @Sendable (Parent) -> Child?
  ) -> Bound {
    Bound(reason: reason) { [holds] state in
      guard let parent = state as? Parent, let state = child(parent) else { return false }
      return holds(state)
    }
  }
}

extension [Bound] {
  /// The first condition that a state of the root does not meet.
  func broken(by state: @autoclosure () -> some Sendable) -> Bound? {
    guard !isEmpty else { return nil }
    let state = state()
    return first { !$0.holds(state) }
  }
}
