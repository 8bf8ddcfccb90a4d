import Foundation

/// Readings of the monotonic clock, and what a reading itself costs.
enum Stopwatch {
  static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  /// Nanoseconds that this thread has run: what a busy machine takes from it does not count.
  static func processorTime() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  /// Nanoseconds between two readings with nothing between them.
  static let overhead: Double = {
    var total: UInt64 = 0
    for _ in 0..<100_000 {
      let start = now()
      total += now() - start
    }
    return Double(total) / 100_000
  }()

  /// Nanoseconds a call, back to back.
  static func saturated(_ count: Int, _ body: (Int) -> Void) -> Double {
    let start = now()
    for index in 0..<count { body(index) }
    return Double(now() - start) / Double(count)
  }

  /// Nanoseconds of each call, at a steady rate; the waiting between the calls does not count.
  static func paced(_ count: Int, every interval: UInt64, _ body: (Int) -> Void) -> [UInt64] {
    var durations: [UInt64] = []
    durations.reserveCapacity(count)
    var next = now()
    for index in 0..<count {
      var start = now()
      while start < next { start = now() }
      body(index)
      durations.append(now() - start)
      next += interval
    }
    return durations
  }
}

/// The median of some rounds in which each of several was measured, one after the other.
func rounds(_ count: Int, _ measures: [() -> Double]) -> [Double] {
  var results = measures.map { _ in [Double]() }
  for _ in 0..<count {
    for (index, measure) in measures.enumerated() { results[index].append(measure()) }
  }
  return results.map { $0.sorted()[count / 2] }
}
