import OrderedCollections
import OrreryTrace

/// What a log tells, counted up record by record.
///
/// Its memory grows with the number of machines, of steps that look different, and of instances and
/// effects that run at the same time; not with the length of the log.
public struct TraceSummary: Sendable {
  /// An instance that has started and not ended.
  private struct Live {
    var machine: String
    var state: String
    var since: UInt64
  }

  /// The last header, where the log holds one.
  public private(set) var header: Header?
  public private(set) var steps = 0
  /// Records that the log says were lost.
  public private(set) var lost: UInt64 = 0
  /// The first and the last time in the log, in monotonic nanoseconds.
  public private(set) var span: ClosedRange<UInt64>?
  private var summaries: OrderedDictionary<String, MachineSummary> = [:]
  private var live: [UInt64: Live] = [:]
  private var running: [UInt64: UInt64] = [:]

  public init() {}

  /// Counts all records of a log.
  public init(_ records: some Sequence<Record>) {
    for record in records { add(record) }
  }

  /// The machines of the log by id; the time of those still alive counts up to its last record.
  ///
  /// - Complexity: O(*n*) in the size of the summary.
  public var machines: [MachineSummary] {
    var result = summaries
    let end = span?.upperBound ?? 0
    for (_, live) in live {
      result[live.machine]?.hold(live.state, from: live.since, to: end)
    }
    return result.values.sorted { $0.id < $1.id }
  }

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

  private mutating func summary(of id: String, _ change: (inout MachineSummary) -> Void) {
    change(&summaries[id, default: MachineSummary(id: id)])
  }

  /// Logs may be put one after the other; numbers of instances and runs begin anew in each.
  private mutating func start(_ header: Header) {
    if self.header != nil {
      summaries = OrderedDictionary(uniqueKeysWithValues: machines.map { ($0.id, $0) })
      live = [:]
      running = [:]
      span = nil
    }
    self.header = header
  }

  private mutating func note(_ time: UInt64) {
    span = min(span?.lowerBound ?? time, time)...max(span?.upperBound ?? time, time)
  }
}

// MARK: - Kinds of record

extension TraceSummary {
  private mutating func add(_ instance: InstanceRecord) {
    note(instance.at)
    switch instance.phase {
    case .started, .snapshot:
      let starts = instance.phase == .started
      live[instance.instance] = Live(
        machine: instance.machine, state: instance.state, since: instance.at)
      summary(of: instance.machine) { machine in
        machine.instancesStarted += 1
        if starts { machine.initialStates[instance.state, default: 0] += 1 }
        if instance.state != Record.unknownState { machine.enter(instance.state) }
      }
    case .ended:
      let last = live.removeValue(forKey: instance.instance)
      summary(of: instance.machine) { machine in
        machine.instancesEnded += 1
        if let last { machine.hold(last.state, from: last.since, to: instance.at) }
      }
    }
  }

  private mutating func add(_ step: StepRecord) {
    note(step.at)
    steps += 1
    let key = ObservedStep.Key(
      from: step.from, origin: EventOrigin(rawValue: step.origin) ?? .input, event: step.event,
      to: step.to, verdict: step.verdict)
    let first = ObservedStep(
      key: key, count: 0, firstSequence: step.seq, firstInstance: step.instance,
      effects: step.effects)
    let since = move(step)
    summary(of: step.machine) { machine in
      machine.steps += 1
      machine.seen[key, default: first].count += 1
      guard step.from != step.to || since == nil else { return }
      if let since { machine.hold(step.from, from: since, to: step.at) }
      machine.enter(step.to)
    }
  }

  /// Follows the instance, and tells since when it has been in the state that the step leaves.
  private mutating func move(_ step: StepRecord) -> UInt64? {
    let since = live[step.instance]?.since
    if step.from != step.to || since == nil {
      live[step.instance] = Live(machine: step.machine, state: step.to, since: step.at)
    }
    return since
  }

  private mutating func add(_ effect: EffectRecord) {
    note(effect.at)
    var duration: UInt64?
    switch effect.phase {
    case .started: running[effect.run] = effect.at
    case .yielded: break
    case .finished, .cancelled, .failed:
      if let start = running.removeValue(forKey: effect.run), start <= effect.at {
        duration = effect.at - start
      }
    }
    summary(of: effect.machine) { machine in
      machine.effects[effect.name, default: .init()].count(effect.phase, lasting: duration)
    }
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
    guard let duration else { return }
    nanoseconds &+= duration
    longest = max(longest, duration)
  }
}
