extension Reducer {
  /// Adds a child whose state may be missing; it runs before this reducer.
  ///
  /// An action for a child that is not there is dropped and reported. What the child's effects do is
  /// cancelled as soon as its state is gone.
  ///
  /// - Parameters:
  ///   - state: Where the parent holds the child's state, or nothing.
  ///   - action: The child's action inside a parent's, or nothing where there is none.
  ///   - embed: Wraps an action of the child for the parent.
  ///   - child: Builds the child.
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ state: any WritableKeyPath<State, ChildState?> & Sendable,
    action: any KeyPath<Action, ChildAction?> & Sendable,
    embed: @escaping @Sendable (ChildAction) -> Action,
    @ReducerBuilder<ChildState, ChildAction> then child: @escaping @Sendable () -> Child
  ) -> IfLetReducer<Self, Child> {
    IfLetReducer(parent: self, state: state, path: ActionPath(action, embed: embed), child: child)
  }

  /// Adds a child whose state may be missing; it runs before this reducer.
  ///
  /// - Parameters:
  ///   - state: Where the parent holds the child's state, or nothing.
  ///   - action: The child's action inside a parent's; setting it makes the action that wraps it.
  ///   - child: Builds the child.
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ state: any WritableKeyPath<State, ChildState?> & Sendable,
    action: any WritableKeyPath<Action, ChildAction?> & Sendable,
    @ReducerBuilder<ChildState, ChildAction> then child: @escaping @Sendable () -> Child
  ) -> IfLetReducer<Self, Child> {
    IfLetReducer(parent: self, state: state, path: ActionPath(action), child: child)
  }
}

/// A reducer with a child whose state may be missing.
public struct IfLetReducer<Parent: Reducer, Child: Reducer>: Reducer {
  public typealias Body = Never

  let parent: Parent
  let state: any WritableKeyPath<Parent.State, Child.State?> & Sendable
  let path: ActionPath<Parent.Action, Child.Action>
  let child: @Sendable () -> Child

  public func reduce(
    into state: inout Parent.State, action: Parent.Action
  ) -> Effect<Parent.Action> {
    let wasThere = state[keyPath: self.state] != nil
    let effect = reduceChild(into: &state, action: action)
    var whole = effect.and(parent.reduce(into: &state, action: action))
    switch (wasThere, state[keyPath: self.state] != nil) {
    case (true, true), (false, false): break
    case (false, true):
      var list = MachineList(state: state)
      addChild(to: &list)
      whole.notes = Notes.joined(whole.notes, Notes(arrived: list.machines))
    case (true, false):
      let departed = [Route.root.below(Route.Key(self.state))]
      whole.notes = Notes.joined(whole.notes, Notes(departed: departed))
    }
    return whole
  }

  private func addChild(to list: inout MachineList<Parent.State>) {
    let path = state
    list.add(child(), at: Route.Key(path)) { $0[keyPath: path] }
  }

  private func reduceChild(
    into state: inout Parent.State, action: Parent.Action
  ) -> Effect<Parent.Action> {
    guard let childAction = path.extract(action) else { return .none }
    let keyPath = self.state
    guard var childState = state[keyPath: keyPath] else {
      var effect = Effect<Parent.Action>.none
      effect.notes = Notes(issues: [Misuse.absent(childAction, in: "nil at \(keyPath)")])
      return effect
    }
    let effect = child().reduceWhole(into: &childState, action: childAction)
    state[keyPath: keyPath] = childState
    return effect.whilePresent().nested(
      at: Route.Key(keyPath), child: { (parent: Parent.State) in parent[keyPath: keyPath] },
      transform: { [path] in path.embed($0, action) })
  }

  public var _recordedType: (any Reducer.Type)? { parent._recordedType }

  public func declareMachines(in list: inout MachineList<Parent.State>) {
    parent.declareMachines(in: &list)
    addChild(to: &list)
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
