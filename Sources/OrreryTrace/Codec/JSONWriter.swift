/// Appends JSON to bytes, with nothing between the tokens.
struct JSONWriter {
  private(set) var bytes: [UInt8]

  init(_ bytes: consuming [UInt8] = []) {
    self.bytes = bytes
  }

  mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
  }

  mutating func raw(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func byte(_ byte: UInt8) {
    bytes.append(byte)
  }

  mutating func number(_ value: UInt64) {
    // Twenty digits hold every 64-bit number.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var position = 20
      var rest = value
      repeat {
        position -= 1
        digits[position] = UInt8(truncatingIfNeeded: rest % 10) + UInt8(ascii: "0")
        rest /= 10
      } while rest > 0
      bytes.append(contentsOf: digits[position...])
    }
  }

  mutating func string(_ text: String) {
    byte(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      if utf8.allSatisfy({ !Self.mustEscape($0) }) {
        bytes.append(contentsOf: utf8)
      } else {
        for byte in utf8 { escaped(byte) }
      }
    }
    byte(UInt8(ascii: "\""))
  }

  private static func mustEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func escaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): raw("\\\"")
    case UInt8(ascii: "\\"): raw("\\\\")
    case 0x0A: raw("\\n")
    case 0x0D: raw("\\r")
    case 0x09: raw("\\t")
    case 0..<0x20:
      raw("\\u00")
      bytes.append(Self.hexDigit(byte >> 4))
      bytes.append(Self.hexDigit(byte & 15))
    default: bytes.append(byte)
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
