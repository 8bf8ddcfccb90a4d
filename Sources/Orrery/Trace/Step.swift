import OrreryTrace

/// What one machine did with one event, before the store gives it numbers.
package struct Step: Sendable {
  var route = Route.root
  var machine: RecordedType
  var origin: EventOrigin
  var event: String
  var from: String
  var to: String
  var verdict = StepRecord.Verdict.none
  /// The effects started, with the ids of their runs in the process.
  var effects: RecordedEffect?
  /// What a payload is made of, where one is wanted.
  var values: (event: any Sendable, state: any Sendable)?
}

extension Effect {
  /// Makes the effects that no machine has claimed yet those of the machine at the root.
  @inlinable
  mutating func claim() {
    wroteState = false
    if !isNothing { claimOperation() }
  }

  @usableFromInline
  mutating func claimOperation() { operation = operation.mapOwners { $0 ?? .root } }

  /// Claims the effects and notes the step that started them.
  mutating func claim(_ step: Step) {
    var step = step
    step.effects = operation.unclaimed
    step.verdict = verdict(from: step.from, to: step.to, starts: step.effects != nil)
    var notes = notes ?? Notes()
    if step.verdict == .none, notes.isForAbsentChild { step.verdict = .ignored }
    notes.isForAbsentChild = false
    notes.steps.append(step)
    self.notes = notes
    claim()
  }

  private func verdict(from: String, to: String, starts: Bool) -> StepRecord.Verdict {
    if from != to { return .moved }
    return wroteState || starts ? .stayed : .none
  }

  /// The effect of a child, seen from its parent.
  ///
  /// - Parameter child: The child's state inside the parent's; nothing where it is gone.
  func nested<Parent, ParentState: Sendable, ChildState: Sendable>(
    at key: Route.Key, child: @escaping @Sendable (ParentState) -> ChildState?,
    transform: @escaping @Sendable (Action) -> Parent?
  ) -> Effect<Parent> {
    guard !isNothing else { return Effect<Parent>(wroteState: wroteState) }
    let operation = operation.map(transform).mapRuns { run in
      var run = run
      run.bounds = run.bounds.map { $0.below(child) }
      return run
    }.mapOwners { $0?.below(key) }
    return Effect<Parent>(
      operation, notes: notes?.below(key, state: child), wroteState: wroteState)
  }
}

extension Operation {
  /// The tree of what nobody owns.
  fileprivate var unclaimed: RecordedEffect? {
    switch self {
    case .none, .send: nil
    case .cancel(let cancellation):
      cancellation.owner == nil ? .cancel(name: cancellation.id.name) : nil
    case .run(let run): run.owner == nil ? .run(name: run.name, run: run.id) : nil
    case .merge(let operations): Self.tree(operations, RecordedEffect.merge)
    case .concatenate(let operations): Self.tree(operations, RecordedEffect.concat)
    }
  }

  private static func tree(
    _ operations: [Self], _ node: ([RecordedEffect]) -> RecordedEffect
  ) -> RecordedEffect? {
    let parts = operations.compactMap(\.unclaimed)
    return parts.count > 1 ? node(parts) : parts.first
  }
}

extension RecordedEffect {
  /// The same tree with other run numbers.
  func numbered(_ number: (UInt64) -> UInt64) -> RecordedEffect {
    switch self {
    case .run(let name, let run): .run(name: name, run: number(run))
    case .merge(let parts): .merge(parts.map { $0.numbered(number) })
    case .concat(let parts): .concat(parts.map { $0.numbered(number) })
    case .cancel: self
    }
  }
}
