/// The values found in one line, before it is known which record they make.
struct RecordFields {
  var type: String?
  var schema: String?
  /// `run` is text in a header and a number in an effect.
  var runText: String?
  var run: UInt64?
  var wall: Double?
  var mono: UInt64?
  var process: String?
  var pid: UInt64?
  var machine: String?
  var style: String?
  var states: [String]?
  var events: [MachineRecord.EventName]?
  var vocabulary: String?
  var structure: String?
  var phase: String?
  var instance: UInt64?
  var parent: UInt64?
  var state: String?
  var at: UInt64?
  var seq: UInt64?
  var origin: String?
  var event: String?
  var cause: UInt64?
  var from: String?
  var to: String?
  var verdict: String?
  var effects: RecordedEffect?
  var name: String?
  var reason: String?
  var lost: UInt64?
  var payload: StepPayload?

  /// The record that the values make.
  func record() throws(RecordError) -> Record {
    switch type {
    case "step": .step(try step())
    case "effect": .effect(try effect())
    case "instance": .instance(try instanceRecord())
    case "machine": .machine(try machineRecord())
    case "header": .header(try header())
    case "gap": .gap(GapRecord(lost: try need(lost, "lost"), reason: try need(reason, "reason")))
    case .some(let type): throw .unknownType(String(type.prefix(40)))
    case nil: throw .missing(key: "type", type: "?")
    }
  }

  private func need<Value>(_ value: Value?, _ key: String) throws(RecordError) -> Value {
    guard let value else { throw .missing(key: key, type: type ?? "?") }
    return value
  }

  private func word<Word: RawRepresentable<String>>(
    _ text: String?, _ key: String
  ) throws(RecordError) -> Word {
    let text = try need(text, key)
    guard let word = Word(rawValue: text) else {
      throw .value(key: key, found: String(text.prefix(40)))
    }
    return word
  }
}

// MARK: - Each type of record

extension RecordFields {
  private func header() throws(RecordError) -> Header {
    let schema = try need(schema, "schema")
    // What a later version adds is passed over; what it changes has another number.
    guard schema == Record.schema || schema.hasPrefix(Record.schema + ".") else {
      throw .schema(String(schema.prefix(80)))
    }
    return Header(
      schema: schema, run: try need(runText, "run"), wall: try need(wall, "wall"),
      mono: try need(mono, "mono"), process: try need(process, "process"),
      pid: Int(clamping: try need(pid, "pid")))
  }

  private func machineRecord() throws(RecordError) -> MachineRecord {
    MachineRecord(
      machine: try need(machine, "machine"), style: try need(style, "style"),
      states: try need(states, "states"), events: try need(events, "events"),
      vocabulary: vocabulary, structure: structure)
  }

  private func instanceRecord() throws(RecordError) -> InstanceRecord {
    InstanceRecord(
      phase: try word(phase, "phase"), machine: try need(machine, "machine"),
      instance: try need(instance, "instance"), parent: parent, state: try need(state, "state"),
      at: try need(at, "at"))
  }

  private func step() throws(RecordError) -> StepRecord {
    let origin: EventOrigin = try word(origin, "origin")
    return StepRecord(
      seq: try need(seq, "seq"), at: try need(at, "at"), machine: try need(machine, "machine"),
      instance: try need(instance, "instance"), parent: parent, origin: origin.rawValue,
      event: try need(event, "event"), cause: cause, from: try need(from, "from"),
      to: try need(to, "to"), verdict: try word(verdict, "verdict"), effects: effects,
      payload: payload)
  }

  private func effect() throws(RecordError) -> EffectRecord {
    EffectRecord(
      phase: try word(phase, "phase"), run: try need(run, "run"), name: try need(name, "name"),
      machine: try need(machine, "machine"), instance: try need(instance, "instance"),
      at: try need(at, "at"), reason: reason)
  }
}
