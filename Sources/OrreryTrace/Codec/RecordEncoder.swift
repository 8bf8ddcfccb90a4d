/// Writes records as lines of JSON.
///
/// It is written by hand because it runs within every step of a recorded machine. Keys are the Swift
/// property names, `type` first; what is `nil` is left out.
public enum RecordEncoder {
  /// The deepest tree of effects that a log holds; deeper ones are written as a list of leaves.
  public static let depthLimit = 128

  /// Appends one line with its newline.
  public static func append(_ record: Record, to bytes: inout [UInt8]) {
    var writer = JSONWriter(bytes)
    bytes = []
    writer.line(record)
    bytes = writer.bytes
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
    case .step(let step): write(step)
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

  private mutating func write(_ step: StepRecord) {
    raw(#"{"type":"step","seq":"#)
    number(step.seq)
    raw(#","at":"#)
    number(step.at)
    raw(#","machine":"#)
    string(step.machine)
    raw(#","instance":"#)
    number(step.instance)
    optional(#","parent":"#, step.parent)
    raw(#","origin":"#)
    string(step.origin)
    raw(#","event":"#)
    string(step.event)
    optional(#","cause":"#, step.cause)
    raw(#","from":"#)
    string(step.from)
    raw(#","to":"#)
    string(step.to)
    raw(#","verdict":"#)
    string(step.verdict.rawValue)
    guard let effects = step.effects else { return }
    raw(#","effects":"#)
    tree(effects, depth: 1)
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

  private mutating func list<Element>(
    _ elements: [Element], _ write: (inout JSONWriter, Element) -> Void
  ) {
    raw("[")
    for (index, element) in elements.enumerated() {
      if index > 0 { raw(",") }
      write(&self, element)
    }
    raw("]")
  }

  private mutating func tree(_ effect: RecordedEffect, depth: Int) {
    switch effect {
    case .run(let name, let run):
      raw(#"{"name":"#)
      string(name)
      raw(#","run":"#)
      number(run)
      raw("}")
    case .cancel(let name):
      raw(#"{"op":"cancel","name":"#)
      string(name)
      raw("}")
    case .merge(let effects): branch(#"{"op":"merge","of":"#, effects, depth: depth)
    case .concat(let effects): branch(#"{"op":"concat","of":"#, effects, depth: depth)
    }
  }

  private mutating func branch(_ start: StaticString, _ effects: [RecordedEffect], depth: Int) {
    raw(start)
    let written = depth < RecordEncoder.depthLimit - 1 ? effects : effects.leaves
    list(written) { $0.tree($1, depth: depth + 1) }
    raw("}")
  }
}

extension [RecordedEffect] {
  /// The leaves in order, found without recursion because the depth is not known.
  fileprivate var leaves: [RecordedEffect] {
    var result: [RecordedEffect] = []
    var stack = Array(reversed())
    while let effect = stack.popLast() {
      switch effect {
      case .merge(let effects), .concat(let effects): stack += effects.reversed()
      case .run, .cancel: result.append(effect)
      }
    }
    return result
  }
}
