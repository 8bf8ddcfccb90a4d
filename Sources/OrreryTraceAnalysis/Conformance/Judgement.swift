import OrderedCollections
import OrreryModel
import OrreryTrace

/// The comparison of one machine, step by step.
struct Judgement {
  private let declared: Machine
  private let index: EdgeIndex
  private var counts: [Int: Int] = [:]
  private var verdicts: [Int: Verdict]
  private var sharing: Set<Int> = []
  private var undeclared: OrderedDictionary<ObservedStep.Key, ObservedStep> = [:]
  private var explained: OrderedDictionary<ObservedStep.Key, ObservedStep> = [:]
  private var steps = 0

  init(of machine: Machine) {
    declared = machine
    index = EdgeIndex(machine)
    let ordinals = machine.transitions.indices
    verdicts = Dictionary(uniqueKeysWithValues: ordinals.map { ($0, .neverSeen) })
  }

  mutating func take(_ recorded: ObservedStep) {
    let step = projected(recorded)
    steps += step.count
    let candidates = index.candidates(step.key)
    let agreeing = candidates.filter { declared.transitions[$0].agrees(with: step.key) }
    if !agreeing.isEmpty {
      confirm(agreeing, step.count)
      return
    }
    let open = candidates.filter { declared.transitions[$0].explains }
    for ordinal in open {
      verdicts[ordinal] = .explained
      counts[ordinal, default: 0] += step.count
    }
    if open.isEmpty, !isAction(step.key) {
      undeclared.merge(step)
    } else {
      explained.merge(step)
    }
  }

  private mutating func confirm(_ ordinals: [Int], _ count: Int) {
    for ordinal in ordinals {
      verdicts[ordinal] = .confirmed
      counts[ordinal, default: 0] += count
    }
    if ordinals.count > 1 { sharing.formUnion(ordinals) }
  }

  /// A struct without a projection has no edges: its handlers are all that can be compared.
  private func isAction(_ step: ObservedStep.Key) -> Bool {
    declared.stateKind == .struct && declared.projection.isEmpty && declared.transitions.isEmpty
      && declared.actions.contains { index.names(step, $0.event) }
  }

  private func projected(_ step: ObservedStep) -> ObservedStep {
    guard declared.stateKind == .struct else { return step }
    var step = step
    step.key.from = Naming.project(step.key.from, onto: declared.projection) ?? step.key.from
    step.key.to = Naming.project(step.key.to, onto: declared.projection) ?? step.key.to
    return step
  }
}

// MARK: - The result

extension Judgement {
  func conformance(with recorded: MachineSummary) -> MachineConformance {
    var result = MachineConformance(
      recordedID: recorded.id, machine: declared, declaredCount: declared.transitions.count,
      verdicts: verdicts, counts: counts,
      vocabularyMismatch: recorded.record.flatMap { declared.vocabularyMismatch(with: $0) },
      undeclared: [], explained: Array(explained.values), guardsNotEvaluated: sharing.sorted(),
      steps: steps)
    for step in undeclared.values {
      let ordinal = result.machine.transitions.count
      result.machine.add(step, at: declared.location)
      result.verdicts[ordinal] = .undeclared
      result.counts[ordinal] = step.count
      result.undeclared.append(.init(step: step, ordinal: ordinal, nearest: nearest(to: step.key)))
    }
    return result
  }

  /// At most three edges that agree with a step in two of state, event and target.
  private func nearest(to step: ObservedStep.Key) -> [Int] {
    let ranked = declared.transitions.indices.compactMap { ordinal -> (rank: Int, ordinal: Int)? in
      let edge = declared.transitions[ordinal]
      let isFrom = edge.from == step.from
      let isEvent = index.names(step, edge.event)
      let isTo = edge.to == step.to
      if isFrom, isEvent { return (0, ordinal) }
      if isEvent, isTo { return (1, ordinal) }
      if isFrom, isTo { return (2, ordinal) }
      return nil
    }
    return ranked.sorted { $0 < $1 }.prefix(3).map(\.ordinal)
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
