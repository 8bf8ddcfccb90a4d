/// Eight bytes of a JSON text, looked at all at once.
///
/// The tests set the high bit of a byte where it holds, and are exact up to the first such byte; see
/// https://graphics.stanford.edu/~seander/bithacks.html#ZeroInWord, and for digits
/// https://lemire.me/blog/2022/01/21/swar-explained-parsing-eight-digits/.
struct EightBytes {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080
  private static let zeroDigits: UInt64 = 0x3030_3030_3030_3030

  /// The first byte of the memory in the lowest bits.
  private let word: UInt64

  @inline(__always)
  init(_ source: UnsafeRawPointer) {
    word = UInt64(littleEndian: source.loadUnaligned(as: UInt64.self))
  }

  /// The number of bytes before the first that cannot stand for itself in a string: a quote, a
  /// backslash or a control character; eight where there is none.
  @inline(__always)
  var plainCount: Int {
    let special = zeros(word ^ Self.ones &* 0x22) | zeros(word ^ Self.ones &* 0x5C)
    let control = (word &- Self.ones &* 0x20) & ~word & Self.highBits
    return (special | control).trailingZeroBitCount >> 3
  }

  /// The number of digits before the first byte that is none; eight where all are.
  @inline(__always)
  var digitCount: Int {
    let values = word ^ Self.zeroDigits
    let others = (((values & ~Self.highBits) &+ Self.ones &* 0x76) | values) & Self.highBits
    return others.trailingZeroBitCount >> 3
  }

  /// The number that the first bytes spell, which are digits.
  @inline(__always)
  func decimal(_ count: Int) -> UInt64 {
    // Moved up, so that zeros lead; then digits to pairs, and pairs to fours and eights.
    let digits = (word ^ Self.zeroDigits) << UInt64(64 - 8 * count)
    let pairs = digits &* 10 &+ (digits >> 8)
    let evens = (pairs & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
    let odds = ((pairs >> 16) & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
    return (evens &+ odds) >> 32
  }

  @inline(__always)
  private func zeros(_ word: UInt64) -> UInt64 {
    (word &- Self.ones) & ~word & Self.highBits
  }

  /// Whether one byte of a string must be escaped.
  @inline(__always)
  static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }
}
