/// What a log says about one edge of a machine.
public enum Verdict: String, CaseIterable, Sendable {
  /// Declared and seen.
  case confirmed
  /// Declared and never seen.
  case neverSeen
  /// Seen and not declared.
  case undeclared
  /// Steps were seen that the edge may account for: its target is unknown and no other edge declares
  /// them, or they name no event and other edges are between the same states.
  case explained
}
