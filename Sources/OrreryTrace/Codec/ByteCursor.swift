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

  /// A whole number of up to nineteen digits, which fits 64 bits.
  @inline(__always)
  mutating func number() -> UInt64? {
    var value: UInt64 = 0
    var place = next
    while place < end {
      let digit = place.load(as: UInt8.self) &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      value = value &* 10 &+ UInt64(digit)
      place += 1
    }
    guard 1...19 ~= place - next else { return nil }
    next = place
    return value
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

// MARK: - Effects

extension ByteCursor {
  /// Passes over a tree of effects; nothing where one branch is within another, as few are.
  mutating func effects() -> UnsafeRawBufferPointer? {
    let start = next
    if take(#"{"op":"merge","of":["#) || take(#"{"op":"concat","of":["#) {
      repeat { guard isPastLeaf() else { return nil } } while take(",")
      guard take("]}") else { return nil }
    } else if !isPastLeaf() {
      return nil
    }
    return UnsafeRawBufferPointer(start: start, count: next - start)
  }

  private mutating func isPastLeaf() -> Bool {
    if take(#"{"name":""#) {
      return isPastASCII() && take(#","run":"#) && number() != nil && take("}")
    }
    return take(#"{"op":"cancel","name":""#) && isPastASCII() && take("}")
  }
}
