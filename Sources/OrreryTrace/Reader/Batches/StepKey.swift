/// The bytes in which steps of one kind are equal: the machine, the origin with the event, and the
/// states with the verdict, each with what stands between them in the line.
struct StepKey: LineKey {
  private static let quote = UInt8(ascii: "\"")

  private let machine: UnsafeRawBufferPointer
  private let event: UnsafeRawBufferPointer
  private let move: UnsafeRawBufferPointer

  @inline(__always)
  init(_ step: StepLine) {
    machine = step.head.machine
    event = Self.span(step.origin, step.event)
    move = Self.span(step.from, step.verdict)
  }

  /// Appends the parts, each with a quote behind it: no name holds one.
  func append(to bytes: inout [UInt8]) {
    for part in [machine, event, move] {
      bytes.append(contentsOf: part)
      bytes.append(Self.quote)
    }
  }

  func isSpelled(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count == machine.count + event.count + move.count + 3 else { return false }
    let second = machine.count + 1
    let third = second + event.count + 1
    return bytes[second - 1] == Self.quote && bytes[third - 1] == Self.quote
      && Self.equal(machine, bytes, 0) && Self.equal(event, bytes, second)
      && Self.equal(move, bytes, third)
  }

  var hash: UInt64 {
    Self.mix(Self.mix(Self.mix(0, machine), event), move)
  }
}
