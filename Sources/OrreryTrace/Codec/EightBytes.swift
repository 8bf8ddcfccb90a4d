/// Eight bytes of a JSON text, looked at all at once.
///
/// The tests set the high bit of a byte where it holds, and are exact up to the first such byte; see
/// https://graphics.stanford.edu/~seander/bithacks.html#ZeroInWord.
struct EightBytes {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

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
