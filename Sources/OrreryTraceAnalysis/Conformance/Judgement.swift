import OrderedCollections
import OrreryModel
import OrreryTrace

/// The comparison of one machine, step by step.
struct Judgement {
  private let declared: Machine
  private let matcher: StepMatcher
  private var counts: [Int: Int] = [:]
  private var verdicts: [Int: Verdict]
  private var sharing: Set<Int> = []
  private var undeclared: OrderedDictionary<ObservedStep.Key, ObservedStep> = [:]
  private var explained: OrderedDictionary<ObservedStep.Key, ObservedStep> = [:]
  private var byStates: OrderedDictionary<ObservedStep.Key, MachineConformance.ByStates> = [:]
  /// The edges that a step which names its event has confirmed.
  private var named: Set<Int> = []
  private var steps = 0

  init(of machine: Machine) {
    declared = machine
    matcher = StepMatcher(machine)
    let ordinals = machine.transitions.indices
    verdicts = Dictionary(uniqueKeysWithValues: ordinals.map { ($0, .neverSeen) })
  }

  mutating func take(_ recorded: ObservedStep) {
    var step = recorded
    step.key = matcher.projected(recorded.key)
    steps += step.count
    let edges = matcher.edges(of: step.key)
    if !edges.isEmpty {
      confirm(edges, step.count)
      if step.key.isUnnamed { take(step, .edge, edges) } else { named.formUnion(edges) }
      return
    }
    let alternatives = matcher.alternatives(of: step.key)
    if !alternatives.isEmpty { return take(step, .alternatives, alternatives) }
    for ordinal in matcher.open(to: step.key) {
      verdicts[ordinal] = .explained
      counts[ordinal, default: 0] += step.count
    }
    if matcher.explains(step.key) { return explained.merge(step) }
    let way = matcher.way(of: step.key)
    if way.isEmpty { undeclared.merge(step) } else { take(step, .way, way) }
  }

  private mutating func take(
    _ step: ObservedStep, _ finding: MachineConformance.ByStates.Finding, _ ordinals: [Int]
  ) {
    if byStates[step.key] == nil {
      byStates[step.key] = .init(step: step, finding: finding, ordinals: ordinals)
    } else {
      byStates[step.key]?.step.count += step.count
    }
  }

  private mutating func confirm(_ ordinals: [Int], _ count: Int) {
    for ordinal in ordinals {
      verdicts[ordinal] = .confirmed
      counts[ordinal, default: 0] += count
    }
    sharing.formUnion(MachineMeter.shared(ordinals, of: declared))
  }

  // MARK: - The result

  func conformance(with recorded: MachineSummary) -> MachineConformance {
    var result = MachineConformance(
      recordedID: recorded.id, machine: declared, declaredCount: declared.transitions.count,
      verdicts: verdicts, counts: counts,
      vocabularyMismatch: recorded.record.flatMap { declared.vocabularyMismatch(with: $0) },
      structureMismatch: recorded.record.flatMap { declared.structureMismatch(with: $0) },
      undeclared: [], explained: Array(explained.values), guardsNotEvaluated: sharing.sorted(),
      steps: steps, instances: recorded.instancesStarted)
    result.byStates = Array(byStates.values)
    for found in result.byStates where found.finding == .alternatives {
      for ordinal in found.ordinals where result.verdicts[ordinal] != .confirmed {
        result.verdicts[ordinal] = .explained
        result.counts[ordinal, default: 0] += found.step.count
      }
    }
    result.confirmedByStates = Set(
      byStates.values.filter { $0.finding == .edge }.flatMap(\.ordinals)
    )
    .subtracting(named).sorted()
    result.unexpectedStarts = recorded.initialStates.compactMap { state, instances in
      matcher.unexpectedStart(state, instances: instances)
    }
    for step in undeclared.values {
      let ordinal = result.machine.transitions.count
      for part in matcher.parts(of: step) { result.machine.add(part, at: declared.location) }
      for ordinal in ordinal..<result.machine.transitions.count {
        result.verdicts[ordinal] = .undeclared
        result.counts[ordinal] = step.count
      }
      let nearest = matcher.nearest(to: step.key)
      result.undeclared.append(.init(step: step, ordinal: ordinal, nearest: nearest))
    }
    return result
  }
}

extension OrderedDictionary<ObservedStep.Key, ObservedStep> {
  /// Adds a step to those that look the same; two recorded states may project onto one.
  fileprivate mutating func merge(_ step: ObservedStep) {
    if let seen = self[step.key]?.count {
      self[step.key]?.count = seen + step.count
    } else {
      self[step.key] = step
    }
  }
}
