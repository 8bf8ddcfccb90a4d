import OrreryTrace
import OrreryTraceAnalysis

/// Writes an XES log (IEEE 1849-2016, https://xes-standard.org): a trace for each instance, an event
/// for its start and for each of its steps.
///
/// `concept:name` is the event; the state entered is `orrery:to`, by which a miner counts what
/// `trace summary` counts. An instance is written when it ends; until then what is known of it waits,
/// some of it in memory and the rest in the spool.
struct XESExporter: TraceExporter {
  private struct Key: Hashable {
    var run: Int
    var instance: UInt64
  }

  /// An instance that has begun and is not written.
  private struct Waiting {
    var heap: Int
    var text = ""
  }

  /// The most bytes that wait in memory.
  private static let limit = 8 << 20

  private let spool: any TextSpool
  private var clock = WallClock()
  private var open: [Key: Waiting] = [:]
  private var heaps = 0
  private var held = 0

  init(spool: any TextSpool) {
    self.spool = spool
  }

  let opening = """
    <?xml version="1.0" encoding="UTF-8"?>
    <log xes.version="1849.2016" xes.features="" xmlns="http://www.xes-standard.org/">
      <extension name="Concept" prefix="concept" uri="http://www.xes-standard.org/concept.xesext"/>
      <extension name="Time" prefix="time" uri="http://www.xes-standard.org/time.xesext"/>
      <extension name="Lifecycle" prefix="lifecycle" \
    uri="http://www.xes-standard.org/lifecycle.xesext"/>
      <classifier name="Event" keys="concept:name"/>
      <classifier name="State" keys="orrery:to"/>

    """

  mutating func add(_ record: TimedRecord, _ write: (String) throws -> Void) throws {
    switch record.record {
    case .header(let header): clock.start(header)
    case .instance(let instance):
      let key = Key(run: record.run, instance: instance.instance)
      if instance.phase == .ended { return try close(key, write) }
      begin(key, machine: instance.machine, state: instance.state, at: instance.at)
    case .step(let step):
      let key = Key(run: record.run, instance: step.instance)
      if open[key] == nil { begin(key, machine: step.machine, state: step.from, at: step.at) }
      hold(event(step), key)
    case .machine, .effect, .gap: break
    }
    if held > Self.limit { try clear() }
  }

  mutating func finish(_ write: (String) throws -> Void) throws {
    let keys = open.keys.sorted { ($0.run, $0.instance) < ($1.run, $1.instance) }
    for key in keys { try close(key, write) }
    try write("</log>\n")
  }

  private mutating func close(_ key: Key, _ write: (String) throws -> Void) throws {
    guard let waiting = open.removeValue(forKey: key) else { return }
    try spool.take(waiting.heap, write)
    try write(waiting.text + "  </trace>\n")
    held -= waiting.text.utf8.count
  }

  private mutating func hold(_ text: String, _ key: Key) {
    open[key]?.text += text
    held += text.utf8.count
  }

  /// Lays all that waits in memory aside.
  private mutating func clear() throws {
    for (key, waiting) in open where !waiting.text.isEmpty {
      try spool.append(waiting.text, to: waiting.heap)
      open[key]?.text = ""
    }
    held = 0
  }

  private mutating func begin(_ key: Key, machine: String, state: String, at time: UInt64) {
    guard open[key] == nil else { return }
    open[key] = Waiting(heap: heaps)
    heaps += 1
    let start =
      "  <trace>\n" + Self.string("concept:name", "\(key.run + 1).\(key.instance)", 4)
      + Self.string("orrery:machine", machine, 4) + "    <event>\n"
      + Self.string("concept:name", "start", 6) + Self.string("lifecycle:transition", "start", 6)
      + date(time) + Self.string("orrery:to", state, 6) + "    </event>\n"
    hold(start, key)
  }

  private func event(_ step: StepRecord) -> String {
    "    <event>\n" + Self.string("concept:name", step.event, 6)
      + Self.string("lifecycle:transition", "complete", 6) + date(step.at)
      + Self.string("orrery:origin", step.origin, 6) + Self.string("orrery:from", step.from, 6)
      + Self.string("orrery:to", step.to, 6)
      + Self.string("orrery:verdict", step.verdict.rawValue, 6) + "    </event>\n"
  }

  private func date(_ at: UInt64) -> String {
    "      <date key=\"time:timestamp\" value=\"\(clock.text(at))\"/>\n"
  }

  private static func string(_ key: String, _ value: String, _ indentation: Int) -> String {
    String(repeating: " ", count: indentation)
      + "<string key=\"\(key)\"\(XMLText.attribute("value", value))/>\n"
  }
}
