/// How effects start, wait for each other and end.
extension StoreCore {
  /// How far an operation has come when it was started.
  enum Progress {
    case running, done
    /// Done, and cancelled, so that nothing may follow.
    case broken
  }

  /// Starts an operation, for which `parent` waits.
  mutating func start(
    _ operation: Operation<Action>, parent: UInt64?, in loop: StoreLoop<State, Action>
  ) -> Progress {
    switch operation {
    case .none: return .done
    case .send(let action):
      loop.perform(.sent(action))
      return .done
    case .cancel(let cancellation):
      cancel(cancellation.id, in: loop)
      return .done
    case .run(let run):
      // What waited in a chain may come too late.
      if let bound = run.bounds.broken(by: loop.cell.state) {
        drop([run], bound.reason)
        return .broken
      }
      let started = Run(
        run, number: runs.takeNumber(of: run.id), parent: parent, task: loop.task(for: run))
      runs.add(started)
      log.effect(.started, started)
      return .running
    case .merge(let operations): return merge(operations, parent: parent, in: loop)
    case .concatenate(let operations):
      return advance(plan.open(operations, parent: parent), in: loop)
    }
  }

  private mutating func merge(
    _ operations: [Operation<Action>], parent: UInt64?, in loop: StoreLoop<State, Action>
  ) -> Progress {
    let id = plan.open(parent: parent)
    // Counts itself, so that a part that ends at once does not end the whole.
    plan.nodes[id]?.running = 1
    for operation in operations {
      plan.nodes[id]?.running += 1
      settle(start(operation, parent: id, in: loop), in: id)
    }
    plan.nodes[id]?.running -= 1
    return close(id)
  }

  /// Starts what comes next in a chain, until something takes time.
  private mutating func advance(_ id: UInt64, in loop: StoreLoop<State, Action>) -> Progress {
    while plan.nodes[id]?.isBroken == false, let next = plan.nodes[id]?.rest.popLast() {
      plan.nodes[id]?.running = 1
      settle(start(next, parent: id, in: loop), in: id)
      if plan.nodes[id]?.running == 1 { return .running }
    }
    return close(id)
  }

  private mutating func settle(_ progress: Progress, in id: UInt64) {
    guard progress != .running else { return }
    plan.nodes[id]?.running -= 1
    if progress == .broken { plan.nodes[id]?.isBroken = true }
  }

  /// Removes a node unless something in it still runs.
  private mutating func close(_ id: UInt64) -> Progress {
    guard let node = plan.nodes[id] else { return .done }
    if node.running > 0 { return .running }
    plan.nodes[id] = nil
    guard node.isBroken else { return .done }
    drop(node.rest.reversed().flatMap(\.runs), "an effect before it was cancelled")
    return .broken
  }

  /// Goes on where a part has ended.
  mutating func complete(_ id: UInt64?, isBroken: Bool, in loop: StoreLoop<State, Action>) {
    guard let id, plan.nodes[id] != nil else { return }
    settle(isBroken ? .broken : .done, in: id)
    guard plan.nodes[id]?.running == 0 else { return }
    let parent = plan.nodes[id]?.parent
    switch advance(id, in: loop) {
    case .running: return
    case .done: complete(parent, isBroken: false, in: loop)
    case .broken: complete(parent, isBroken: true, in: loop)
    }
  }
}

// MARK: - Cancelling

extension StoreCore {
  /// Takes out the effects that new ones of the same machine and name replace, whether they run or
  /// wait in a chain.
  mutating func replace(by new: [EffectRun<Action>], in loop: StoreLoop<State, Action>) {
    for run in new where run.replaces {
      let owner = run.owner ?? .root
      let reason = "replaced by a later \(run.name)"
      let waiting = plan.cut {
        $0.name == run.name && $0.owner ?? .root == owner && $0.lifetime != .untilFinished
      }
      drop(waiting, reason)
      let old = runs.all {
        $0.name == run.name && $0.owner == owner && $0.lifetime != .untilFinished
      }
      for old in old {
        let isOwn = old.id == cause?.id
        cancel(old, isOwn ? "its result started \(run.name) again" : reason, in: loop)
      }
    }
  }

  private mutating func cancel(_ id: Identity, in loop: StoreLoop<State, Action>) {
    drop(plan.cut { $0.ids.contains(id) }, "cancelled by its id")
    for run in runs.all(where: { $0.ids.contains(id) }) {
      cancel(run, "cancelled by its id", in: loop)
    }
  }

  /// Records what will never start.
  mutating func drop(_ waiting: [EffectRun<Action>], _ reason: String) {
    for run in waiting {
      guard let number = runs.takeNumber(of: run.id) else { continue }
      log.effect(.cancelled, Run(run, number: number), reason: reason)
    }
  }
}
