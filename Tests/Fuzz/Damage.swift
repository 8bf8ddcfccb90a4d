/// Damage to a text that follows from a seed alone.
///
/// The numbers come from SplitMix64 (Steele, Lea, Flood 2014, "Fast splittable pseudorandom number
/// generators").
struct Damage {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from zero up to a bound; zero for an empty range.
  mutating func below(_ bound: Int) -> Int {
    bound > 0 ? Int(next() % UInt64(bound)) : 0
  }

  /// The text cut, with lines taken away or doubled, or with bytes changed.
  mutating func applied(to text: String) -> String {
    var bytes = Array(text.utf8)
    for _ in 0...below(4) {
      guard !bytes.isEmpty else { break }
      switch below(6) {
      case 0: bytes = Array(bytes.prefix(below(bytes.count)))
      case 1: removeLines(&bytes)
      case 2: swapLines(&bytes)
      case 3:
        for _ in 0...below(8) { bytes[below(bytes.count)] = UInt8(truncatingIfNeeded: next()) }
      case 4: bytes.insert(contentsOf: token, at: below(bytes.count))
      default: removeRange(&bytes)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func removeLines(_ bytes: inout [UInt8]) {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    for _ in 0...below(5) where !lines.isEmpty { lines.remove(at: below(lines.count)) }
    bytes = Array(lines.joined(separator: [0x0A]))
  }

  private mutating func swapLines(_ bytes: inout [UInt8]) {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    lines.swapAt(below(lines.count), below(lines.count))
    lines.insert(lines[below(lines.count)], at: below(lines.count))
    bytes = Array(lines.joined(separator: [0x0A]))
  }

  private mutating func removeRange(_ bytes: inout [UInt8]) {
    let start = below(bytes.count)
    bytes.removeSubrange(start..<min(bytes.count, start + 1 + below(40)))
  }

  private static let tokens = [
    "(", ")", "{", "}", "[", "]", ".", "=", "?", "!", "`", "\"", "#if X\n", "#endif\n", "self",
    "switch self { }", "case .a:", "default:", "return ", "guard ", "\\", ",", ":", "\u{0}", "&&",
  ]

  private var token: [UInt8] {
    mutating get { Array(Self.tokens[below(Self.tokens.count)].utf8) }
  }
}
