import OrreryTrace

/// The part of a store that one thread at a time may touch.
@usableFromInline
struct StoreCore<State: Sendable, Action: Sendable> {
  /// Whether an action concerns nobody but the reducer: no one follows the state, and no effect
  /// depends on it.
  @usableFromInline private(set) var isPlain = true
  var log: StepLog
  private var followers = Followers<State>()
  private var observed: [PartialKeyPath<State>: ObservedProperty<State, Action>] = [:]
  var runs = RunTable()
  var plan = Plan<Action>()
  /// What is to be done outside the gate.
  private var afterwards: Afterwards = []
  /// Whether results wait to be released, as tests need it.
  private let holdsResults: Bool
  var held: [(action: Action, cause: Run?)] = []

  init(log: StepLog, holdsResults: Bool) {
    self.log = log
    self.holdsResults = holdsResults
  }

  /// Does a job and all that it asks for; returns what is left to do outside the gate.
  mutating func work(
    on job: StoreJob<State, Action>, in store: Store<State, Action>
  ) -> Afterwards? {
    handle(job, in: store)
    return drain(in: store)
  }

  /// Goes on after a step in which only the reducer took part.
  mutating func work(
    on effect: Effect<Action>, in store: Store<State, Action>
  ) -> Afterwards? {
    follow(effect, cause: nil, in: store)
    return drain(in: store)
  }

  private mutating func drain(in store: Store<State, Action>) -> Afterwards? {
    while store.isQueued.load(ordering: .relaxed) {
      for job in store.takeQueued() { handle(job, in: store) }
    }
    isPlain = followers.isEmpty && observed.isEmpty && !runs.dependsOnState
    guard !afterwards.isEmpty else { return nil }
    defer { afterwards = [] }
    return afterwards
  }

  private mutating func handle(_ job: StoreJob<State, Action>, in store: Store<State, Action>) {
    switch job {
    case .action(let action): step(action, cause: nil, in: store)
    case .sent(let action): take(action, cause: nil, in: store)
    case .result(let action, let id, let isLast):
      guard let run = runs[id] else { return }
      log.effect(.yielded, run)
      // An effect that has nothing left to do is not cancelled by what its result leads to.
      if isLast { runs.remove(id) }
      take(action, cause: run, in: store)
      if isLast { finish(run, in: store) }
    case .release:
      guard !held.isEmpty else { return }
      let (action, cause) = held.removeFirst()
      step(action, cause: cause, in: store)
    case .failed(let misuse, let id):
      guard let run = runs[id] else { return }
      log.effect(.failed, run, reason: misuse.fact)
      let issue = misuse.of(effect: run.name)
      afterwards.append { store.report("\(issue)") }
    case .finished(let id):
      guard let run = runs.remove(id) else { return }
      finish(run, in: store)
    case .observe(let property): observed[property.path] = property
    case .follow(let follower):
      followers.add(follower, state: store.cell.state)
      afterwards.append(follower.deliver)
    case .unfollow(let follower): followers.remove(follower)
    }
  }

  private mutating func finish(_ run: Run, in store: Store<State, Action>) {
    log.effect(.finished, run)
    complete(run.parent, isBroken: false, in: store)
  }

  private mutating func take(_ action: Action, cause: Run?, in store: Store<State, Action>) {
    guard holdsResults else { return step(action, cause: cause, in: store) }
    held.append((action, cause))
  }

  /// Applies an action and does what follows from it.
  private mutating func step(_ action: Action, cause: Run?, in store: Store<State, Action>) {
    let before = followers.isEmpty && observed.isEmpty ? nil : store.cell.state
    let effect = Recording.during(log.isEnabled, payloads: log.wantsPayloads) {
      withUnsafePointer(to: action, store.reduce)
    }
    if let before { tell(before, store.cell.state, in: store) }
    follow(effect, cause: cause, in: store)
  }

  /// Tells those who follow or observe the state what it has become.
  private mutating func tell(_ before: State, _ after: State, in store: Store<State, Action>) {
    if followers.tell(before, after) { afterwards += followers.all.map(\.deliver) }
    for property in observed.values where property.differs(before, after) {
      afterwards.append { property.notify(store) }
    }
  }

  /// Records what the machines did, and runs what they asked for: the one place where it happens.
  private mutating func follow(
    _ effect: Effect<Action>, cause: Run?, in store: Store<State, Action>
  ) {
    record(effect, cause: cause, in: store)
    if runs.dependsOnState { cancelUnbound(in: store) }
    for route in effect.notes?.departed ?? [] { log.end(route) }
    for machine in effect.notes?.arrived ?? [] { log.start(machine, in: store) }
    guard !effect.operation.isNone else { return }
    let new = effect.operation.runs
    replace(by: new, cause: cause, in: store)
    _ = start(effect.operation, parent: nil, in: store)
    if new.contains(where: { !$0.bounds.isEmpty }) { cancelUnbound(in: store) }
  }

  private mutating func record(
    _ effect: Effect<Action>, cause: Run?, in store: Store<State, Action>
  ) {
    for issue in effect.notes?.issues ?? [] { afterwards.append { store.report("\(issue)") } }
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
    afterwards.append { run.task?.cancel() }
    complete(run.parent, isBroken: true, in: store)
  }

  private mutating func cancelUnbound(in store: Store<State, Action>) {
    let state = store.cell.state
    for run in runs.all(where: { !$0.bounds.isEmpty }) {
      guard let bound = run.bounds.first(where: { !$0.holds(state) }) else { continue }
      cancel(run, bound.reason, in: store)
    }
  }

  /// Ends all that runs, and returns it and the followers, to be told outside the gate.
  mutating func close() -> (runs: [Run], followers: [Follower<State>]) {
    let open = runs.values
    for run in open {
      runs.remove(run.id)
      log.effect(.cancelled, run, reason: "the store is gone")
    }
    drop(plan.close(), "the store is gone")
    log.close()
    return (open, followers.all)
  }
}
