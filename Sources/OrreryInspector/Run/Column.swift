/// Numbers in as few bytes as each needs: LEB128, seven bits a byte, as DWARF and WebAssembly write them
/// (https://webassembly.github.io/spec/core/binary/values.html).
struct Column: Sendable {
  private(set) var bytes: [UInt8] = []

  @inline(__always)
  mutating func append(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  @inline(__always)
  mutating func append(_ number: Int) { append(UInt64(clamping: number)) }

  /// A number that may be less than zero: those near zero take the fewest bytes.
  @inline(__always)
  mutating func append(signed number: Int64) { append(Self.zigzag(number)) }

  /// Zero for nothing, and one more for a number.
  mutating func append(optional number: Int?) { append(number.map { $0 + 1 } ?? 0) }

  /// How far a number is from another; both may be any.
  @inline(__always)
  static func difference(_ number: UInt64, from other: UInt64) -> UInt64 {
    zigzag(Int64(truncatingIfNeeded: number &- other))
  }

  @inline(__always)
  private static func zigzag(_ number: Int64) -> UInt64 {
    UInt64(bitPattern: (number << 1) ^ (number >> 63))
  }
}
