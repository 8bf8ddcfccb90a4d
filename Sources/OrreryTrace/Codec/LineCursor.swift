/// Writes the tokens of JSON at a place in memory, without looking at how much room there is.
///
/// Kept in registers while a record is written. Invariant: whoever makes a cursor has reserved what is
/// going to be written: a token's own length, ``numberSize`` for a number, and what
/// ``stringSize(_:)`` says for a string.
struct LineCursor {
  /// Twenty digits hold every 64-bit number.
  static let numberSize = 20
  private(set) var next: UnsafeMutableRawPointer

  init(_ next: UnsafeMutableRawPointer) {
    self.next = next
  }

  /// Six bytes is the longest escape; the quotes are two more.
  @inline(__always)
  static func stringSize(_ text: String) -> Int { text.utf8.count * 6 + 2 }

  @inline(__always)
  mutating func raw(_ text: StaticString) {
    next.copyMemory(from: text.utf8Start, byteCount: text.utf8CodeUnitCount)
    next += text.utf8CodeUnitCount
  }

  @inline(__always)
  mutating func byte(_ byte: UInt8) {
    next.storeBytes(of: byte, as: UInt8.self)
    next += 1
  }
}

// MARK: - Numbers

extension LineCursor {
  /// All numbers of two digits, one after the other: half the divisions.
  private static let pairs: StaticString = """
    0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546\
    4748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293\
    949596979899
    """

  mutating func number(_ value: UInt64) {
    var rest = value
    var position = Self.digits(value)
    let end = next + position
    while rest > 9 {
      let (quotient, pair) = rest.quotientAndRemainder(dividingBy: 100)
      position -= 2
      (next + position).copyMemory(from: Self.pairs.utf8Start + Int(pair) * 2, byteCount: 2)
      rest = quotient
    }
    if position > 0 { next.storeBytes(of: UInt8(rest) + UInt8(ascii: "0"), as: UInt8.self) }
    next = end
  }

  private static func digits(_ value: UInt64) -> Int {
    var count = 1
    var limit: UInt64 = 10
    while value >= limit, count < numberSize {
      count += 1
      limit = count < numberSize ? limit * 10 : limit
    }
    return count
  }
}

// MARK: - Strings

extension LineCursor {
  @inline(__always)
  mutating func string(_ text: String) {
    byte(UInt8(ascii: "\""))
    if text.utf8.withContiguousStorageIfAvailable({ escaped(UnsafeRawBufferPointer($0)) }) == nil {
      Array(text.utf8).withUnsafeBytes { escaped($0) }
    }
    byte(UInt8(ascii: "\""))
  }

  @inline(__always)
  private mutating func escaped(_ source: UnsafeRawBufferPointer) {
    guard let start = source.baseAddress else { return }
    var position = 0
    while position + 8 <= source.count, EightBytes(start + position).plainCount == 8 {
      next.copyMemory(from: start + position, byteCount: 8)
      next += 8
      position += 8
    }
    while position < source.count, EightBytes.isPlain(source[position]) {
      byte(source[position])
      position += 1
    }
    if position < source.count { escapeEach(source[position...]) }
  }

  @inline(never)
  private mutating func escapeEach(_ source: Slice<UnsafeRawBufferPointer>) {
    for byte in source {
      switch byte {
      case UInt8(ascii: "\""): raw(#"\""#)
      case UInt8(ascii: "\\"): raw(#"\\"#)
      case 0x0A: raw(#"\n"#)
      case 0x0D: raw(#"\r"#)
      case 0x09: raw(#"\t"#)
      case 0..<0x20:
        raw(#"\u00"#)
        self.byte(Self.hexDigit(byte >> 4))
        self.byte(Self.hexDigit(byte & 15))
      default: self.byte(byte)
      }
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
