import OrreryTrace

/// Turns the monotonic times of one recording into times since 1970.
struct WallClock {
  private var wall: Int64 = 0
  private var mono: UInt64 = 0

  mutating func start(_ header: Header) {
    wall = Int64(exactly: (header.wall * 1e9).rounded()) ?? 0
    mono = header.mono
  }

  /// Nanoseconds since 1970; since the start of the clock where no header told the time.
  func nanoseconds(_ at: UInt64) -> Int64 {
    let distance = Int64(clamping: at).subtractingReportingOverflow(Int64(clamping: mono))
    return max(0, wall.addingReportingOverflow(distance.partialValue).partialValue)
  }

  /// The time in ISO 8601, in UTC with nanoseconds.
  ///
  /// The date is found by Howard Hinnant's algorithm for the proleptic Gregorian calendar,
  /// https://howardhinnant.github.io/date_algorithms.html#civil_from_days.
  func text(_ at: UInt64) -> String {
    let total = nanoseconds(at)
    let seconds = total / 1_000_000_000
    let days = seconds / 86_400 + 719_468
    let era = days / 146_097
    let dayOfEra = days - era * 146_097
    let year = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let day = dayOfYear - (153 * shifted + 2) / 5 + 1
    let date = [
      Self.digits(year + era * 400 + (month <= 2 ? 1 : 0), 4), Self.digits(month, 2),
      Self.digits(day, 2),
    ]
    let time = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map { Self.digits($0, 2) }
    return date.joined(separator: "-") + "T" + time.joined(separator: ":") + "."
      + Self.digits(total % 1_000_000_000, 9) + "+00:00"
  }

  private static func digits(_ number: Int64, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
}
