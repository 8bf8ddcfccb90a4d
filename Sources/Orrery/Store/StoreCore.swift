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
  /// The effect whose result is being handled.
  private(set) var cause: Run?
  /// The same, where it has nothing left to do and finishes with the step.
  private var ending: Run?
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
    on job: StoreJob<State, Action>, in loop: StoreLoop<State, Action>
  ) -> Afterwards? {
    handle(job, in: loop)
    return drain(in: loop)
  }

  /// Goes on after a step in which only the reducer took part.
  mutating func work(
    on effect: Effect<Action>, in loop: StoreLoop<State, Action>
  ) -> Afterwards? {
    follow(effect, in: loop)
    return drain(in: loop)
  }

  private mutating func drain(in loop: StoreLoop<State, Action>) -> Afterwards? {
    while loop.isQueued.load(ordering: .relaxed) {
      for job in loop.takeQueued() { handle(job, in: loop) }
    }
    isPlain = followers.isEmpty && observed.isEmpty && !runs.dependsOnState
    guard !afterwards.isEmpty else { return nil }
    defer { afterwards = [] }
    return afterwards
  }

  private mutating func handle(_ job: StoreJob<State, Action>, in loop: StoreLoop<State, Action>) {
    switch job {
    case .action(let action): step(action, cause: nil, in: loop)
    case .sent(let action): take(action, cause: nil, in: loop)
    case .result(let action, let id, let aftermath):
      guard var run = runs[id] else { return }
      log.effect(.yielded, run)
      run.isAnswered = aftermath == .answered
      // An effect that has nothing left to do is not cancelled by what its result leads to.
      if aftermath == .over { ending = runs.remove(id) }
      take(action, cause: run, in: loop)
      finishEnding(in: loop)
    case .release:
      guard !held.isEmpty else { return }
      let (action, cause) = held.removeFirst()
      step(action, cause: cause, in: loop)
    case .failed(let misuse, let id):
      guard let run = runs[id] else { return }
      log.effect(.failed, run, reason: misuse.fact)
      let issue = misuse.of(effect: run.name)
      afterwards.append { loop.report("\(issue)") }
    case .finished(let id):
      guard let run = runs.remove(id) else { return }
      finish(run, in: loop)
    case .observe(let property): observed[property.path] = property
    case .follow(let follower):
      followers.add(follower, state: loop.cell.state)
      afterwards.append(follower.deliver)
    case .unfollow(let follower): followers.remove(follower)
    }
  }

  private mutating func finish(_ run: Run, in loop: StoreLoop<State, Action>) {
    log.effect(.finished, run)
    complete(run.parent, isBroken: false, in: loop)
  }

  private mutating func finishEnding(in loop: StoreLoop<State, Action>) {
    guard let run = ending.take() else { return }
    finish(run, in: loop)
  }

  private mutating func take(_ action: Action, cause: Run?, in loop: StoreLoop<State, Action>) {
    guard holdsResults else { return step(action, cause: cause, in: loop) }
    held.append((action, cause))
  }

  /// Applies an action and does what follows from it.
  private mutating func step(_ action: Action, cause: Run?, in loop: StoreLoop<State, Action>) {
    let before = followers.isEmpty && observed.isEmpty ? nil : loop.cell.state
    let effect = Recording.during(log.isEnabled, payloads: log.wantsPayloads) {
      withUnsafePointer(to: action) { loop.reducer(loop.cell, $0, log.isEnabled) }
    }
    if let before { tell(before, loop.cell.state, in: loop) }
    self.cause = cause
    follow(effect, in: loop)
    finishEnding(in: loop)
    self.cause = nil
  }

  /// Tells those who follow or observe the state what it has become.
  private mutating func tell(_ before: State, _ after: State, in loop: StoreLoop<State, Action>) {
    if followers.tell(before, after) { afterwards += followers.all.map(\.deliver) }
    for property in observed.values where property.differs(before, after) {
      afterwards.append { property.notify(loop) }
    }
  }

  /// Records what the machines did, and runs what they asked for: the one place where it happens.
  private mutating func follow(_ effect: Effect<Action>, in loop: StoreLoop<State, Action>) {
    record(effect, in: loop)
    if runs.dependsOnState { cancelUnbound(in: loop) }
    depart(effect.notes?.departed ?? [], in: loop)
    for machine in effect.notes?.arrived ?? [] { log.start(machine, in: loop) }
    guard !effect.operation.isNone else { return }
    replace(by: effect.operation.runs, in: loop)
    _ = start(effect.operation, parent: nil, in: loop)
  }

  /// Ends the instances of children that are gone, after what is to be said of their effects.
  private mutating func depart(_ routes: [Route], in loop: StoreLoop<State, Action>) {
    guard !routes.isEmpty else { return }
    finishEnding(in: loop)
    for route in routes { log.end(route) }
  }

  private mutating func record(_ effect: Effect<Action>, in loop: StoreLoop<State, Action>) {
    for issue in effect.notes?.issues ?? [] { afterwards.append { loop.report("\(issue)") } }
    guard log.isEnabled else { return }
    var numbers: [UInt64: UInt64] = [:]
    for run in effect.operation.runs { numbers[run.id] = log.nextRun() }
    for step in effect.notes?.steps ?? [] {
      log.step(step, cause: cause?.number, numbers: numbers)
    }
    runs.expect(numbers)
  }

  /// Ends an effect that runs; its results that wait are lost with it.
  ///
  /// One that has given its one answer has nothing left to do: it is finished, whatever its answer
  /// led to, and what waits for it goes on.
  mutating func cancel(_ run: Run, _ reason: String, in loop: StoreLoop<State, Action>) {
    guard runs.remove(run.id) != nil else { return }
    held.removeAll { $0.cause?.id == run.id }
    afterwards.append { run.task?.cancel() }
    if let cause, cause.id == run.id, cause.isAnswered {
      ending = cause
      return
    }
    log.effect(.cancelled, run, reason: reason)
    complete(run.parent, isBroken: true, in: loop)
  }

  private mutating func cancelUnbound(in loop: StoreLoop<State, Action>) {
    let state = loop.cell.state
    for run in runs.all(where: { !$0.bounds.isEmpty }) {
      if let bound = run.bounds.broken(by: state) { cancel(run, bound.reason, in: loop) }
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
