/// How long something took each time: enough to tell the median and the worst, without each time.
///
/// Times are counted in buckets, thirty-two to a doubling, as in Gil Tene's HdrHistogram
/// (https://hdrhistogram.org): a percentile is too high by a thirty-second at most. Memory grows with
/// the spread of the times, to some kilobytes.
public struct Durations: Hashable, Sendable {
  /// The bits of a number that its bucket keeps besides the highest one.
  private static let bits = 5
  private static let parts = 1 << bits

  public private(set) var count = 0
  /// Nanoseconds in all.
  public private(set) var total: UInt64 = 0
  /// Nanoseconds.
  public private(set) var longest: UInt64 = 0
  /// The bucket of the first of `counts`.
  private var start = 0
  private var counts: [Int] = []

  public init() {}

  /// Counts a time in nanoseconds.
  @inline(__always)
  public mutating func add(_ nanoseconds: UInt64) {
    count += 1
    total &+= nanoseconds
    longest = max(longest, nanoseconds)
    let bucket = Self.bucket(of: nanoseconds)
    if !counts.indices.contains(bucket - start) { widen(to: bucket) }
    counts[bucket - start] += 1
  }

  /// The time that a part of all times does not exceed, in nanoseconds; nothing where there is none.
  ///
  /// - Parameter part: From 0 to 1: a half for the median.
  public func percentile(_ part: Double) -> UInt64? {
    guard count > 0 else { return nil }
    let rank = max(1, Int((Double(count) * min(max(part, 0), 1)).rounded(.up)))
    var passed = 0
    for (position, count) in counts.enumerated() {
      passed += count
      if passed >= rank { return min(Self.last(in: start + position), longest) }
    }
    return longest
  }

  private static func bucket(of time: UInt64) -> Int {
    guard time >= parts else { return Int(time) }
    let shift = UInt64.bitWidth - 1 - bits - time.leadingZeroBitCount
    return (shift + 1) * parts + Int(time >> UInt64(shift)) - parts
  }

  /// The longest time that a bucket counts.
  private static func last(in bucket: Int) -> UInt64 {
    guard bucket >= parts else { return UInt64(bucket) }
    let shift = UInt64(bucket / parts - 1)
    let next = UInt64(bucket % parts + parts + 1)
    return (next << shift) &- 1
  }

  @inline(never)
  private mutating func widen(to bucket: Int) {
    if counts.isEmpty { start = bucket }
    let before = max(0, start - bucket)
    let after = max(0, bucket - start - counts.count + 1)
    counts = [Int](repeating: 0, count: before) + counts + [Int](repeating: 0, count: after)
    start -= before
  }
}
