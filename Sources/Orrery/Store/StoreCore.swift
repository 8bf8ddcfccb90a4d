import OrreryTrace

/// What a store is asked to do.
enum StoreJob<Action: Sendable>: Sendable {
  case action(Action)
  /// An action that a transition asked for without any work.
  case sent(Action)
  case result(Action, of: UInt64)
  /// Handle the oldest result that is held back.
  case release
  case failed(Misuse, of: UInt64)
  case finished(UInt64)
}

/// The part of a store that one thread at a time may touch.
struct StoreCore<State: Sendable, Action: Sendable> {
  private var state: State
  private let reduce: @Sendable (inout State, Action) -> Effect<Action>
  var log: StepLog
  private let observed: Observed<State>
  var runs = RunTable()
  var plan = Plan<Action>()
  /// What is to be done outside the gate.
  private var afterwards = Afterwards()
  /// Whether results wait to be released, as tests need it.
  private let holdsResults: Bool
  var held: [(action: Action, cause: Run?)] = []

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
    case .failed(let misuse, let id):
      guard let run = runs[id] else { return }
      log.effect(.failed, run, reason: misuse.fact)
      afterwards.issues.append(misuse.of(effect: run.name))
    case .finished(let id):
      guard let run = runs.remove(id) else { return }
      log.effect(.finished, run)
      complete(run.parent, isBroken: false, in: store)
    }
  }

  private mutating func take(_ action: Action, cause: Run?, in store: Store<State, Action>) {
    guard holdsResults else { return step(action, cause: cause, in: store) }
    held.append((action, cause))
  }

  mutating func takeAfterwards() -> Afterwards {
    guard !afterwards.isEmpty else { return afterwards }
    defer { afterwards = Afterwards() }
    return afterwards
  }

  /// Applies an action, records what the machines did, and runs what they asked for: the one place
  /// where any of it happens.
  private mutating func step(_ action: Action, cause: Run?, in store: Store<State, Action>) {
    let effect = Recording.during(log.isEnabled, payloads: log.wantsPayloads) {
      reduce(&state, action)
    }
    observed.publish(state)
    let departed = effect.notes?.departed ?? []
    record(effect, cause: cause)
    if runs.dependsOnState { cancelUnbound(in: store) }
    for route in departed { log.end(route) }
    guard !effect.operation.isNone else { return }
    let new = effect.operation.runs
    replace(by: new, in: store)
    _ = start(effect.operation, parent: nil, in: store)
    if new.contains(where: { !$0.bounds.isEmpty }) { cancelUnbound(in: store) }
  }

  private mutating func record(_ effect: Effect<Action>, cause: Run?) {
    if let notes = effect.notes { afterwards.issues += notes.issues }
    guard log.isEnabled else { return }
    var numbers: [UInt64: UInt64] = [:]
    for run in effect.operation.runs { numbers[run.id] = log.nextRun() }
    for step in effect.notes?.steps ?? [] {
      log.step(step, cause: cause?.number, numbers: numbers)
    }
    runs.expect(numbers)
  }

  /// Ends an effect that runs; its results that wait are lost with it.
  mutating func cancel(_ run: Run, _ reason: String, in store: Store<State, Action>) {
    guard runs.remove(run.id) != nil else { return }
    held.removeAll { $0.cause?.id == run.id }
    log.effect(.cancelled, run, reason: reason)
    afterwards.cancelled.append(run)
    complete(run.parent, isBroken: true, in: store)
  }

  private mutating func cancelUnbound(in store: Store<State, Action>) {
    let state = state
    for run in runs.all(where: { !$0.bounds.isEmpty }) {
      guard let bound = run.bounds.first(where: { !$0.holds(state) }) else { continue }
      cancel(run, bound.reason, in: store)
    }
  }

  /// Ends all that runs and returns it, to be cancelled.
  mutating func close() -> [Run] {
    let open = runs.values
    for run in open {
      runs.remove(run.id)
      log.effect(.cancelled, run, reason: "the store is gone")
    }
    drop(plan.close(), "the store is gone")
    log.close()
    return open
  }
}

/// What a store does when it has left its gate, because it runs other people's code.
struct Afterwards: Sendable {
  /// Runs whose tasks are to be cancelled.
  var cancelled: [Run] = []
  /// Misuse to report.
  var issues: [Misuse] = []

  var isEmpty: Bool { cancelled.isEmpty && issues.isEmpty }
}
