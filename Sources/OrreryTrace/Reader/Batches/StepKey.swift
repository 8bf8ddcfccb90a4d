#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The bytes in which steps of one kind are equal: the machine, the origin with the event, and the
/// states with the verdict, each with what stands between them in the line.
struct StepKey {
  private static let quote = UInt8(ascii: "\"")

  private let machine: UnsafeRawBufferPointer
  private let event: UnsafeRawBufferPointer
  private let move: UnsafeRawBufferPointer

  @inline(__always)
  init(_ step: StepLine) {
    machine = step.machine
    event = Self.span(step.origin, step.event)
    move = Self.span(step.from, step.verdict)
  }

  /// From the start of one part of a line to the end of another.
  private static func span(
    _ first: UnsafeRawBufferPointer, _ last: UnsafeRawBufferPointer
  ) -> UnsafeRawBufferPointer {
    guard let start = first.baseAddress, let end = last.baseAddress else { return first }
    return UnsafeRawBufferPointer(start: start, count: end - start + last.count)
  }

  /// Appends the parts, each with a quote behind it: no name holds one.
  func append(to bytes: inout [UInt8]) {
    for part in [machine, event, move] {
      bytes.append(contentsOf: part)
      bytes.append(Self.quote)
    }
  }

  /// Whether these are the bytes that ``append(to:)`` writes.
  func isSpelled(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count == machine.count + event.count + move.count + 3 else { return false }
    let second = machine.count + 1
    let third = second + event.count + 1
    return bytes[second - 1] == Self.quote && bytes[third - 1] == Self.quote
      && Self.equal(machine, bytes, 0) && Self.equal(event, bytes, second)
      && Self.equal(move, bytes, third)
  }

  private static func equal(
    _ part: UnsafeRawBufferPointer, _ bytes: UnsafeRawBufferPointer, _ offset: Int
  ) -> Bool {
    guard let first = part.baseAddress, let second = bytes.baseAddress else { return false }
    return memcmp(first, second + offset, part.count) == 0
  }

  var hash: UInt64 {
    Self.mix(Self.mix(Self.mix(0, machine), event), move)
  }

  /// Eight bytes a step, multiplied and folded.
  private static func mix(_ seed: UInt64, _ part: UnsafeRawBufferPointer) -> UInt64 {
    var hash = seed ^ UInt64(part.count)
    var offset = 0
    while offset + 8 <= part.count {
      hash = fold(hash ^ part.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
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
