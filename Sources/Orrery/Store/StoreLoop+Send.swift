import OrreryTrace

#if !canImport(os)
import Synchronization
#endif

/// How a store handles one action after the other.
extension StoreLoop {
  /// Whether this thread is handling an action.
  @inlinable var isInside: Bool { owner.load(ordering: .relaxed) == ThreadID.current }

  /// Handles an action.
  @inlinable
  func send(_ action: Action) {
    // In memory before the lock is taken: read right after it was written in parts, it would keep
    // the processor waiting.
    withUnsafePointer(to: action) { action in
      let thread = ThreadID.current
      guard owner.load(ordering: .relaxed) != thread else { return sendLater(action) }
      // Not a closure, which the compiler would leave a call of its own.
      @inline(__always)
      func handle(core: inout StoreCore<State, Action>) -> Afterwards? {
        guard core.isPlain, !recorder.isEnabled else { return work(on: action, core: &core) }
        let effect = reducer(cell, action, false)
        guard !effect.isNothing || isQueued.load(ordering: .relaxed) else { return nil }
        return work(on: effect, core: &core)
      }
      enter(as: thread, handle)
    }
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

  // What is rare stands in functions of its own, so that `send` is small enough to be inlined whole.

  @usableFromInline
  func sendLater(_ action: UnsafePointer<Action>) { enqueue(.action(action.pointee)) }

  @usableFromInline
  func work(
    on action: UnsafePointer<Action>, core: inout StoreCore<State, Action>
  ) -> Afterwards? { core.work(on: .action(action.pointee), in: self) }

  @usableFromInline
  func work(
    on effect: Effect<Action>, core: inout StoreCore<State, Action>
  ) -> Afterwards? { core.work(on: effect, in: self) }

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
    for act in afterwards { act() }
  }

  /// Starts the task of an effect; what it sends counts only while the run is known.
  func task(for run: EffectRun<Action>) -> Task<Void, Never> {
    let id = run.id
    let values = dependencies
    let send = Send<Action>(
      deliver: { [weak self] action, aftermath in
        self?.perform(.result(action, of: id, aftermath))
      },
      fail: { [weak self] misuse in self?.perform(.failed(misuse, of: id)) })
    return Task { [weak self] in
      await DependencyValues.$current.withValue(values) { await run.work(send) }
      self?.perform(.finished(id))
    }
  }
}
