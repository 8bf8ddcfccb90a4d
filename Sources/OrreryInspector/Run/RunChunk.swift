import OrreryModelFile
import OrreryTrace
import OrreryTraceAnalysis

/// A part of a run as the page reads it (`orrery.inspect/1`): a head in JSON,
/// and columns of numbers behind it.
///
/// The first four bytes tell the length of the head, the lowest first. Places of columns count from the
/// end of the head.
public struct RunChunk: Sendable {
  /// The format of the chunks.
  public static let schema = "orrery.inspect/1"

  public let bytes: [UInt8]
  /// How many steps it holds.
  public let steps: Int

  /// The chunk of a block alone: what its steps look like, another chunk tells.
  init(_ block: RunBlock) {
    var columns: [UInt8] = []
    let place = block.append(to: &columns)
    self.init(
      head: ["schema": .string(Self.schema), "blocks": [place]], columns: columns,
      steps: block.steps)
  }

  fileprivate init(head: JSONText, columns: [UInt8], steps: Int) {
    let text = Array(head.document(levels: 0).utf8)
    let count = UInt32(clamping: text.count)
    bytes = (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) } + text + columns
    self.steps = steps
  }
}

/// What steps are told by: texts, kinds, machines and instances.
///
/// Each chunk of them holds what the ones before it did not.
public struct RunTables: Sendable {
  private var texts = 0
  private var kinds = 0
  private var effectKinds = 0
  private var recordings = 0
  private var lost: UInt64 = 0
  private var machines: [String: MachineRecord] = [:]

  public init() {}

  /// What is new; nothing where nothing is.
  ///
  /// - Parameter models: What is known of machines that changed.
  public mutating func chunk(
    of run: inout RunCollector, models: [MachineModel] = []
  ) -> RunChunk? {
    let isNew =
      texts < run.texts.all.count || kinds < run.kinds.kinds.count
      || effectKinds < run.effectKinds.kinds.count || machines != run.machines || !models.isEmpty
      || run.instances.hasChanged || recordings < run.recordings.count || lost != run.lost
    guard isNew else { return nil }
    (recordings, lost) = (run.recordings.count, run.lost)
    var columns: [UInt8] = []
    let instances = Self.instances(of: &run, &columns)
    let known = machines
    machines = run.machines
    let head: JSONText = [
      "schema": .string(RunChunk.schema),
      "recordings": .array(
        run.recordings.map { run.options.isRedacted ? .null : Self.json($0) }),
      "isCut": .bool(run.options.steps != 0...(.max)), "isRedacted": .bool(run.options.isRedacted),
      "dropped": .number(run.droppedSteps), "lost": .number(Int(clamping: run.lost)),
      "texts": .strings(Array(run.texts.all[texts...])),
      "machines": .array(
        run.machines.values.filter { known[$0.machine] != $0 }.sorted { $0.machine < $1.machine }
          .map(\.json)),
      "kinds": .array(run.kinds.kinds[kinds...].map(\.step.json)),
      "effectKinds": .array(run.effectKinds.kinds[effectKinds...].map(\.json)),
      "models": .array(models.map(\.json)),
      "instances": instances, "blocks": [],
    ]
    (texts, kinds) = (run.texts.all.count, run.kinds.kinds.count)
    effectKinds = run.effectKinds.kinds.count
    return RunChunk(head: head, columns: columns, steps: 0)
  }

  private static func json(_ header: Header?) -> JSONText {
    guard let header else { return .null }
    return [
      "run": .string(header.run), "process": .string(header.process),
      "pid": .number(header.pid), "wall": .decimal("\(header.wall.isFinite ? header.wall : 0)"),
      "mono": .string("\(header.mono)"),
    ]
  }

  private static func instances(of run: inout RunCollector, _ bytes: inout [UInt8]) -> JSONText {
    let places = run.takeInstances()
    let rows = places.map { run.instances.all[$0] }
    let columns: [(String, (Instances.Instance) -> UInt64)] = [
      ("recording", { UInt64(clamping: $0.recording) }), ("number", { $0.number }),
      ("machine", { Self.optional($0.machine) }), ("parent", { Self.optional($0.parent) }),
      ("state", { Self.optional($0.state) }), ("start", { Self.optional($0.start) }),
      ("end", { Self.optional($0.end) }),
    ]
    var found = [JSONText.Member(key: "place", value: add(places.map(UInt64.init), to: &bytes))]
    for (name, number) in columns {
      found.append(.init(key: name, value: add(rows.map(number), to: &bytes)))
    }
    return ["count": .number(rows.count), "columns": .object(found)]
  }

  private static func add(_ numbers: [UInt64], to bytes: inout [UInt8]) -> JSONText {
    var column = Column()
    for number in numbers { column.append(number) }
    defer { bytes += column.bytes }
    return [.number(bytes.count), .number(column.bytes.count)]
  }

  private static func optional(_ number: Int?) -> UInt64 { number.map { UInt64($0) + 1 } ?? 0 }

  /// A time may be less than zero.
  private static func optional(_ time: Int64?) -> UInt64 {
    time.map { Column.difference(UInt64(bitPattern: $0), from: 0) &+ 1 } ?? 0
  }
}

extension MachineRecord {
  fileprivate var json: JSONText {
    ["id": .string(machine), "style": .string(style), "states": .strings(states)]
  }
}

extension StepRecord {
  fileprivate var json: JSONText {
    [
      "machine": .string(machine), "origin": .string(origin), "event": .string(event),
      "from": .string(from), "to": .string(to), "verdict": .string(verdict.rawValue),
      "effects": effects?.json ?? .null,
    ]
  }
}
