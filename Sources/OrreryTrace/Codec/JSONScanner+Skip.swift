/// Values of keys that this version does not know.
extension JSONScanner {
  /// Passes over one value of any kind.
  ///
  /// Brackets are counted, not nested in calls, so that no input can exhaust the stack.
  mutating func skipValue() throws(RecordError) {
    var closers: [UInt8] = []
    repeat {
      let byte = peek()
      if let closer = closers.last, byte == closer {
        closers.removeLast()
        _ = take(byte)
      } else {
        try skipToken(byte, &closers)
      }
      if !closers.isEmpty { _ = take(UInt8(ascii: ",")) }
    } while !closers.isEmpty
  }

  private mutating func skipToken(
    _ byte: UInt8, _ closers: inout [UInt8]
  ) throws(RecordError) {
    if closers.last == UInt8(ascii: "}") {
      _ = try rawString()
      try expect(UInt8(ascii: ":"))
    }
    switch peek() {
    case UInt8(ascii: "{"): try open(UInt8(ascii: "}"), &closers)
    case UInt8(ascii: "["): try open(UInt8(ascii: "]"), &closers)
    case UInt8(ascii: "\""): _ = try rawString()
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    default: _ = try double(nil)
    }
  }

  private mutating func open(
    _ closer: UInt8, _ closers: inout [UInt8]
  ) throws(RecordError) {
    guard closers.count < RecordEncoder.depthLimit else { throw .depth(at: position) }
    _ = take(peek())
    closers.append(closer)
  }

  private mutating func word(_ text: StaticString) throws(RecordError) {
    for byte in UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount) {
      try expect(byte)
    }
  }
}
