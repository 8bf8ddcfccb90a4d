/// What a test store insists on.
public enum Exhaustivity: Hashable, Sendable {
  /// Every change of the state, every result, and the end of every effect.
  case on
  /// What a test says: a closure checks the properties that it sets, results that nobody expects are
  /// handled and passed over, and what is left at the end is cancelled.
  ///
  /// - `showSkipped`: Whether what is passed over is shown as a warning.
  case off(showSkipped: Bool)

  /// Only what a test says counts, silently.
  public static var off: Exhaustivity { .off(showSkipped: false) }

  var isOn: Bool { self == .on }
}
