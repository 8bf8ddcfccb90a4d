import OrreryModelFile
import OrreryTrace
import OrreryTraceAnalysis

/// Collects a run for the page of the inspector, in a few bytes a step.
///
/// Its memory grows with the steps that it keeps, up to a limit, and with machines, instances and steps
/// that look different.
public struct RunCollector: Sendable {
  /// Which steps are kept, and what of them.
  public struct Options: Sendable {
    /// The most steps that a page holds; of a longer run the last ones are kept, in whole blocks.
    public var limit = 2_000_000
    /// The numbers of the steps that are wanted.
    public var steps: ClosedRange<UInt64> = 0...(.max)
    /// Whether what may be private is left out: values, reasons, and where and when it ran.
    public var isRedacted = false
    /// Ids of machines, or their last parts; all where there are none.
    public var machines: [String] = []
    /// Packs a chunk while others are read.
    public var pack: (@Sendable (RunChunk) -> Task<[UInt8]?, Never>)?

    public init() {}
  }

  let options: Options
  private(set) var kinds = StepKinds()
  private(set) var effectKinds = EffectKinds()
  private(set) var instances = Instances()
  private(set) var texts = Texts()
  /// The machine records, by id.
  private(set) var machines: [String: MachineRecord] = [:]
  private(set) var recordings: [Header?] = []
  private(set) var lost: UInt64 = 0
  /// How many steps were there before those that are kept.
  public private(set) var droppedSteps = 0
  private var full: [PackedChunk] = []
  private var block = RunBlock()
  private var clock = RunClock()
  private var recording = 0
  /// Of a part of a run, the effects that its steps have started, whenever they end.
  private var wantedRuns: Set<RunKey> = []
  private let isCut: Bool
  /// The states in which instances of each machine start, by the numbers of their names.
  private var starts: Set<[Int]> = []
  /// For each core that reads, the numbers of the names of machines and effects by its shapes.
  private var effectShapes: [Int: [EffectNames?]] = [:]
  private var machineNumbers: [Int] = []
  private var unwantedKinds: [Bool] = []

  private struct EffectNames: Sendable {
    var name: Int
    var reason: Int?
    var isWanted: Bool
  }

  public init(_ options: Options = Options()) {
    self.options = options
    isCut = options.steps != 0...(.max)
  }

  /// Grows where something new is known of machines: how a step can look, where instances start.
  public var revision: Int { kinds.kinds.count + starts.count + machines.count }
  /// Whether there is something that was not taken yet.
  public var hasNews: Bool { !block.isEmpty || !full.isEmpty || instances.hasChanged }

  /// The steps that are kept.
  public var steps: Int { full.reduce(block.steps) { $0 + $1.steps } }

  /// Reads a log, on all cores.
  ///
  /// - Returns: What was left out, and why.
  /// - Throws: ``TraceError`` where the log cannot be read, is of another version of the schema or
  ///   holds no record at all.
  @discardableResult
  public mutating func read(_ reader: TraceReader) throws -> [TraceWarning] {
    var collector = self
    defer { self = collector }
    return try reader.reduce(into: &collector, keepsNumbers: true) { $0.add($2, of: $1) }
  }

  /// Adds a record of the log that is being read.
  public mutating func add(_ record: Record) { add(clock.place(record)) }
}

// MARK: - Records

extension RunCollector {
  /// Adds a record that has its place among those of other logs.
  public mutating func add(_ timed: TimedRecord) {
    recording = timed.run
    while recordings.count <= timed.run { recordings.append(nil) }
    switch timed.record {
    case .header(let header): recordings[timed.run] = recordings[timed.run] ?? header
    case .machine(let machine): machines[machine.machine] = machine
    case .gap(let gap): lost &+= gap.lost
    case .instance(let instance): add(instance, at: timed.time)
    case .step(let step): add(step, at: timed.time)
    case .effect(let effect): add(effect, at: timed.time)
    }
  }

  private struct RunKey: Hashable, Sendable {
    var recording: Int
    var run: UInt64
  }

  private mutating func want(_ runs: some Sequence<UInt64>) {
    for run in runs { wantedRuns.insert(RunKey(recording: recording, run: run)) }
  }

  private func isWanted(_ run: UInt64) -> Bool {
    !isCut || wantedRuns.contains(RunKey(recording: recording, run: run))
  }

  private func wants(_ machine: String) -> Bool {
    options.machines.isEmpty
      || options.machines.contains { Naming.matches(id: machine, name: $0) }
  }

  private mutating func add(_ instance: InstanceRecord, at time: Int64) {
    guard wants(instance.machine) else { return }
    let place = instances.place(
      instance.instance, in: recording, machine: texts.number(of: instance.machine))
    let parent = instance.parent.map { instances.place($0, in: recording, machine: nil) }
    let state = texts.number(of: instance.state)
    if instance.phase != .ended { starts.insert([texts.number(of: instance.machine), state]) }
    instances.update(place) { known in
      known.parent = known.parent ?? parent
      if instance.phase == .ended {
        known.end = time
      } else if known.start == nil {
        (known.start, known.state) = (time, state)
      }
    }
  }

  private mutating func add(_ step: StepRecord, at time: Int64) {
    let kind = kinds.number(of: step)
    noteKinds()
    guard options.steps.contains(step.seq), !unwantedKinds[kind] else { return }
    let place = instances.place(step.instance, in: recording, machine: machineNumbers[kind])
    if let parent = step.parent { note(parent: parent, of: place) }
    block.add(
      kind: kind, instance: place, seq: step.seq, time: time, cause: step.cause,
      runs: (step.effects?.runs ?? []).map(\.run))
    if isCut { want((step.effects?.runs ?? []).map(\.run)) }
    if let payload = step.payload, !options.isRedacted {
      block.add(
        event: payload.event.map { texts.number(of: $0) },
        state: payload.state.map { texts.number(of: $0) })
    }
    closeFullBlock()
  }

