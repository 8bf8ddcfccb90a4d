import OrreryModel
import OrreryTrace

/// Compares runs with what is declared as they are read, so that it can tell of each instance where
/// it first left the declaration.
///
/// Its memory grows with what a summary holds, and with instances that diverged and are alive.
public struct ConformanceMeter: Sendable {
  /// The most divergences of a machine that are kept; all are counted.
  public static let divergenceLimit = 1000

  /// The kind of a step: whether it contradicts, and of which machine it is.
  private struct Kind {
    var divergence: MachineConformance.Divergence?
    var machine: String
  }

  private struct Found {
    var count = 0
    var first: [MachineConformance.Divergence] = []

    mutating func take(_ divergence: MachineConformance.Divergence) {
      count += 1
      if first.count < ConformanceMeter.divergenceLimit { first.append(divergence) }
    }
  }

  public private(set) var summary = TraceSummary()
  private let declared: [Machine]
  /// By the recorded id; nothing where the machine is not declared, which the report tells.
  private var matchers: [String: StepMatcher?] = [:]
  private var kinds: [Kind] = []
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
  ///
  /// - Throws: ``ConformanceError`` where a recorded machine is not, or more than once, declared.
  public func report() throws(ConformanceError) -> ConformanceReport {
    var report = try Conformance.judge(summary, declared: declared)
    for position in report.machines.indices {
      let found = found[report.machines[position].recordedID, default: Found()]
      report.machines[position].divergences = found.first
      report.machines[position].divergedInstances = found.count
    }
    return report
  }
}

// MARK: - Counting

extension ConformanceMeter: StepCounter {
  public mutating func add(_ record: Record) {
    switch record {
    case .header(let header):
      if let last = summary.header, !header.continues(last) { diverged = [] }
      summary.add(record)
    case .instance(let instance):
      if instance.phase == .ended { diverged.remove(instance.instance) }
      summary.add(record)
    case .step(let step):
      let kind = number(of: ObservedStep(first: step), machine: step.machine)
      count(kind, seq: step.seq, instance: step.instance, at: step.at)
    case .machine, .effect, .gap: summary.add(record)
    }
  }

  mutating func number(of first: ObservedStep, machine: String) -> Int {
    let number = summary.number(of: first, machine: machine)
    if number == kinds.count {
      kinds.append(Kind(divergence: divergence(first, machine), machine: machine))
    }
    return number
  }

  mutating func number(ofEffect name: String, machine: String) -> Int {
    summary.number(ofEffect: name, machine: machine)
  }

  mutating func count(effect: Int, _ phase: EffectRecord.Phase, run: UInt64, at time: UInt64) {
    summary.count(effect: effect, phase, run: run, at: time)
  }

  private mutating func divergence(
    _ step: ObservedStep, _ machine: String
  ) -> MachineConformance.Divergence? {
    let matcher =
      matchers[machine] ?? (try? Conformance.join(machine, to: declared)).map(StepMatcher.init)
    matchers[machine] = .some(matcher)
    guard let matcher, matcher.contradicts(step.key) else { return nil }
    return MachineConformance.Divergence(
      instance: 0, sequence: 0, at: 0, step: matcher.projected(step.key))
  }

  mutating func count(_ kind: Int, seq: UInt64, instance: UInt64, at time: UInt64) {
    summary.count(kind, seq: seq, instance: instance, at: time)
    guard var divergence = kinds[kind].divergence, diverged.insert(instance).inserted else {
      return
    }
    (divergence.instance, divergence.sequence, divergence.at) = (instance, seq, time)
    found[kinds[kind].machine, default: Found()].take(divergence)
  }
}
