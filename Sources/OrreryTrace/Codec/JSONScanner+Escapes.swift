/// Escapes within strings.
extension JSONScanner {
  /// The UTF-8 that a string with backslashes stands for.
  func unescaped(_ slice: UnsafeRawBufferPointer, at start: Int) throws(RecordError) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(slice.count)
    var index = 0
    while index < slice.count {
      guard slice[index] == UInt8(ascii: "\\") else {
        result.append(slice[index])
        index += 1
        continue
      }
      guard index + 1 < slice.count else {
        throw .syntax(expected: "an escape", at: start + index)
      }
      if slice[index + 1] == UInt8(ascii: "u") {
        let (scalar, length) = try escapedScalar(slice, index, at: start)
        result += Array(String(Character(scalar)).utf8)
        index += length
      } else if let byte = Self.simpleEscape(slice[index + 1]) {
        result.append(byte)
        index += 2
      } else {
        throw .syntax(expected: "an escape", at: start + index)
      }
    }
    return result
  }

  private static func simpleEscape(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    default: nil
    }
  }

  /// The scalar of `\uXXXX`, or of two such that form a surrogate pair, and its length in bytes.
  private func escapedScalar(
    _ slice: UnsafeRawBufferPointer, _ index: Int, at start: Int
  ) throws(RecordError) -> (UnicodeScalar, Int) {
    guard let high = Self.unit(slice, index) else {
      throw .syntax(expected: "four hexadecimal digits", at: start + index + 2)
    }
    if let scalar = UnicodeScalar(high) { return (scalar, 6) }
    guard high < 0xDC00, let low = Self.unit(slice, index + 6), (0xDC00...0xDFFF).contains(low),
      let scalar = UnicodeScalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    else { throw .syntax(expected: "a surrogate pair", at: start + index) }
    return (scalar, 12)
  }

  private static func unit(_ slice: UnsafeRawBufferPointer, _ index: Int) -> UInt32? {
    guard index + 6 <= slice.count, slice[index] == UInt8(ascii: "\\"),
      slice[index + 1] == UInt8(ascii: "u")
    else { return nil }
    var value: UInt32 = 0
    for byte in slice[index + 2..<index + 6] {
      guard let digit = Character(UnicodeScalar(byte)).hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}
