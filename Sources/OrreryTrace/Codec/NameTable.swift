/// Remembers long names, which come again and again in a log, to save making them anew.
///
/// A direct-mapped cache: a name that collides with another takes its place, so the memory is bounded
/// whatever a log holds.
struct NameTable: Sendable {
  private var slots = [String](repeating: "", count: 1024)

  /// The bytes as a string, or nothing where they are not UTF-8.
  mutating func string(_ bytes: UnsafeRawBufferPointer) -> String? {
    // Up to fifteen bytes a string holds without an allocation; very long ones would cost memory.
    guard bytes.count > 15, bytes.count <= 512 else {
      return String(utf8: bytes)
    }
    let slot = Self.hash(bytes) & (slots.count - 1)
    if Self.equal(&slots[slot], bytes) { return slots[slot] }
    guard let name = String(utf8: bytes) else { return nil }
    slots[slot] = name
    return name
  }

  private static func equal(_ name: inout String, _ bytes: UnsafeRawBufferPointer) -> Bool {
    name.withUTF8 { $0.count == bytes.count && $0.elementsEqual(bytes) }
  }

  /// FNV-1a, 64 bits.
  private static func hash(_ bytes: UnsafeRawBufferPointer) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int(truncatingIfNeeded: hash ^ hash >> 32)
  }
}
