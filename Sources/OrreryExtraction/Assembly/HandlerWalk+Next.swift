import OrreryModel

/// Bodies that run after a handler's own, for the same event.
extension HandlerWalk {
  /// The ends of a handler's own body, as the others leave them.
  func followed(_ flows: [Flow], _ walker: Interpreter) -> [Flow] {
    var flows = flows.flatMap { beside($0, after: 1, walker) }
    for (number, next) in handler.next.enumerated() {
      flows = flows.flatMap { follow($0, with: next, walker) }
        .flatMap { beside($0, after: number + 2, walker) }
    }
    return flows
  }

  /// What others than handlers do to the state once some of these have run.
  private func beside(_ flow: Flow, after reducers: Int, _ walker: Interpreter) -> [Flow] {
    binding(flow, after: reducers, walker).flatMap { dismissing($0, after: reducers, walker) }
  }

  /// Walks a further body where one has ended: with its own names for the same state and event.
  private func follow(_ flow: Flow, with next: Handler, _ walker: Interpreter) -> [Flow] {
    scope.cache.footprint.begin(next.body)
    var path = flow.path
    if case .returned(let value) = flow.exit, let effect = EffectReader.effect(ofAnswer: value) {
      path.effects.append(effect)
    }
    if let last = path.last { path.joined.insert(last) }
    for parameter in next.parameters {
      let same = handler.parameters.first { $0.role == parameter.role && $0.role != .other }
      guard let same, same.name != parameter.name else { continue }
      path.frames[0].variables[parameter.name] = .alias(Place(frame: 0, name: same.name))
    }
    path.frames[0].file = next.file
    if let owner = next.owner { path.frames[0].selfType = owner.key }
    let earlier = path
    (path.branch, path.wildcard) = (nil, nil)
    return walker.run(next.body, path, value: true, expected: nil).map { end in
      tells(end, beside: earlier) ? end : placed(end, at: earlier)
    }
  }

  /// Whether a further body has done something to the event.
  private func tells(_ flow: Flow, beside earlier: Path) -> Bool {
    if case .returned(let value) = flow.exit, EffectReader.effect(ofAnswer: value) != nil {
      return true
    }
    let isQuiet =
      flow.path.effects == earlier.effects && flow.path.writeLocation == earlier.writeLocation
      && flow.path.written == earlier.written
    return !isQuiet
  }

  /// A way that a further body has nothing to add to is placed in those before, where they do
  /// something or name the event.
  private func placed(_ flow: Flow, at earlier: Path) -> Flow {
    let isNamed = earlier.branch != nil && earlier.wildcard == nil
    let isBusy = !earlier.written.isEmpty || !earlier.effects.isEmpty
    guard isNamed || isBusy || flow.path.branch == nil else { return flow }
    var flow = flow
    (flow.path.location, flow.path.innerEnd) = (earlier.location, earlier.innerEnd)
    (flow.path.branch, flow.path.wildcard) = (earlier.branch, earlier.wildcard)
    return flow
  }
}