  private mutating func add(_ effect: EffectRecord, at time: Int64) {
    guard wants(effect.machine), isWanted(effect.run) else { return }
    let names = names(of: effect)
    let kind = effectKinds.number(
      effect.phase, name: names.name, reason: names.reason, in: recording)
    block.add(effect: kind, run: effect.run, time: time)
    closeFullBlock()
  }

  private mutating func names(of effect: EffectRecord) -> EffectNames {
    EffectNames(
      name: texts.number(of: effect.name),
      reason: options.isRedacted ? nil : effect.reason.map { texts.number(of: $0) },
      isWanted: wants(effect.machine))
  }

  private mutating func note(parent: UInt64, of place: Int) {
    guard instances.all[place].parent == nil else { return }
    let parent = instances.place(parent, in: recording, machine: nil)
    instances.update(place) { $0.parent = parent }
  }

  /// Looks at kinds that are new.
  private mutating func noteKinds() {
    while machineNumbers.count < kinds.kinds.count {
      let machine = kinds.kinds[machineNumbers.count].step.machine
      machineNumbers.append(texts.number(of: machine))
      unwantedKinds.append(!wants(machine))
    }
  }

  private mutating func close() {
    let chunk = RunChunk(block)
    full.append(PackedChunk(chunk: chunk, packing: options.pack?(chunk)))
    block = RunBlock()
  }

  private mutating func closeFullBlock() {
    guard block.isFull else { return }
    close()
    while let first = full.first, steps - first.steps >= options.limit {
      droppedSteps += first.steps
      full.removeFirst()
    }
  }
}

// MARK: - Lines by their shapes

extension RunCollector {
  private mutating func add(_ batch: StepBatch, of core: Int) {
    let shapes = kinds.shapes(of: batch, core: core)
    noteKinds()
    let effects = effectNames(of: batch, core)
    var next = 0
    for entry in batch.entries {
      switch entry {
      case .shapedStep(let shape, let seq, let at):
        guard let shape = shapes[shape] else { continue }
        add(shape, seq, at, batch.numbers, &next)
      case .shapedEffect(let shape, let phase, let run):
        guard let names = effects[shape] else { continue }
        add(names, phase, run, at: batch.numbers[next + 1])
        next += 2
      case .record(let position): add(clock.place(batch.records[position]))
      case .step, .effect: break  // only where numbers are not kept
      }
    }
  }

  @inline(__always)
  private mutating func add(
    _ shape: StepKinds.Shape, _ seq: UInt64, _ at: UInt64, _ numbers: [UInt64], _ next: inout Int
  ) {
    let instance = numbers[next]
    next += 1
    let parent = shape.hasParent ? numbers[next] : nil
    if shape.hasParent { next += 1 }
    let cause = shape.hasCause ? numbers[next] : nil
    if shape.hasCause { next += 1 }
    let runs = numbers[next..<next + shape.runs]
    next += shape.runs
    let time = place(at)
    guard options.steps.contains(seq), !unwantedKinds[shape.kind] else { return }
    let place = instances.place(instance, in: recording, machine: machineNumbers[shape.kind])
    if let parent { note(parent: parent, of: place) }
    block.add(
      kind: shape.kind, instance: place, seq: seq, time: time, cause: cause, runs: runs)
    if isCut { want(runs) }
    closeFullBlock()
  }

  @inline(__always)
  private mutating func add(
    _ names: EffectNames, _ phase: EffectRecord.Phase, _ run: UInt64, at: UInt64
  ) {
    let time = place(at)
    guard names.isWanted, isWanted(run) else { return }
    let kind = effectKinds.number(phase, name: names.name, reason: names.reason, in: recording)
    block.add(effect: kind, run: run, time: time)
    closeFullBlock()
  }

  private mutating func place(_ at: UInt64) -> Int64 {
    let (run, time) = clock.place(at: at)
    if recordings.count <= run { recordings.append(nil) }
    recording = run
    return time
  }

  private mutating func effectNames(of batch: StepBatch, _ core: Int) -> [EffectNames?] {
    var known = effectShapes[core] ?? []
    while known.count < batch.effectShapes.count {
      known.append(batch.effectShapes[known.count].map { names(of: $0) })
    }
    effectShapes[core] = known
    return known
  }
}

// MARK: - Blocks

extension RunCollector {
  /// Steps that were read, and the bytes that they are being packed into.
  public struct PackedChunk: Sendable {
    public let chunk: RunChunk
    public let packing: Task<[UInt8]?, Never>?

    var steps: Int { chunk.steps }
  }

  /// The chunks of steps since this was called last.
  ///
  /// What the steps look like tells another chunk, which comes before them:
  /// ``RunTables/chunk(of:models:)``.
  public mutating func takeSteps() -> [PackedChunk] {
    if !block.isEmpty { close() }
    defer { full = [] }
    return full
  }

  /// Those that were added or changed since this was called last.
  mutating func takeInstances() -> [Int] { instances.takeChanged() }
}

/// Texts by number, each kept once.
struct Texts: Sendable {
  private(set) var all: [String] = []
  private var numbers: [String: Int] = [:]

  mutating func number(of text: String) -> Int {
    if let known = numbers[text] { return known }
    numbers[text] = all.count
    all.append(text)
    return all.count - 1
  }
}
