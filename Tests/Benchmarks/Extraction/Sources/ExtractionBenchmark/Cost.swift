import Foundation

/// What a piece of work cost.
struct Cost {
  /// Seconds by the clock.
  var wall: Double
  /// Seconds of processor, of all threads together.
  var processor: Double

  /// The cheapest of some rounds: what else ran on the machine then counts least.
  static func best(of rounds: Int, _ work: () -> Void) -> Cost {
    (0..<rounds).map { _ in Cost(of: work) }.min { $0.processor < $1.processor }
      ?? Cost(of: work)
  }

  private init(of work: () -> Void) {
    let (clock, before) = (ContinuousClock.now, Self.processorSeconds())
    work()
    processor = Self.processorSeconds() - before
    wall = (ContinuousClock.now - clock) / .seconds(1)
  }

  private static func processorSeconds() -> Double {
    Double(clock()) / Double(CLOCKS_PER_SEC)
  }
}
