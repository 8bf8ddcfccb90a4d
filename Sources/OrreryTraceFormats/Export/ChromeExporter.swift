import OrreryModelFile
import OrreryTrace
import OrreryTraceAnalysis

/// Writes the Trace Event Format that Perfetto and `chrome://tracing` show: a thread for each
/// instance with its states and steps, threads for the effects, and an arrow from an effect to each
/// step that it causes.
///
/// The format is that of https://github.com/catapult-project/catapult, `docs/trace-event-format`.
struct ChromeExporter: TextExporter {
  private struct Instance {
    var machine: String
    var state: String
    var since: Int64
  }

  private struct Effect {
    var name: String
    var lane: Int
    var since: Int64
    var last: Int64
    var reason: String?
  }

  private struct Key: Hashable, Comparable {
    var run: Int
    var number: UInt64

    static func < (lhs: Self, rhs: Self) -> Bool {
      (lhs.run, lhs.number) < (rhs.run, rhs.number)
    }
  }

  /// Threads of effects have numbers above those of instances.
  private static let firstLane = 1_000_000_000

  private var instances: [Key: Instance] = [:]
  private var effects: [Key: Effect] = [:]
  /// The lanes of each recording: whether they are taken.
  private var lanes: [Int: [Bool]] = [:]
  private var arrows = 0
  private var events: [JSONText] = []
  private var isFirst = true
  private var last: Int64 = 0

  let opening = "{\"displayTimeUnit\": \"ns\", \"traceEvents\": [\n"

  mutating func add(_ record: TimedRecord) -> String {
    last = max(last, record.time)
    switch record.record {
    case .header(let header):
      name(record.run, nil, "process_name", "\(header.process) (\(header.pid))")
    case .instance(let instance): add(instance, record)
    case .step(let step): add(step, record)
    case .effect(let effect): add(effect, record)
    case .machine, .gap: break
    }
    return drain()
  }

  mutating func finish() -> String {
    for key in instances.keys.sorted() {
      if let instance = instances[key] { emit(instance, key, until: last) }
    }
    for key in effects.keys.sorted() {
      if let effect = effects[key] { emit(effect, key, until: last, "running") }
    }
    return drain() + "\n]}\n"
  }

  private mutating func drain() -> String {
    var text = ""
    for event in events {
      if !isFirst { text += ",\n" }
      isFirst = false
      text += event.document(levels: 0).dropLast()
    }
    events.removeAll(keepingCapacity: true)
    return text
  }
}

// MARK: - Records

extension ChromeExporter {
  private mutating func add(_ instance: InstanceRecord, _ record: TimedRecord) {
    let key = Key(run: record.run, number: instance.instance)
    guard instance.phase != .ended else {
      if let open = instances.removeValue(forKey: key) { emit(open, key, until: record.time) }
      return
    }
    // The next part of a log tells again what is alive.
    if instance.phase == .snapshot, instances[key]?.state == instance.state { return }
    begin(key, machine: instance.machine, state: instance.state, at: record.time)
  }

  private mutating func begin(_ key: Key, machine: String, state: String, at time: Int64) {
    if let open = instances[key] { emit(open, key, until: time) }
    instances[key] = Instance(machine: machine, state: state, since: time)
    name(key.run, Int(clamping: key.number), "thread_name", "\(machine)[\(key.number)]")
  }

  private mutating func add(_ step: StepRecord, _ record: TimedRecord) {
    let key = Key(run: record.run, number: step.instance)
    if instances[key] == nil {
      begin(key, machine: step.machine, state: step.from, at: record.time)
    }
    if let open = instances[key], step.from != step.to {
      emit(open, key, until: record.time)
      instances[key]?.state = step.to
      instances[key]?.since = record.time
    }
    let place = place("X", record.run, Int(clamping: step.instance), record.time)
    events.append(
      [
        "name": .string(step.event), "cat": .string("step"), "dur": .decimal("0.001"),
        "args": [
          "step": .number(Int(clamping: step.seq)), "from": .string(step.from),
          "to": .string(step.to), "verdict": .string(step.verdict.rawValue),
        ],
      ] + place)
    if let cause = step.cause { arrow(Key(run: record.run, number: cause), step, record) }
  }

  private mutating func arrow(_ key: Key, _ step: StepRecord, _ record: TimedRecord) {
    guard let effect = effects[key] else { return }
    arrows += 1
    let both: JSONText = [
      "name": .string(effect.name), "cat": .string("cause"), "id": .number(arrows),
    ]
    events.append(both + place("s", key.run, Self.firstLane + effect.lane, effect.last))
    events.append(
      both + ["bp": .string("e")]
        + place("f", key.run, Int(clamping: step.instance), record.time))
  }

  private mutating func add(_ effect: EffectRecord, _ record: TimedRecord) {
    let key = Key(run: record.run, number: effect.run)
    switch effect.phase {
    case .started:
      effects[key] = Effect(
        name: effect.name, lane: takeLane(record.run), since: record.time, last: record.time)
    case .yielded: effects[key]?.last = record.time
    case .finished, .cancelled, .failed:
      guard var open = effects.removeValue(forKey: key) else { return }
      open.reason = effect.reason
      lanes[record.run]?[open.lane] = false
      emit(open, key, until: record.time, effect.phase.rawValue)
    }
  }

  /// The first lane on which no effect runs.
  private mutating func takeLane(_ run: Int) -> Int {
    if let free = lanes[run]?.firstIndex(of: false) {
      lanes[run]?[free] = true
      return free
    }
    lanes[run, default: []].append(true)
    let lane = (lanes[run]?.count ?? 1) - 1
    name(run, Self.firstLane + lane, "thread_name", "effects \(lane + 1)")
    return lane
  }
}

// MARK: - Events

extension ChromeExporter {
  private mutating func emit(_ instance: Instance, _ key: Key, until end: Int64) {
    let place = place("X", key.run, Int(clamping: key.number), instance.since)
    events.append(
      [
        "name": .string(instance.state), "cat": .string("state"),
        "dur": .microseconds(max(0, end - instance.since)),
      ] + place)
  }

  private mutating func emit(_ effect: Effect, _ key: Key, until end: Int64, _ fate: String) {
    let place = place("X", key.run, Self.firstLane + effect.lane, effect.since)
    let arguments: JSONText = [
      "run": .number(Int(clamping: key.number)), "end": .string(fate),
      "reason": .text(effect.reason),
    ]
    events.append(
      [
        "name": .string(effect.name), "cat": .string("effect"),
        "dur": .microseconds(max(0, end - effect.since)), "args": arguments.withoutNulls,
      ] + place)
  }

  private mutating func name(_ run: Int, _ thread: Int?, _ kind: String, _ name: String) {
    events.append(
      [
        "name": .string(kind), "ph": .string("M"), "pid": .number(run + 1),
        "tid": .number(thread ?? 0), "args": ["name": .string(name)],
      ])
  }

  private func place(_ phase: String, _ run: Int, _ thread: Int, _ time: Int64) -> JSONText {
    [
      "ph": .string(phase), "pid": .number(run + 1), "tid": .number(thread),
      "ts": .microseconds(time),
    ]
  }
}

extension JSONText {
  /// Nanoseconds as microseconds with three decimals.
  fileprivate static func microseconds(_ nanoseconds: Int64) -> Self {
    let digits = String(nanoseconds.magnitude % 1000)
    let decimals = String(repeating: "0", count: 3 - digits.count) + digits
    return .decimal("\(nanoseconds < 0 ? "-" : "")\(nanoseconds.magnitude / 1000).\(decimals)")
  }
}
