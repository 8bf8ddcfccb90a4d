/// Writes JSON into a line, with nothing between the tokens.
struct JSONWriter: ~Copyable {
  private var line = LineBuffer()

  /// What was written since the last ``clear()``; valid until the next change.
  var bytes: UnsafeRawBufferPointer { line.bytes }

  mutating func clear() {
    line.clear()
  }

  /// Writes several tokens that take no more than `size` bytes in all.
  @inline(__always)
  mutating func tokens(upTo size: Int, _ write: (inout LineCursor) -> Void) {
    var cursor = LineCursor(line.reserve(size))
    write(&cursor)
    line.end(at: cursor.next)
  }

  mutating func raw(_ text: StaticString) {
    tokens(upTo: text.utf8CodeUnitCount) { $0.raw(text) }
  }

  mutating func byte(_ byte: UInt8) {
    tokens(upTo: 1) { $0.byte(byte) }
  }

  mutating func number(_ value: UInt64) {
    tokens(upTo: LineCursor.numberSize) { $0.number(value) }
  }

  mutating func string(_ text: String) {
    tokens(upTo: LineCursor.stringSize(text)) { $0.string(text) }
  }
}
