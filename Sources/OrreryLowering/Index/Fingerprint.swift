/// A short value that is another one where what it stands for is: 64 bits, the same on every run.
///
/// It is FNV-1a. Source: http://www.isthe.com/chongo/tech/comp/fnv/
package struct Fingerprint: Hashable {
  package private(set) var hash = Self.start

  static let start: UInt64 = 0xCBF2_9CE4_8422_2325
  static func step(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }

  package init() {}

  package init(hash: UInt64) { self.hash = hash }

  init(of file: SourceText) {
    self.init()
    add(file.module)
    add(file.text)
  }

  package init(of bytes: [UInt8]) {
    self.init()
    for byte in bytes { add(byte) }
  }

  package mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { bytes in for byte in bytes { add(byte) } }
    // Where a text ends is part of what it says.
    add(UInt8(0xFF))
  }

  package mutating func add(_ number: Int) {
    for shift in stride(from: 0, to: 64, by: 8) { add(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  package mutating func add(_ flag: Bool) { add(UInt8(flag ? 1 : 0)) }

  package mutating func add(_ other: Fingerprint) { add(Int(truncatingIfNeeded: other.hash)) }

  package mutating func add(_ texts: some Sequence<String>) { for text in texts { add(text) } }

  /// Adds what stands in no order.
  package mutating func add(unordered parts: some Sequence<Fingerprint>) {
    add(Int(truncatingIfNeeded: parts.reduce(UInt64(0)) { $0 &+ $1.hash }))
  }

  private mutating func add(_ byte: UInt8) { hash = Self.step(hash, byte) }
}
