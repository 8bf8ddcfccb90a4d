import OrreryTraceAnalysis
import Testing

/// Times are counted in buckets, and yet tell the median and the worst.
@Suite struct DurationsTests {
  private func durations(_ times: [UInt64]) -> Durations {
    times.reduce(into: Durations()) { $0.add($1) }
  }

  @Test("Nothing has no percentile; one time is every percentile")
  func few() {
    #expect(Durations().percentile(0.5) == nil)
    for time: UInt64 in [0, 1, 31, 32, 33, 1_000_003, .max - 1, .max] {
      let one = durations([time])
      #expect(one.percentile(0) == time && one.percentile(0.5) == time && one.percentile(1) == time)
      #expect(one.longest == time && one.count == 1 && one.total == time)
    }
  }

  @Test("A percentile is the time of that rank, or up to a thirty-second more", arguments: 0..<50)
  func percentiles(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let magnitude = UInt64.random(in: 1...62, using: &random)
    let times = (0..<Int.random(in: 1...400, using: &random)).map { _ in
      UInt64.random(in: 0...(1 << magnitude), using: &random)
        >> UInt64.random(in: 0...magnitude, using: &random)
    }
    let sorted = times.sorted()
    let counted = durations(times)
    for part in [0, 0.01, 0.25, 0.5, 0.9, 0.95, 0.99, 1] {
      let rank = max(1, Int((Double(times.count) * part).rounded(.up)))
      let exact = sorted[rank - 1]
      let told = counted.percentile(part) ?? 0
      #expect(told >= exact && told - exact <= exact / 32, "\(part) of \(times.count)")
    }
    #expect(counted.longest == sorted.last)
    #expect(counted == durations(times.shuffled(using: &random)))
  }
}
