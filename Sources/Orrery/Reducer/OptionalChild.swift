/// A child whose state may be missing, and what runs after it in the same step.
struct OptionalChild<ParentState: Sendable, ParentAction: Sendable, Child: Reducer>: Sendable {
  let state: any WritableKeyPath<ParentState, Child.State?> & Sendable
  let extract: @Sendable (ParentAction) -> Child.Action?
  /// The parent's action around a child's, like the one that the child was started with.
  let embed: @Sendable (Child.Action, _ like: ParentAction) -> ParentAction?
  /// What is to be said of an action for a child that is not there.
  let absent: @Sendable (Child.Action) -> Notes?
  let child: @Sendable () -> Child

  func reduce(
    into state: inout ParentState, action: ParentAction,
    followedBy rest: (inout ParentState, ParentAction) -> Effect<ParentAction>
  ) -> Effect<ParentAction> {
    let wasThere = state[keyPath: self.state] != nil
    let effect = reduceChild(into: &state, action: action)
    var whole = effect.and(rest(&state, action))
    switch (wasThere, state[keyPath: self.state] != nil) {
    case (true, true), (false, false): break
    case (false, true):
      var list = MachineList(state: state)
      declareMachines(in: &list)
      whole.notes = Notes.joined(whole.notes, Notes(arrived: list.machines))
    case (true, false):
      let departed = [Route.root.below(Route.Key(self.state))]
      whole.notes = Notes.joined(whole.notes, Notes(departed: departed))
    }
    return whole
  }

  private func reduceChild(
    into state: inout ParentState, action: ParentAction
  ) -> Effect<ParentAction> {
    guard let childAction = extract(action) else { return .none }
    let keyPath = self.state
    guard var childState = state[keyPath: keyPath] else {
      var effect = Effect<ParentAction>.none
      effect.notes = absent(childAction)
      return effect
    }
    let effect = child().reduceWhole(into: &childState, action: childAction)
    state[keyPath: keyPath] = childState
    return effect.whilePresent().nested(
      at: Route.Key(keyPath), child: { (parent: ParentState) in parent[keyPath: keyPath] },
      transform: { [embed] in embed($0, action) })
  }

  func declareMachines(in list: inout MachineList<ParentState>) {
    let path = state
    list.add(child(), at: Route.Key(path)) { $0[keyPath: path] }
  }
}

extension Effect {
  /// The same effect, which ends when the state of its child is gone.
  func whilePresent() -> Self {
    guard !operation.isNone else { return self }
    var result = self
    result.operation = operation.mapRuns { run in
      var run = run
      run.bounds.append(Bound("the child's state is gone", { (_: any Sendable) in true }))
      return run
    }
    return result
  }
}
