/// Writes records as lines of JSON.
///
/// It is written by hand because it runs within every step of a recorded machine. Keys are the Swift
/// property names, `type` first; what is `nil` is left out.
public enum RecordEncoder {
  /// The deepest tree of effects that a log holds; deeper ones are written as a list of leaves.
  public static let depthLimit = 128

  /// Appends one line with its newline.
  public static func append(_ record: Record, to bytes: inout [UInt8]) {
    var writer = JSONWriter()
    writer.line(record)
    bytes.append(contentsOf: writer.bytes)
  }

  /// One line with its newline.
  public static func line(_ record: Record) -> String {
    var writer = JSONWriter()
    writer.line(record)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension JSONWriter {
  mutating func line(_ record: Record) {
    switch record {
    case .header(let header): write(header)
    case .machine(let machine): write(machine)
    case .instance(let instance): write(instance)
    case .step(let step): return line(step)
    case .effect(let effect): write(effect)
    case .gap(let gap): write(gap)
    }
    raw("}\n")
  }

  private mutating func write(_ header: Header) {
    raw(#"{"type":"header","schema":"#)
    string(header.schema)
    raw(#","run":"#)
    string(header.run)
    raw(#","wall":"#)
    let wall = header.wall.isFinite ? header.wall : 0
    for byte in wall.description.utf8 { self.byte(byte) }
    raw(#","mono":"#)
    number(header.mono)
    raw(#","process":"#)
    string(header.process)
    raw(#","pid":"#)
    number(UInt64(clamping: header.pid))
  }

  private mutating func write(_ machine: MachineRecord) {
    raw(#"{"type":"machine","machine":"#)
    string(machine.machine)
    raw(#","style":"#)
    string(machine.style)
    raw(#","states":"#)
    list(machine.states) { $0.string($1) }
    raw(#","events":"#)
    list(machine.events) { writer, event in
      writer.raw(#"{"origin":"#)
      writer.string(event.origin)
      writer.raw(#","name":"#)
      writer.string(event.name)
      writer.raw("}")
    }
    optional(#","vocabulary":"#, machine.vocabulary)
    optional(#","structure":"#, machine.structure)
  }

  private mutating func write(_ instance: InstanceRecord) {
    raw(#"{"type":"instance","phase":"#)
    string(instance.phase.rawValue)
    raw(#","machine":"#)
    string(instance.machine)
    raw(#","instance":"#)
    number(instance.instance)
    optional(#","parent":"#, instance.parent)
    raw(#","state":"#)
    string(instance.state)
    raw(#","at":"#)
    number(instance.at)
  }

  private mutating func write(_ effect: EffectRecord) {
    raw(#"{"type":"effect","phase":"#)
    string(effect.phase.rawValue)
    raw(#","run":"#)
    number(effect.run)
    raw(#","name":"#)
    string(effect.name)
    raw(#","machine":"#)
    string(effect.machine)
    raw(#","instance":"#)
    number(effect.instance)
    raw(#","at":"#)
    number(effect.at)
    optional(#","reason":"#, effect.reason)
  }

  private mutating func write(_ gap: GapRecord) {
    raw(#"{"type":"gap","lost":"#)
    number(gap.lost)
    raw(#","reason":"#)
    string(gap.reason)
  }
}

// MARK: - Parts of a record

extension JSONWriter {
  private mutating func optional(_ key: StaticString, _ value: String?) {
    guard let value else { return }
    raw(key)
    string(value)
  }

  private mutating func optional(_ key: StaticString, _ value: UInt64?) {
    guard let value else { return }
    raw(key)
    number(value)
  }

  mutating func list<Element>(
    _ elements: [Element], _ write: (inout JSONWriter, Element) -> Void
  ) {
    raw("[")
    for (index, element) in elements.enumerated() {
      if index > 0 { raw(",") }
      write(&self, element)
    }
    raw("]")
  }
}
