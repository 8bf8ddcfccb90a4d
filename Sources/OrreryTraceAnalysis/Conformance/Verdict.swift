/// What a log says about one edge of a machine.
public enum Verdict: String, CaseIterable, Sendable {
  /// Declared and seen.
  case confirmed
  /// Declared and never seen.
  case neverSeen
  /// Seen and not declared.
  case undeclared
  /// An edge of unknown target that steps were seen to take, which no other edge declares.
  case explained
}
