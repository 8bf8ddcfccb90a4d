/// Reads the tokens of one JSON text (RFC 8259), byte by byte.
struct JSONScanner {
  let bytes: UnsafeRawBufferPointer
  private(set) var position = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  /// The next byte that is not white space; zero at the end.
  mutating func peek() -> UInt8 {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      case let byte: return byte
      }
    }
    return 0
  }

  mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte, position < bytes.count else { return false }
    position += 1
    return true
  }

  mutating func expect(_ byte: UInt8) throws(RecordError) {
    guard take(byte) else {
      throw .syntax(expected: "'\(Character(UnicodeScalar(byte)))'", at: position)
    }
  }

  mutating func expectEnd() throws(RecordError) {
    _ = peek()
    guard position == bytes.count else { throw .syntax(expected: "the end", at: position) }
  }

  /// The bytes between the quotes, and whether a backslash is among them.
  mutating func rawString() throws(RecordError) -> (range: Range<Int>, isEscaped: Bool) {
    guard take(UInt8(ascii: "\"")) else { throw .syntax(expected: "a string", at: position) }
    let start = position
    var isEscaped = false
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return (start..<position - 1, isEscaped)
      case UInt8(ascii: "\\"):
        isEscaped = true
        position += 2
      case 0..<0x20:
        throw .syntax(expected: "no control character in a string", at: position)
      default: position += 1
      }
    }
    throw .syntax(expected: "the end of a string", at: bytes.count)
  }

  mutating func string() throws(RecordError) -> String {
    let (range, isEscaped) = try rawString()
    return try text(range, isEscaped: isEscaped)
  }

  func text(_ range: Range<Int>, isEscaped: Bool) throws(RecordError) -> String {
    let slice = UnsafeRawBufferPointer(rebasing: bytes[range])
    let text =
      isEscaped
      ? String(utf8: try unescaped(slice, at: range.lowerBound))
      : String(utf8: slice)
    guard let text else { throw .encoding(at: range.lowerBound) }
    return text
  }

  /// A whole number that fits 64 bits.
  mutating func integer(_ key: RecordKey) throws(RecordError) -> UInt64 {
    let token = try number()
    var value: UInt64 = 0
    for byte in bytes[token] {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let digit = byte &- UInt8(ascii: "0")
      let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
      guard digit < 10, !overflow, !carry else {
        throw .value(key: key.rawValue, found: excerpt(token))
      }
      value = sum
    }
    return value
  }

  mutating func double(_ key: RecordKey?) throws(RecordError) -> Double {
    let token = try number()
    let text = String(decoding: bytes[token], as: UTF8.self)
    guard let value = Double(text), value.isFinite else {
      throw .value(key: key?.rawValue ?? "a number", found: excerpt(token))
    }
    return value
  }

  private mutating func number() throws(RecordError) -> Range<Int> {
    _ = peek()
    let start = position
    while position < bytes.count, Self.isNumeric(bytes[position]) { position += 1 }
    guard start < position else { throw .syntax(expected: "a number", at: start) }
    return start..<position
  }

  private static func isNumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  /// The first bytes of a token, for a message.
  private func excerpt(_ range: Range<Int>) -> String {
    let text = String(decoding: bytes[range.prefix(24)], as: UTF8.self)
    return range.count > 24 ? text + "…" : text
  }
}
