import OrderedCollections
import OrreryTrace

/// What a log tells, counted up record by record.
///
/// Its memory grows with the number of machines, of steps that look different, and of instances and
/// effects that run at the same time; not with the length of the log.
public struct TraceSummary: Sendable, StepCounter {
  /// An instance that has started and not ended.
  private struct Live {
    /// Its place in the figures.
    var state: Int
    var since: UInt64
  }

  /// The last header, where the log holds one.
  public private(set) var header: Header?
  public private(set) var steps = 0
  /// Records that the log says were lost.
  public private(set) var lost: UInt64 = 0
  /// The first and the last time in the last recording, in monotonic nanoseconds.
  public var span: ClosedRange<UInt64>? { first <= last ? first...last : nil }
  private var first = UInt64.max
  private var last = UInt64.min
  /// Nanoseconds of the recordings before it.
  private var earlier: UInt64 = 0
  /// The machines, without what `figures` knows of them.
  private var summaries: OrderedDictionary<String, MachineSummary> = [:]
  var figures = StepFigures()
  private var live = NumberTable<Live>()
  private var running = NumberTable<UInt64>()

  public init() {}

  /// Counts all records of a log.
  public init(_ records: some Sequence<Record>) {
    for record in records { add(record) }
  }

  /// The machines of the log by id; the time of those still alive counts up to its last record.
  ///
  /// - Complexity: O(*n*) in the size of the summary.
  public var machines: [MachineSummary] {
    var figures = figures
    for live in live.values { figures.states[live.state].hold(from: live.since, to: last) }
    var result = Array(summaries.values)
    for state in figures.states { result[state.machine].take(state) }
    for kind in figures.kinds { result[kind.machine].take(kind) }
    for effect in figures.effects { result[effect.machine].effects[effect.name] = effect.figures }
    return result.sorted { $0.id < $1.id }
  }

  /// How long all recordings lasted together, in nanoseconds.
  public var duration: UInt64 { earlier &+ (span.map { $0.upperBound - $0.lowerBound } ?? 0) }

  /// The machine of that id.
  public func machine(_ id: String) -> MachineSummary? {
    machines.first { $0.id == id }
  }

  /// Counts one record.
  public mutating func add(_ record: Record) {
    switch record {
    case .header(let header): start(header)
    case .machine(let machine): summary(of: machine.machine) { $0.record = machine }
    case .instance(let instance): add(instance)
    case .step(let step): add(step)
    case .effect(let effect): add(effect)
    case .gap(let gap): lost &+= gap.lost
    }
  }

  /// The place of a machine among those of the log.
  mutating func index(of id: String) -> Int {
    if let known = summaries.index(forKey: id) { return known }
    summaries[id] = MachineSummary(id: id)
    return summaries.count - 1
  }

  private mutating func summary(of id: String, _ change: (inout MachineSummary) -> Void) {
    change(&summaries[id, default: MachineSummary(id: id)])
  }

  /// Logs may be put one after the other; numbers of instances and runs begin anew in each, but not
  /// in the next part of one that was cut into parts.
  private mutating func start(_ header: Header) {
    if let last = self.header, !header.continues(last) {
      for live in live.values { figures.states[live.state].hold(from: live.since, to: self.last) }
      live = NumberTable()
      running = NumberTable()
      earlier = duration
      (first, self.last) = (.max, .min)
    }
    self.header = header
  }

  private mutating func note(_ time: UInt64) {
    first = min(first, time)
    last = max(last, time)
  }
}

// MARK: - Kinds of record

extension TraceSummary {
  private mutating func add(_ instance: InstanceRecord) {
    note(instance.at)
    switch instance.phase {
    case .snapshot where isKnown(instance): break
    case .started, .snapshot:
      let starts = instance.phase == .started
      let state = figures.state(instance.state, of: index(of: instance.machine))
      live.update(instance.instance) { _ in Live(state: state, since: instance.at) }
      if instance.state != Record.unknownState { figures.states[state].figures.visits += 1 }
      summary(of: instance.machine) { machine in
        machine.instancesStarted += 1
        if starts { machine.initialStates[instance.state, default: 0] += 1 }
      }
    case .ended:
      if let last = live.remove(instance.instance) {
        figures.states[last.state].hold(from: last.since, to: instance.at)
      }
      summary(of: instance.machine) { $0.instancesEnded += 1 }
    }
  }

  /// Whether a snapshot, as at the start of each part of a log, tells nothing new.
  private func isKnown(_ instance: InstanceRecord) -> Bool {
    guard let known = live[instance.instance] else { return false }
    return instance.state == Record.unknownState
      || figures.states[known.state].name == instance.state
  }

  private mutating func add(_ step: StepRecord) {
    let kind = number(of: ObservedStep(first: step), machine: step.machine)
    count(kind, seq: step.seq, instance: step.instance, at: step.at)
  }

  mutating func number(of first: ObservedStep, machine: String) -> Int {
    figures.kind(of: first, machine: index(of: machine))
  }

  /// Counts a step of a known kind, and follows its instance.
  mutating func count(_ kind: Int, seq: UInt64, instance: UInt64, at time: UInt64) {
    note(time)
    steps += 1
    let (from, to) = (figures.kinds[kind].from, figures.kinds[kind].to)
    var since: UInt64?
    live.update(instance) { last in
      since = last?.since
      return last == nil || from != to ? Live(state: to, since: time) : nil
    }
    figures.count(kind, since: since, at: time)
  }

  private mutating func add(_ effect: EffectRecord) {
    let number = number(ofEffect: effect.name, machine: effect.machine)
    count(effect: number, effect.phase, run: effect.run, at: effect.at)
  }

  mutating func number(ofEffect name: String, machine: String) -> Int {
    figures.effect(name, of: index(of: machine))
  }

  /// Counts a change of an effect that is known, and follows its run.
  mutating func count(effect: Int, _ phase: EffectRecord.Phase, run: UInt64, at time: UInt64) {
    note(time)
    var duration: UInt64?
    switch phase {
    case .started: running.update(run) { _ in time }
    case .yielded: break
    case .finished, .cancelled, .failed:
      if let start = running.remove(run), start <= time { duration = time - start }
    }
    figures.effects[effect].figures.count(phase, lasting: duration)
  }
}

extension MachineSummary.EffectFigures {
  fileprivate mutating func count(_ phase: EffectRecord.Phase, lasting duration: UInt64?) {
    switch phase {
    case .started: started += 1
    case .yielded: yielded += 1
    case .finished: finished += 1
    case .cancelled: cancelled += 1
    case .failed: failed += 1
    }
    if let duration { durations.add(duration) }
  }
}
