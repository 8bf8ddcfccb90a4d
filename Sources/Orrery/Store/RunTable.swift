/// An effect that runs.
struct Run: Sendable {
  let id: UInt64
  /// Its number in the trace; nothing where it started unrecorded.
  let number: UInt64?
  let name: String
  let owner: Route
  let task: Task<Void, Never>?
}

/// The effects that run.
struct RunTable {
  private var runs: [UInt64: Run] = [:]
  private var numbers: [UInt64: UInt64] = [:]

  /// In the order of their ids, which is the order in which they were asked for.
  var values: [Run] { runs.values.sorted { $0.id < $1.id } }

  subscript(id: UInt64) -> Run? { runs[id] }

  /// Notes the trace's numbers of runs that will start, now or later in a chain.
  mutating func expect(_ numbers: [UInt64: UInt64]) {
    self.numbers.merge(numbers) { $1 }
  }

  mutating func add<Action>(_ run: EffectRun<Action>, task: Task<Void, Never>) -> Run {
    let run = Run(
      id: run.id, number: numbers.removeValue(forKey: run.id), name: run.name,
      owner: run.owner ?? .root, task: task)
    runs[run.id] = run
    return run
  }

  @discardableResult
  mutating func remove(_ id: UInt64) -> Run? { runs.removeValue(forKey: id) }
}
