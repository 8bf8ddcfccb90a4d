import OrreryModel
import OrreryProgram

/// What follows a suspension: the handler goes on from the block at which it has stopped.
extension Execution {
  /// How a suspension ends.
  package struct Resumption {
    package var succeeds: Bool
    /// The state that it ends in.
    package var state: Value
    /// The state that the handler has started in; nothing where that may be any.
    package var origin: Value?
    /// What is not known behind it, since it is come to with other values too.
    package var open: Set<Suspension.Constant> = []
    /// The event that is handed to what goes on, where that is known.
    package var event: Value?

    package init(
      succeeds: Bool, state: Value, origin: Value?, open: Set<Suspension.Constant>,
      event: Value? = nil
    ) {
      (self.succeeds, self.state, self.origin, self.open) = (succeeds, state, origin, open)
      self.event = event
    }
  }

  /// Executes what follows a suspension, and returns all of its ends.
  package func resume(_ suspension: Suspension, _ resumption: Resumption) -> [Flow] {
    var flows: [Flow] = []
    defer { tellsAskingOnly = false }
    for snapshot in toldApart(snapshots(of: suspension, in: resumption.state)) {
      tellsAskingOnly = snapshot.left != nil
      departed = Departed()
      calls = snapshot.calls
      calls.points = []
      let start = begin(snapshot, suspension, resumption)
      var ends =
        snapshot.called.map {
          callBack(renamed($0, resumption, start), handing: resumption.event, start)
        }
        ?? go(on: snapshot, start, suspension, resumption)
      ends = ends.filter { !$0.hasThrown } + ends.filter(\.hasThrown)
      ends += departed.thrown.flatMap { $0 }
      let suspended = departed.suspended
      ends = snapshot.called == nil ? ends + suspended : suspended + ends
      // What a task throws ends it.
      if snapshot.calls.dropsErrors {
        for index in ends.indices where ends[index].hasThrown {
          ends[index].exit = .returned(.void)
        }
      }
      let told = settled(ends) + departed.trapped
      flows += tellsAskingOnly ? told.filter(\.path.asksStart).map(\.guessed) : told
    }
    return flows
  }

  /// The ways to come to a suspension in a state, those that were left in another one at the end:
  /// with these it may go on in the state because of what others have done.
  private func snapshots(of suspension: Suspension, in state: Value) -> [Suspension.Snapshot] {
    var (here, others) = ([Suspension.Snapshot](), [Suspension.Snapshot]())
    for var snapshot in suspension.snapshots {
      let isHere = snapshot.left.map { state.caseValue?.isNamed($0) ?? true } ?? true
      snapshot.left = nil
      if isHere { here.append(snapshot) } else { others.append(snapshot) }
    }
    if !here.isEmpty {
      for index in others.indices { others[index].left = Self.anyState }
      others = joined(others)
    }
    return (here + others).reduce(into: []) { add($1, to: &$0) }
  }

  // MARK: - Going on

  private func go(
    on snapshot: Suspension.Snapshot, _ start: Path, _ suspension: Suspension,
    _ resumption: Resumption
  ) -> [Flow] {
    let activations = snapshot.activations
    for activation in activations { prepareCatching(in: activation) }
    guard let last = activations.last else { return [] }
    enter(activations.count - 1, of: activations)
    if case .loop = last.body.blocks[last.block].end {
      return goOn(inLoopOf: last, activations, start, suspension, resumption)
    }
    return climb(activations, answers(Way(start, snapshot.value), suspension, resumption, last))
  }

  /// Goes on in each function once those that it has called have.
  private func climb(_ activations: [Activation], _ arrived: [Way]) -> [Flow] {
    guard let last = activations.last else { return [] }
    enter(activations.count - 1, of: activations)
    return climb(behind: activations, leaving(last, goOn(last, arrived)))
  }

  /// Goes on in the functions that have called the innermost one, whose ends are given.
  func climb(behind activations: [Activation], _ flows: [Flow]) -> [Flow] {
    guard activations.count > 1, let call = activations.last?.call else { return flows }
    let outer = Array(activations.dropLast())
    return climb(outer, answers(flows, of: call, at: outer))
  }

  /// The answers of a call where it was made: that of a group waits for the tasks in it.
  private func answers(
    _ flows: [Flow], of call: FollowedCall, at activations: [Activation]
  ) -> [Way] {
    enter(activations.count - 1, of: activations)
    let ways = returned(flows, from: call)
    guard case .call(let group) = call.node.form, Library.isTaskGroup(group.name),
      let last = activations.last, case .suspend(let point) = last.body.blocks[last.block].end,
      let wait = point.wait
    else { return ways }
    calls.points.append(
      CallStack.Point(
        body: last.body, block: last.block, depth: last.depth, entries: calls.entries.count))
    defer { calls.points.removeLast() }
    for way in ways {
      var suspension = suspension(
        at: wait, group.calleeText, mayFail: point.attempt != nil, way.path)
      suspension.joinsTasks = true
      stop(way, at: suspension, asks: true)
    }
    return []
  }

  /// Makes known which calls are being followed where one of several functions goes on: one for each
  /// of those before.
  func enter(_ index: Int, of activations: [Activation]) {
    calls.entries = Array(calls.entries.prefix(calls.base + index))
    calls.points = activations.prefix(index).enumerated().map { number, activation in
      CallStack.Point(
        body: activation.body, block: activation.block, depth: activation.depth,
        entries: calls.base + number)
    }
  }

