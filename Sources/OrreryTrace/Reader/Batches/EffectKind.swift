/// The effect that a line is about, whichever run of it.
package struct EffectKind: Sendable {
  package let machine: String
  package let name: String

  /// Nothing where a name is not UTF-8.
  init?(_ effect: EffectLine) {
    guard let machine = String(utf8: effect.machine),
      let name = String(utf8: effect.name)
    else { return nil }
    self.machine = machine
    self.name = name
  }
}

/// The bytes in which lines about the same effect are equal: its name, the machine, and what stands
/// between them.
struct EffectKey: LineKey {
  private let names: UnsafeRawBufferPointer

  init(_ effect: EffectLine) {
    names = Self.span(effect.name, effect.machine)
  }

  var hash: UInt64 { Self.mix(0, names) }

  func append(to bytes: inout [UInt8]) { bytes.append(contentsOf: names) }

  func isSpelled(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count == names.count && Self.equal(names, bytes, 0)
  }
}
