#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The clocks of a recording.
public struct TraceClock: Sendable {
  /// Nanoseconds that never go back, from an arbitrary zero.
  public var monotonic: @Sendable () -> UInt64
  /// Seconds since 1970.
  public var wall: @Sendable () -> Double

  public init(
    monotonic: @escaping @Sendable () -> UInt64, wall: @escaping @Sendable () -> Double
  ) {
    self.monotonic = monotonic
    self.wall = wall
  }

  /// The clocks of the system.
  public static let system = TraceClock(
    monotonic: { nanoseconds(of: CLOCK_MONOTONIC) },
    wall: { Double(nanoseconds(of: CLOCK_REALTIME) / 1000) / 1_000_000 })

  private static func nanoseconds(of clock: clockid_t) -> UInt64 {
    var time = timespec()
    guard clock_gettime(clock, &time) == 0 else { return 0 }
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }
}
