/// An effect that runs.
struct Run: Sendable {
  let id: UInt64
  /// Its number in the trace; nothing where it started unrecorded.
  let number: UInt64?
  let name: String
  let owner: Route
  let lifetime: EffectLifetime
  let bounds: [Bound]
  let ids: [Identity]
  /// The part of a plan that waits for it.
  let parent: UInt64?
  let task: Task<Void, Never>?
  /// Whether the result that is handled was its one result, as far as anyone knows.
  var isAnswered = false

  init<Action>(
    _ run: EffectRun<Action>, number: UInt64?, parent: UInt64? = nil,
    task: Task<Void, Never>? = nil
  ) {
    id = run.id
    self.number = number
    name = run.name
    owner = run.owner ?? .root
    lifetime = run.lifetime
    bounds = run.bounds
    ids = run.ids
    self.parent = parent
    self.task = task
  }
}

/// The effects that run.
struct RunTable {
  private var runs: [UInt64: Run] = [:]
  private var numbers: [UInt64: UInt64] = [:]
  /// How many of them depend on the state.
  private var bounded = 0
  /// How many were ever added.
  private(set) var started = 0

  var isEmpty: Bool { runs.isEmpty }

  /// In the order of their ids, which is the order in which they were asked for.
  var values: [Run] { all { _ in true } }

  /// Whether any of them depends on the state.
  var dependsOnState: Bool { bounded > 0 }

  subscript(id: UInt64) -> Run? { runs[id] }

  /// Those that a condition holds for, in order.
  func all(where isIncluded: (Run) -> Bool) -> [Run] {
    runs.values.filter(isIncluded).sorted { $0.id < $1.id }
  }

  /// Notes the trace's numbers of runs that will start, now or later in a chain.
  mutating func expect(_ numbers: [UInt64: UInt64]) {
    self.numbers.merge(numbers) { $1 }
  }

  mutating func takeNumber(of id: UInt64) -> UInt64? { numbers.removeValue(forKey: id) }

  mutating func add(_ run: Run) {
    runs[run.id] = run
    started += 1
    if !run.bounds.isEmpty { bounded += 1 }
  }

  @discardableResult
  mutating func remove(_ id: UInt64) -> Run? {
    let run = runs.removeValue(forKey: id)
    if run?.bounds.isEmpty == false { bounded -= 1 }
    return run
  }
}
