import Foundation

extension UnsafeRawBufferPointer {
  /// Whether the bytes hold others, in a row.
  ///
  /// Looks for the first of them as fast as the system can: most texts have none.
  func contains(_ other: [UInt8]) -> Bool {
    guard let start = baseAddress, let first = other.first else { return other.isEmpty }
    var position = 0
    while position + other.count <= count,
      let hit = memchr(start + position, Int32(first), count - other.count - position + 1)
    {
      position = start.distance(to: UnsafeRawPointer(hit))
      if self[position..<position + other.count].elementsEqual(other) { return true }
      position += 1
    }
    return false
  }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes hold others, in a row.
  func contains(_ other: [UInt8]) -> Bool { withUnsafeBytes { $0.contains(other) } }
}

extension String {
  /// Whether the bytes of the text hold those of another.
  func containsBytes(of other: String) -> Bool {
    let other = Array(other.utf8)
    return utf8.withContiguousStorageIfAvailable { UnsafeRawBufferPointer($0).contains(other) }
      ?? Array(utf8)[...].contains(other)
  }
}
