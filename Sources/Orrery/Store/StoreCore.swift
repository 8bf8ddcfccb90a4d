import OrreryTrace

/// What a store is asked to do.
enum StoreJob<Action: Sendable>: Sendable {
  case action(Action)
  /// An action that a transition asked for without any work.
  case sent(Action)
  case result(Action, of: UInt64)
  /// Handle the oldest result that is held back.
  case release
  case failed(String, of: UInt64)
  case finished(UInt64)
}

/// The part of a store that one thread at a time may touch.
struct StoreCore<State: Sendable, Action: Sendable> {
  var state: State
  let reduce: @Sendable (inout State, Action) -> Effect<Action>
  var log: StepLog
  let observed: Observed<State>
  var runs = RunTable()
  /// Runs that were replaced, whose tasks are to be cancelled.
  private var replaced: [Run] = []
  /// Whether results wait to be released, as tests need it.
  private let holdsResults: Bool
  private(set) var held: [(action: Action, cause: Run?)] = []

  init(
    state: State, reduce: @escaping @Sendable (inout State, Action) -> Effect<Action>,
    log: StepLog, observed: Observed<State>, holdsResults: Bool
  ) {
    self.state = state
    self.reduce = reduce
    self.log = log
    self.observed = observed
    self.holdsResults = holdsResults
  }

  mutating func handle(_ job: StoreJob<Action>, in store: Store<State, Action>) {
    switch job {
    case .action(let action): step(action, cause: nil, in: store)
    case .sent(let action): take(action, cause: nil, in: store)
    case .result(let action, let id):
      guard let run = runs[id] else { return }
      log.effect(.yielded, run)
      take(action, cause: run, in: store)
    case .release:
      guard !held.isEmpty else { return }
      let (action, cause) = held.removeFirst()
      step(action, cause: cause, in: store)
    case .failed(let reason, let id):
      if let run = runs[id] { log.effect(.failed, run, reason: reason) }
    case .finished(let id):
      if let run = runs.remove(id) { log.effect(.finished, run) }
    }
  }

  private mutating func take(_ action: Action, cause: Run?, in store: Store<State, Action>) {
    guard holdsResults else { return step(action, cause: cause, in: store) }
    held.append((action, cause))
  }

  mutating func takeReplaced() -> [Run] {
    defer { replaced = [] }
    return replaced
  }

  /// Applies an action, records what the machines did, and runs what they asked for: the one place
  /// where any of it happens.
  private mutating func step(_ action: Action, cause: Run?, in store: Store<State, Action>) {
    let effect = Recording.during(log.isEnabled) { reduce(&state, action) }
    observed.publish(state)
    var number: [UInt64: UInt64] = [:]
    if log.isEnabled {
      for run in effect.operation.runs { number[run.id] = log.nextRun() }
      for step in effect.steps { log.step(step, cause: cause?.number, numbers: number) }
    }
    guard !effect.operation.isNone else { return }
    runs.expect(number)
    replace(by: effect.operation.runs)
    _ = start(effect.operation, in: store)
  }

  /// Takes out the running effects that new ones of the same machine and name replace.
  private mutating func replace(by new: [EffectRun<Action>]) {
    for run in new where run.replaces {
      for old in runs.values where old.owner == run.owner && old.name == run.name {
        runs.remove(old.id)
        held.removeAll { $0.cause?.id == old.id }
        log.effect(.cancelled, old, reason: "replaced by a later \(run.name)")
        replaced.append(old)
      }
    }
  }

  /// Starts an operation and returns what to wait for.
  mutating func start(
    _ operation: Operation<Action>, in store: Store<State, Action>
  ) -> Task<Void, Never>? {
    switch operation {
    case .none: return nil
    case .send(let action):
      store.perform(.sent(action))
      return nil
    case .run(let run):
      let task = store.task(for: run)
      log.effect(.started, runs.add(run, task: task))
      return task
    case .merge(let operations):
      let tasks = operations.compactMap { start($0, in: store) }
      return tasks.count > 1 ? Task { for task in tasks { await task.value } } : tasks.first
    case .concatenate(let operations):
      guard let first = operations.first else { return nil }
      return store.chain(Array(operations.dropFirst()), after: start(first, in: store))
    }
  }

  /// Ends all that runs and returns it, to be cancelled.
  mutating func close() -> [Run] {
    let open = runs.values
    for run in open {
      runs.remove(run.id)
      log.effect(.cancelled, run, reason: "the store is gone")
    }
    log.close()
    return open
  }
}
