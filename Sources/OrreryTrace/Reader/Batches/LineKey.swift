#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The bytes of a line by which it is of the same kind as others.
protocol LineKey {
  var hash: UInt64 { get }
  func append(to bytes: inout [UInt8])
  /// Whether these are the bytes that ``append(to:)`` writes.
  func isSpelled(_ bytes: UnsafeRawBufferPointer) -> Bool
}

extension LineKey {
  /// From the start of one part of a line to the end of another.
  static func span(
    _ first: UnsafeRawBufferPointer, _ last: UnsafeRawBufferPointer
  ) -> UnsafeRawBufferPointer {
    guard let start = first.baseAddress, let end = last.baseAddress else { return first }
    return UnsafeRawBufferPointer(start: start, count: end - start + last.count)
  }

  static func equal(
    _ part: UnsafeRawBufferPointer, _ bytes: UnsafeRawBufferPointer, _ offset: Int
  ) -> Bool {
    guard let first = part.baseAddress, let second = bytes.baseAddress else { return false }
    return memcmp(first, second + offset, part.count) == 0
  }

  /// Eight bytes a step, multiplied and folded.
  static func mix(_ seed: UInt64, _ part: UnsafeRawBufferPointer) -> UInt64 {
    var hash = seed ^ UInt64(part.count)
    var offset = 0
    while offset + 8 < part.count {
      hash = fold(hash ^ part.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    // The last eight bytes may have been looked at in part.
    if part.count >= 8 {
      return fold(hash ^ part.loadUnaligned(fromByteOffset: part.count - 8, as: UInt64.self))
    }
    var rest: UInt64 = 0
    while offset < part.count {
      rest = rest << 8 | UInt64(part[offset])
      offset += 1
    }
    return fold(hash ^ rest)
  }

  private static func fold(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }
}
