import OrreryModelFile
import OrreryTrace
import OrreryTraceAnalysis

/// Writes spans in the JSON encoding of OpenTelemetry's protocol: an instance is a trace, a state a
/// span with its steps as events, an effect a child of the state that started it.
///
/// The encoding is that of https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding.
struct OTLPExporter: TextExporter {
  private struct Instance {
    var machine: String
    var parent: UInt64?
    var begin: UInt64
    var state: String
    var since: UInt64
    /// How many states there were before this one.
    var position = 0
    var events: [JSONText] = []
    var droppedEvents = 0
  }

  private struct Effect {
    var name: String
    var instance: UInt64
    var parent: String
    var since: UInt64
  }

  /// The most events of a span, as in other exporters; the rest is counted, for a span is written
  /// only when it ends.
  private static let eventLimit = 1000

  private var clock = WallClock()
  private var run = ""
  private var pid = 0
  private var instances: [UInt64: Instance] = [:]
  private var effects: [UInt64: Effect] = [:]
  private var spans: [JSONText] = []
  private var last: UInt64 = 0
  private var isOpen = false
  private var hasSpan = false
  private var hasResource = false

  let opening = "{\"resourceSpans\": [\n"

  mutating func add(_ record: TimedRecord) -> String {
    var text = ""
    if let at = record.record.at, !isHeader(record.record) { last = max(last, at) }
    switch record.record {
    case .header(let header):
      // The next part of a log that was cut into parts.
      if isOpen, header.run == run, header.pid == pid { return "" }
      text += closeResource()
      clock.start(header)
      (run, pid) = (header.run, header.pid)
      last = header.mono
      text += openResource(header)
    case .instance(let instance): add(instance)
    case .step(let step): add(step)
    case .effect(let effect): add(effect)
    case .machine, .gap: return ""
    }
    if !isOpen { text += openResource(nil) }
    return text + drain()
  }

  mutating func finish() -> String { closeResource() + "\n]}\n" }

  private func isHeader(_ record: Record) -> Bool {
    if case .header = record { true } else { false }
  }

  // MARK: Resources

  private mutating func openResource(_ header: Header?) -> String {
    isOpen = true
    hasSpan = false
    let attributes: [JSONText] = [
      Self.attribute("service.name", header?.process ?? "unknown_service"),
      Self.attribute("service.instance.id", header?.run ?? ""),
      Self.attribute("process.pid", Int(header?.pid ?? 0)),
    ]
    let resource: JSONText = ["attributes": .array(attributes)]
    defer { hasResource = true }
    return (hasResource ? ",\n" : "") + "{\"resource\": " + resource.document(levels: 0).dropLast()
      + ", \"scopeSpans\": [{\"scope\": {\"name\": \"orrery\"}, \"spans\": [\n"
  }

  private mutating func closeResource() -> String {
    guard isOpen else { return "" }
    for number in effects.keys.sorted() { end(effect: number, .started, nil, at: last) }
    for number in instances.keys.sorted() { end(instance: number, at: last) }
    effects = [:]
    instances = [:]
    isOpen = false
    return drain() + "\n]}]}"
  }

  private mutating func drain() -> String {
    var text = ""
    for span in spans {
      if hasSpan { text += ",\n" }
      hasSpan = true
      text += span.document(levels: 0).dropLast()
    }
    spans.removeAll(keepingCapacity: true)
    return text
  }
}

// MARK: - Records

extension OTLPExporter {
  private mutating func add(_ record: InstanceRecord) {
    guard record.phase != .ended else {
      end(instance: record.instance, at: record.at)
      instances[record.instance] = nil
      return
    }
    begin(record.instance, record.machine, record.parent, state: record.state, at: record.at)
  }

  private mutating func begin(
    _ number: UInt64, _ machine: String, _ parent: UInt64?, state: String, at time: UInt64
  ) {
    guard instances[number] == nil else { return }
    instances[number] = Instance(
      machine: machine, parent: parent, begin: time, state: state, since: time)
  }