  /// What is given where a function goes on: the answer, or an error that it catches or not.
  private func answers(
    _ way: Way, _ suspension: Suspension, _ resumption: Resumption, _ last: Activation
  ) -> [Way] {
    let (start, value) = (way.path, way.value)
    if suspension.kind.isAskedAgain {
      guard case .suspend(let point) = last.body.blocks[last.block].end else { return [] }
      let ends = ends(ofTasksIn: point.expression, start)
      let isKnown =
        resumption.succeeds
        ? ends.contains(true) : !ends.isEmpty && ends.allSatisfy { $0 == false }
      if isKnown {
        findings.endsOtherwise = true
      } else if resumption.succeeds {
        return askedAgain(point, last, start)
      } else {
        departed.raise(start, .unknown(strangeError(start)))
      }
      return []
    }
    if !suspension.key.mayFail {
      return [Way(start, .unknown(Unknown(.awaited, text: value.text, type: value.type)))]
    }
    guard resumption.succeeds else {
      var start = start
      start.throwsItself = suspension.kind.isAside
      departed.raise(start, error(of: suspension.key.callee, start))
      return []
    }
    return [Way(start, value)]
  }

  /// The answers of a point that has only waited for tasks.
  private func askedAgain(_ point: Suspend, _ activation: Activation, _ path: Path) -> [Way] {
    suspend(
      point, at: activation.block, of: activation.body, path, hasJoined: true
    ).map { flow in
      Way(flow.path, flow.path.place(of: point.variable).flatMap(flow.path.value) ?? .void)
    }
  }

  /// Executes what stands behind a suspension point.
  private func goOn(_ activation: Activation, _ ways: [Way]) -> [Flow] {
    let body = activation.body
    guard case .suspend(let point) = body.blocks[activation.block].end else { return [] }
    var ways = ways
    if point.attempt == .optional {
      ways = ways.map { Way($0.path, isTold($0.value) ? $0.value : $0.value.found) }
      ways += departed.thrown.removeLast().map {
        Way($0.path.unwound(to: activation.depth), .absent)
      }
    }
    return run(point.next, of: body, ways.map { $0.path.declaring(point.variable, $0.value) })
  }

  /// Whether the type of what was waited for is declared, which may say that there is nothing: else
  /// `try?` is taken to tell no more than whether it has failed.
  private func isTold(_ value: Value) -> Bool {
    value.unknown?.declared != nil || value.type != nil
  }

  /// Leaves the constructs around a block, the innermost first.
  func leaving(_ activation: Activation, _ flows: [Flow]) -> [Flow] {
    var (flows, inside) = (flows, activation.block)
    while let outer = activation.body.blocks[inside].around {
      flows = leave(outer, from: inside, activation, flows)
      inside = outer
    }
    return flows
  }

  private func leave(
    _ outer: Block.Number, from inside: Block.Number, _ activation: Activation, _ flows: [Flow]
  ) -> [Flow] {
    let body = activation.body
    var flows = flows
    switch body.blocks[outer].end {
    case .branch(_, let then, let otherwise, _?):
      let refused = flows.filter { $0.isAt(otherwise) }
      flows.removeAll { $0.isAt(otherwise) }
      flows += refused.flatMap { run(otherwise, of: body, [$0.path]) }
      flows = flows.flatMap { $0.isAt(then) ? run(then, of: body, [$0.path]) : [$0] }
    case .match(let match): flows = flows.flatMap { fallingThrough($0, match, body) }
    case .loop(let loop):
      calls.loops = max(0, calls.loops - 1)
      flows = flows.flatMap { flow in
        flow.isAt(loop.next) ? again(loop, outer, activation, flow.path) : [flow]
      }
    case .attempt(_, let handler, let error, let behind)
    where !body.isInHandler(inside, handler):
      flows = handling(
        flows, by: handler, error, behind, of: body, depth: activation.depth)
    case .deferring(let inner, let deferred, _) where inside != deferred && inner != deferred:
      flows = finishing(flows, by: deferred, of: body, activation.depth)
    default: break
    }
    flows = flows.map { ending(body.blocks[outer], $0) }
    guard let behind = body.blocks[outer].end.behind else { return flows }
    let next = flows.filter { $0.isAt(behind) }.map(\.path)
    return run(behind, of: body, next, beside: flows.filter { !$0.isAt(behind) })
  }

  private func fallingThrough(_ flow: Flow, _ match: Match, _ body: Body) -> [Flow] {
    guard case .arrives(let target) = flow.exit, target != match.behind,
      match.clauses.contains(where: { $0.target == target })
    else { return [flow] }
    return run(target, of: body, [flow.path]).flatMap { fallingThrough($0, match, body) }
  }

  /// Makes the places known where errors are caught that are thrown inside of a function.
  private func prepareCatching(in activation: Activation) {
    let body = activation.body
    var inside = activation.block
    while let outer = body.blocks[inside].around {
      switch body.blocks[outer].end {
      case .attempt(_, let handler, _, _):
        if !body.isInHandler(inside, handler) { departed.thrown.append([]) }
      case .deferring(_, let deferred, _):
        if inside != deferred { departed.thrown.append([]) }
      default: break
      }
      inside = outer
    }
    if case .suspend(let point) = body.blocks[activation.block].end, point.attempt == .optional {
      departed.thrown.append([])
    }
  }
}

extension Body {
  /// Whether a block stands in the clauses of a `catch`.
  fileprivate func isInHandler(_ block: Block.Number, _ handler: Block.Number) -> Bool {
    guard case .match(let match) = blocks[handler].end else { return block == handler }
    return block == handler || block >= match.behind
  }
}
