import OrreryTrace
import Synchronization

/// How a store handles one action after the other.
extension Store {
  /// Whether this thread is handling an action.
  @inlinable var isInside: Bool { owner.load(ordering: .relaxed) == ThreadID.current }

  /// Handles an action.
  @inlinable
  public func send(_ action: Action) {
    let thread = ThreadID.current
    guard owner.load(ordering: .relaxed) != thread else { return sendLater(action) }
    // Written to memory before the lock is taken: read right after it was written in parts, it would
    // keep the processor waiting.
    withUnsafePointer(to: action) { action in
      enter(as: thread) { core in
        guard core.isPlain, !recorder.isEnabled else {
          return core.work(on: action.pointee, in: self)
        }
        let effect = reduce(action)
        guard !effect.isNothing || isQueued.load(ordering: .relaxed) else { return nil }
        return core.work(on: effect, in: self)
      }
    }
  }

  /// Makes the next state the current one; only the thread inside the gate may call it.
  @inlinable
  func reduce(_ action: UnsafePointer<Action>) -> Effect<Action> {
    cell.advance { reducer(&$0, action) }
  }

  /// Works on the core alone, and then on what is left to do.
  @inlinable
  func enter(
    as thread: UInt, _ body: (inout StoreCore<State, Action>) -> Afterwards?
  ) {
    let afterwards = gate.withLock { core in
      owner.store(thread, ordering: .relaxed)
      defer { owner.store(0, ordering: .relaxed) }
      return body(&core)
    }
    if let afterwards { settle(afterwards) }
  }

  /// Does a job and all that it queues, or queues it where this thread is inside already.
  func perform(_ job: StoreJob<State, Action>) {
    guard !isInside else { return enqueue(job) }
    enter(as: ThreadID.current) { core in core.work(on: job, in: self) }
  }

  @usableFromInline
  func sendLater(_ action: Action) { enqueue(.action(action)) }

  private func enqueue(_ job: StoreJob<State, Action>) {
    queue.withLock { $0.append(job) }
    isQueued.store(true, ordering: .relaxed)
  }

  func takeQueued() -> [StoreJob<State, Action>] {
    queue.withLock { queue in
      isQueued.store(false, ordering: .relaxed)
      defer { queue = [] }
      return queue
    }
  }

  @usableFromInline
  func settle(_ afterwards: Afterwards) {
    for run in afterwards.cancelled { run.task?.cancel() }
    for issue in afterwards.issues { report("\(issue)") }
    for deliver in afterwards.deliveries { deliver() }
  }

  /// Starts the task of an effect; what it sends counts only while the run is known.
  func task(for run: EffectRun<Action>) -> Task<Void, Never> {
    let id = run.id
    let values = dependencies
    let send = Send<Action>(
      deliver: { [weak self] action, isLast in
        self?.perform(.result(action, of: id, isLast: isLast))
      },
      fail: { [weak self] misuse in self?.perform(.failed(misuse, of: id)) })
    return Task { [weak self] in
      await DependencyValues.$current.withValue(values) { await run.work(send) }
      self?.perform(.finished(id))
    }
  }
}