  private mutating func add(_ step: StepRecord) {
    begin(step.instance, step.machine, step.parent, state: step.from, at: step.at)
    let event: JSONText = [
      "timeUnixNano": time(step.at), "name": .string(step.event),
      "attributes": [
        Self.attribute("orrery.step", Int(clamping: step.seq)),
        Self.attribute("orrery.origin", step.origin),
        Self.attribute("orrery.from", step.from), Self.attribute("orrery.to", step.to),
        Self.attribute("orrery.verdict", step.verdict.rawValue),
      ],
    ]
    if instances[step.instance]?.events.count ?? 0 < Self.eventLimit {
      instances[step.instance]?.events.append(event)
    } else {
      instances[step.instance]?.droppedEvents += 1
    }
    guard step.from != step.to else { return }
    endState(of: step.instance, at: step.at)
    instances[step.instance]?.state = step.to
  }

  private mutating func add(_ record: EffectRecord) {
    switch record.phase {
    case .started:
      let position = instances[record.instance]?.position
      effects[record.run] = Effect(
        name: record.name, instance: record.instance,
        parent: position.map { id("state", record.instance, $0) } ?? "", since: record.at)
    case .yielded: break
    case .finished, .cancelled, .failed:
      end(effect: record.run, record.phase, record.reason, at: record.at)
      effects[record.run] = nil
    }
  }
}

// MARK: - Spans

extension OTLPExporter {
  private mutating func endState(of number: UInt64, at time: UInt64) {
    guard let instance = instances[number] else { return }
    spans.append(
      span(
        number, id("state", number, instance.position), parent: id("instance", number, 0),
        instance.state, instance.since, time,
        [
          "events": .array(instance.events),
          "droppedEventsCount": .number(instance.droppedEvents),
        ]))
    instances[number]?.events = []
    instances[number]?.droppedEvents = 0
    instances[number]?.position += 1
    instances[number]?.since = time
  }

  private mutating func end(instance number: UInt64, at time: UInt64) {
    endState(of: number, at: time)
    guard let instance = instances[number] else { return }
    let links: [JSONText] =
      instance.parent.map { parent in
        [["traceId": .string(traceID(parent)), "spanId": .string(id("instance", parent, 0))]]
      } ?? []
    let rest: JSONText = [
      "attributes": [
        Self.attribute("orrery.machine", instance.machine),
        Self.attribute("orrery.instance", Int(clamping: number)),
      ],
      "links": .array(links),
    ]
    spans.append(
      span(
        number, id("instance", number, 0), parent: "", instance.machine, instance.begin, time, rest)
    )
  }

  private mutating func end(
    effect run: UInt64, _ phase: EffectRecord.Phase, _ reason: String?, at time: UInt64
  ) {
    guard let effect = effects[run] else { return }
    var status: JSONText = ["code": .number(phase == .finished ? 1 : phase == .failed ? 2 : 0)]
    if let reason, phase == .failed { status = status + ["message": .string(reason)] }
    let end = phase == .started ? "running" : phase.rawValue
    let rest: JSONText = [
      "attributes": [
        Self.attribute("orrery.run", Int(clamping: run)), Self.attribute("orrery.end", end),
      ],
      "status": status,
    ]
    spans.append(
      span(
        effect.instance, id("effect", effect.instance, Int(clamping: run)), parent: effect.parent,
        effect.name, effect.since, time, rest))
  }

  private func span(
    _ instance: UInt64, _ id: String, parent: String, _ name: String, _ start: UInt64,
    _ end: UInt64, _ rest: JSONText
  ) -> JSONText {
    [
      "traceId": .string(traceID(instance)), "spanId": .string(id),
      "parentSpanId": .string(parent), "name": .string(name), "kind": .number(1),
      "startTimeUnixNano": time(start), "endTimeUnixNano": time(max(start, end)),
    ] + rest
  }

  private func traceID(_ instance: UInt64) -> String {
    String(Digest.sha256Hex(of: "\(run)/\(instance)".utf8).prefix(32))
  }

  private func id(_ kind: String, _ instance: UInt64, _ position: Int) -> String {
    String(Digest.sha256Hex(of: "\(run)/\(instance)/\(kind)/\(position)".utf8).prefix(16))
  }

  private func time(_ at: UInt64) -> JSONText { .string(String(clock.nanoseconds(at))) }

  private static func attribute(_ key: String, _ value: String) -> JSONText {
    ["key": .string(key), "value": ["stringValue": .string(value)]]
  }

  /// 64-bit integers are strings in this encoding.
  private static func attribute(_ key: String, _ value: Int) -> JSONText {
    ["key": .string(key), "value": ["intValue": .string(String(value))]]
  }
}
