/// Times and parts, as people read them.
enum Figure {
  /// Nanoseconds in the largest unit that leaves a whole number, with three figures at most.
  static func time(_ nanoseconds: UInt64) -> String {
    let units: [(name: String, size: UInt64)] = [
      ("s", 1_000_000_000), ("ms", 1_000_000), ("µs", 1000),
    ]
    guard let unit = units.first(where: { nanoseconds >= $0.size }) else {
      return "\(nanoseconds) ns"
    }
    let tenths = nanoseconds / (unit.size / 10)
    return tenths < 1000
      ? "\(tenths / 10).\(tenths % 10) \(unit.name)" : "\(tenths / 10) \(unit.name)"
  }

  /// A part from 0 to 1 in percent with two decimals, rounded down: nothing but all of it is 100 %.
  static func share(_ part: Double) -> String {
    guard part < 1 else { return "100 %" }
    let hundredths = min(Int(max(part, 0) * 10_000), 9999)
    return "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10) %"
  }

  /// A part of a whole in percent, rounded down: nothing but all of it is 100 %.
  static func percent(_ part: Int, of whole: Int) -> String {
    whole == 0 ? "–" : "\(part * 100 / whole) %"
  }
}
