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
      return
    }
    for ordinal in matcher.open(to: step.key) {
      verdicts[ordinal] = .explained
      counts[ordinal, default: 0] += step.count
    }
    if matcher.explains(step.key) { explained.merge(step) } else { undeclared.merge(step) }
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
