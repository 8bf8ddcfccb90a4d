private struct ClockKey: DependencyKey {
  static var liveValue: any Clock<Duration> { ContinuousClock() }
}

extension DependencyValues {
  /// The clock by which effects wait; a test sets one that it can move.
  public var clock: any Clock<Duration> {
    get { self[ClockKey.self] }
    set { self[ClockKey.self] = newValue }
  }
}
