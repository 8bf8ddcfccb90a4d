#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Looks for the tokens of a line as this package writes it: no white space, no escapes.
///
/// What it does not find it leaves to ``JSONScanner``, which reads any JSON and knows what is wrong.
/// Invariant: `next` never passes `end`.
struct ByteCursor {
  private(set) var next: UnsafeRawPointer
  let end: UnsafeRawPointer

  init?(_ line: UnsafeRawBufferPointer) {
    guard let start = line.baseAddress else { return nil }
    next = start
    end = start + line.count
  }

  var isAtEnd: Bool { next == end }

  /// All that is left.
  var rest: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: next, count: end - next) }

  /// Passes over a token, if it is the next one.
  @inline(__always)
  mutating func take(_ token: StaticString) -> Bool {
    let count = token.utf8CodeUnitCount
    guard end - next >= count else { return false }
    let bytes = UnsafeRawPointer(token.utf8Start)
    var offset = 0
    var difference: UInt64 = 0
    while offset + 8 <= count {
      difference |= Self.word(next + offset) ^ Self.word(bytes + offset)
      offset += 8
    }
    while offset < count {
      difference |= UInt64(
        next.load(fromByteOffset: offset, as: UInt8.self)
          ^ bytes.load(fromByteOffset: offset, as: UInt8.self))
      offset += 1
    }
    guard difference == 0 else { return false }
    next += count
    return true
  }

  @inline(__always)
  private static func word(_ place: UnsafeRawPointer) -> UInt64 {
    place.loadUnaligned(as: UInt64.self)
  }

  /// Passes over these bytes, if they are the next ones.
  @inline(__always)
  mutating func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let start = bytes.baseAddress, end - next >= bytes.count,
      memcmp(next, start, bytes.count) == 0
    else { return false }
    next += bytes.count
    return true
  }

  /// A whole number of up to nineteen digits, which fits 64 bits.
  @inline(__always)
  mutating func number() -> UInt64? {
    var value: UInt64 = 0
    var place = next
    while end - place >= 8, place - next < 20 {
      let word = EightBytes(place)
      let count = word.digitCount
      value = value &* Self.power(count) &+ word.decimal(count)
      place += count
      if count < 8 { return number(value, upTo: place) }
    }
    while place < end, place - next < 20 {
      let digit = place.load(as: UInt8.self) &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      value = value &* 10 &+ UInt64(digit)
      place += 1
    }
    return number(value, upTo: place)
  }

  @inline(__always)
  private mutating func number(_ value: UInt64, upTo place: UnsafeRawPointer) -> UInt64? {
    guard 1...19 ~= place - next else { return nil }
    next = place
    return value
  }

  /// A power of ten up to the eighth; a table, as it is compiled.
  @inline(__always)
  private static func power(_ exponent: Int) -> UInt64 {
    switch exponent {
    case 0: 1
    case 1: 10
    case 2: 100
    case 3: 1000
    case 4: 10_000
    case 5: 100_000
    case 6: 1_000_000
    case 7: 10_000_000
    default: 100_000_000
    }
  }

  /// The bytes up to a quote, which is passed over; nothing where one of them is escaped.
  @inline(__always)
  mutating func plainString() -> UnsafeRawBufferPointer? {
    let start = next
    var place = next
    while end - place >= 8 {
      let count = EightBytes(place).plainCount
      place += count
      if count < 8 { break }
    }
    while place < end, EightBytes.isPlain(place.load(as: UInt8.self)) { place += 1 }
    guard place < end, place.load(as: UInt8.self) == UInt8(ascii: "\"") else { return nil }
    next = place + 1
    return UnsafeRawBufferPointer(start: start, count: place - start)
  }

  /// Passes over a string up to its quote; false where it holds more than plain ASCII, which the
  /// scanner has to look at.
  mutating func isPastASCII() -> Bool {
    plainString().map { $0.allSatisfy { $0 < 0x80 } } ?? false
  }
}
