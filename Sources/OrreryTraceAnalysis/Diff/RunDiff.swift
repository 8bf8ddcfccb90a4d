import OrderedCollections
import OrreryTrace

/// How two runs of the same machines differ.
public struct RunDiff: Sendable {
  /// Where two instances first did something else.
  public struct Divergence: Hashable, Sendable {
    /// The instances, which are the same by the order in which they started.
    public var left: UInt64
    public var right: UInt64
    /// How many steps were the same before.
    public var common: Int
    /// What each did then; nothing where it did nothing more.
    public var leftStep: Step?
    public var rightStep: Step?
  }

  /// One step with its number in the run.
  public struct Step: Hashable, Sendable {
    public var key: ObservedStep.Key
    public var sequence: UInt64
  }

  /// An edge that was taken more or less often.
  public struct Edge: Hashable, Sendable {
    public var key: ObservedStep.Key
    public var left: Int
    public var right: Int
  }

  /// A mean time that is another one by more than the tolerance.
  public struct Timing: Hashable, Sendable {
    public enum Subject: Hashable, Sendable {
      case state(String)
      case effect(String)
    }

    public var subject: Subject
    /// Nanoseconds.
    public var left: UInt64
    public var right: UInt64
  }

  /// What differs in one machine.
  public struct MachineDiff: Sendable {
    public var machine: String
    /// The number of instances on each side.
    public var instances: (left: Int, right: Int)
    /// One for each pair of instances that differ, in the order in which they started.
    public var divergences: [Divergence]
    public var edges: [Edge]
    public var timings: [Timing]

    public var isEmpty: Bool {
      instances.left == instances.right && divergences.isEmpty && edges.isEmpty && timings.isEmpty
    }
  }

  /// Every machine of either run, by id.
  public var machines: [MachineDiff]

  public var isEmpty: Bool { machines.allSatisfy(\.isEmpty) }

  /// Compares two runs.
  ///
  /// - Parameter ratio: How many times as long a mean time must be to count, at least one.
  /// - Complexity: O(*n*) in the number of steps.
  public init(from left: RecordedSteps, to right: RecordedSteps, ratio: Double = 2) {
    let leftMachines = left.summary.machines
    let rightMachines = right.summary.machines
    let ids = Set(leftMachines.map(\.id)).union(rightMachines.map(\.id)).sorted()
    machines = ids.map { id in
      let (one, other) = (left.instances(of: id), right.instances(of: id))
      let summaries = (
        leftMachines.first { $0.id == id }, rightMachines.first { $0.id == id }
      )
      return MachineDiff(
        machine: id, instances: (one.count, other.count),
        divergences: zip(one, other).compactMap {
          Self.divergence($0, $1, left.keys, right.keys)
        },
        edges: Self.edges(summaries.0, summaries.1),
        timings: Self.timings(summaries.0, summaries.1, ratio: max(1, ratio)))
    }
  }
}

// MARK: - Comparing

extension RunDiff {
  private static func divergence(
    _ left: RecordedSteps.Instance, _ right: RecordedSteps.Instance,
    _ leftKeys: OrderedSet<ObservedStep.Key>, _ rightKeys: OrderedSet<ObservedStep.Key>
  ) -> Divergence? {
    var common = 0
    while common < left.steps.count, common < right.steps.count,
      leftKeys[Int(left.steps[common])] == rightKeys[Int(right.steps[common])]
    {
      common += 1
    }
    guard common < max(left.steps.count, right.steps.count) else { return nil }
    func step(_ side: RecordedSteps.Instance, _ keys: OrderedSet<ObservedStep.Key>) -> Step? {
      guard common < side.steps.count else { return nil }
      return Step(key: keys[Int(side.steps[common])], sequence: side.sequence[common])
    }
    return Divergence(
      left: left.number, right: right.number, common: common, leftStep: step(left, leftKeys),
      rightStep: step(right, rightKeys))
  }

  private static func edges(_ left: MachineSummary?, _ right: MachineSummary?) -> [Edge] {
    var edges: OrderedDictionary<ObservedStep.Key, Edge> = [:]
    for step in left.map({ Array($0.observed) }) ?? [] {
      edges[step.key] = Edge(key: step.key, left: step.count, right: 0)
    }
    for step in right.map({ Array($0.observed) }) ?? [] {
      edges[step.key, default: Edge(key: step.key, left: 0, right: 0)].right = step.count
    }
    return edges.values.filter { $0.left != $0.right }
  }

  private static func timings(
    _ left: MachineSummary?, _ right: MachineSummary?, ratio: Double
  ) -> [Timing] {
    guard let left, let right else { return [] }
    let states = left.states.compactMap { name, figures -> Timing? in
      guard let other = right.states[name], figures.visits > 0, other.visits > 0 else { return nil }
      return Timing(
        subject: .state(name), left: figures.nanoseconds / UInt64(figures.visits),
        right: other.nanoseconds / UInt64(other.visits))
    }
    let effects = left.effects.compactMap { name, figures -> Timing? in
      guard let other = right.effects[name], figures.ended > 0, other.ended > 0 else { return nil }
      return Timing(
        subject: .effect(name), left: figures.nanoseconds / UInt64(figures.ended),
        right: other.nanoseconds / UInt64(other.ended))
    }
    return (states + effects).filter { timing in
      let (small, large) = (min(timing.left, timing.right), max(timing.left, timing.right))
      return Double(large) > Double(small) * ratio
    }
  }
}

extension MachineSummary.EffectFigures {
  fileprivate var ended: Int { finished + cancelled + failed }
}
