import OrreryModel
import OrreryTrace

/// Compares runs with what is declared as they are read, so that it can tell of each instance where
/// it first left the declaration, and where its recording leaves something out.
///
/// Its memory grows with what a summary holds, and with instances that are alive.
public struct ConformanceMeter: Sendable {
  /// The most divergences and the most gaps of a machine that are kept; all are counted.
  public static let divergenceLimit = 1000

  /// The kind of a step: whether it contradicts, of which machine it is, and its states as
  /// ``Continuity`` numbers them.
  private struct Kind {
    var step: ObservedStep.Key
    var contradicts: Bool
    var machine: String
    var from: Int
    var to: Int
  }

  /// What was found of the instances of one machine.
  private struct Found {
    var divergences = Limited<MachineConformance.Divergence>()
    var gaps = Limited<MachineConformance.Gap>()
  }

  private struct Limited<Element: Sendable>: Sendable {
    var count = 0
    var first: [Element] = []

    mutating func take(_ element: Element) {
      count += 1
      if first.count < ConformanceMeter.divergenceLimit { first.append(element) }
    }
  }

  public private(set) var summary = TraceSummary()
  private let declared: [Machine]
  /// By the recorded id; nothing where the machine is not declared, which the report tells.
  private var matchers: [String: StepMatcher?] = [:]
  private var kinds: [Kind] = []
  private var continuity = Continuity()
  private var diverged: Set<UInt64> = []
  private var found: [String: Found] = [:]

  public init(declared: [Machine]) {
    self.declared = declared
  }

  /// Judges all records of a log, on all cores.
  ///
  /// - Returns: What was left out, and why.
  /// - Throws: ``TraceError`` where the log cannot be read, is of another version of the schema or
  ///   holds no record at all.
  @discardableResult
  public mutating func read(_ reader: TraceReader) throws -> [TraceWarning] {
    try countAll(of: reader)
  }

  /// What was found so far.
  public func report() -> ConformanceReport {
    var report = Conformance.judge(summary, declared: declared)
    for position in report.machines.indices {
      let found = found[report.machines[position].recordedID, default: Found()]
      report.machines[position].divergences = found.divergences.first
      report.machines[position].divergedInstances = found.divergences.count
      report.machines[position].gaps = found.gaps.first
      report.machines[position].gapCount = found.gaps.count
    }
    return report
  }
}

// MARK: - Counting

extension ConformanceMeter: StepCounter {
  public mutating func add(_ record: Record) {
    switch record {
    case .header(let header):
      if let last = summary.header, !header.continues(last) {
        diverged = []
        continuity.forget()
      }
      summary.add(record)
    case .instance(let instance):
      follow(instance)
      summary.add(record)
    case .step(let step):
      let kind = number(of: ObservedStep(first: step), machine: step.machine)
      count(kind, seq: step.seq, instance: step.instance, at: step.at)
    case .gap:
      continuity.forget()
      summary.add(record)
    case .machine, .effect: summary.add(record)
    }
  }

  private mutating func follow(_ instance: InstanceRecord) {
    switch instance.phase {
    case .started:
      let state = matcher(instance.machine)?.state(instance.state) ?? instance.state
      continuity.start(instance.instance, in: continuity.state(state))
    case .snapshot: continuity.remove(instance.instance)
    case .ended:
      diverged.remove(instance.instance)
      continuity.remove(instance.instance)
    }
  }

  mutating func number(of first: ObservedStep, machine: String) -> Int {
    let number = summary.number(of: first, machine: machine)
    if number == kinds.count { kinds.append(kind(of: first, machine)) }
    return number
  }

  mutating func number(ofEffect name: String, machine: String) -> Int {
    summary.number(ofEffect: name, machine: machine)
  }

  mutating func count(effect: Int, _ phase: EffectRecord.Phase, run: UInt64, at time: UInt64) {
    summary.count(effect: effect, phase, run: run, at: time)
  }

  private mutating func matcher(_ machine: String) -> StepMatcher? {
    if let known = matchers[machine] { return known }
    let matcher = (try? Conformance.join(machine, to: declared)).map(StepMatcher.init)
    matchers[machine] = .some(matcher)
    return matcher
  }

  private mutating func kind(of step: ObservedStep, _ machine: String) -> Kind {
    let matcher = matcher(machine)
    let key = matcher?.projected(step.key) ?? step.key
    return Kind(
      step: key, contradicts: matcher?.contradicts(step.key) ?? false, machine: machine,
      from: continuity.state(key.from), to: continuity.state(key.to))
  }

  mutating func count(_ kind: Int, seq: UInt64, instance: UInt64, at time: UInt64) {
    summary.count(kind, seq: seq, instance: instance, at: time)
    let (from, to) = (kinds[kind].from, kinds[kind].to)
    if let gap = continuity.step(instance, from: from, to: to, seq: seq) {
      note(gap, kinds[kind], seq: seq, instance: instance, at: time)
    }
    guard kinds[kind].contradicts, diverged.insert(instance).inserted else { return }
    found[kinds[kind].machine, default: Found()].divergences.take(
      .init(instance: instance, sequence: seq, at: time, step: kinds[kind].step))
  }

  private mutating func note(
    _ gap: Continuity.Gap, _ kind: Kind, seq: UInt64, instance: UInt64, at time: UInt64
  ) {
    found[kind.machine, default: Found()].gaps.take(
      .init(
        instance: instance, sequence: seq, at: time, leftIn: continuity.name(of: gap.state),
        previous: gap.previous > 0 ? gap.previous : nil, step: kind.step, missing: gap.missing))
  }
}
