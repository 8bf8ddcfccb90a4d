import OrderedCollections
import OrreryTrace

/// The steps of each instance of a run, in order, for comparison with another run.
///
/// Its memory grows with the number of steps, by twelve bytes for each.
public struct RecordedSteps: Sendable {
  struct Instance {
    var machine: String
    var number: UInt64
    /// Positions in `keys`.
    var steps: [Int32] = []
    var sequence: [UInt64] = []
  }

  private struct Key: Hashable {
    var run: Int
    var instance: UInt64
  }

  private(set) var summary = TraceSummary()
  private(set) var keys: OrderedSet<ObservedStep.Key> = []
  private var instances: OrderedDictionary<Key, Instance> = [:]
  private var run = 0

  public init() {}

  /// Keeps what a record tells.
  public mutating func add(_ record: Record) {
    let last = summary.header
    summary.add(record)
    switch record {
    case .header(let header): if !(last.map(header.continues) ?? false) { run += 1 }
    case .instance(let instance) where instance.phase != .ended:
      _ = position(instance.instance, instance.machine)
    case .step(let step):
      let key = Int32(clamping: keys.append(ObservedStep.Key(step)).index)
      let position = position(step.instance, step.machine)
      instances.values[position].steps.append(key)
      instances.values[position].sequence.append(step.seq)
    case .machine, .instance, .effect, .gap: break
    }
  }

  private mutating func position(_ number: UInt64, _ machine: String) -> Int {
    let key = Key(run: run, instance: number)
    if let known = instances.index(forKey: key) { return known }
    instances[key] = Instance(machine: machine, number: number)
    return instances.count - 1
  }

  /// The instances of a machine in the order in which they started.
  func instances(of machine: String) -> [Instance] {
    instances.values.filter { $0.machine == machine }
  }
}
