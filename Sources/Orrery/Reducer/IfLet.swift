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
    IfLetReducer(self, state, ActionPath(action, embed: embed), child)
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
    IfLetReducer(self, state, ActionPath(action), child)
  }
}

/// A reducer with a child whose state may be missing.
public struct IfLetReducer<Parent: Reducer, Child: Reducer>: Reducer {
  public typealias Body = Never

  private let parent: Parent
  private let optional: OptionalChild<Parent.State, Parent.Action, Child>

  init(
    _ parent: Parent, _ state: any WritableKeyPath<Parent.State, Child.State?> & Sendable,
    _ path: ActionPath<Parent.Action, Child.Action>, _ child: @escaping @Sendable () -> Child
  ) {
    self.parent = parent
    optional = OptionalChild(
      state: state, extract: path.extract, embed: path.embed,
      absent: { Notes(issues: [Misuse.absent($0, in: "nil at \(state)")]) }, child: child)
  }

  public func reduce(
    into state: inout Parent.State, action: Parent.Action
  ) -> Effect<Parent.Action> {
    optional.reduce(into: &state, action: action, followedBy: parent.reduce)
  }

  public var _recordedType: (any Reducer.Type)? { parent._recordedType }

  public func declareMachines(in list: inout MachineList<Parent.State>) {
    parent.declareMachines(in: &list)
    optional.declareMachines(in: &list)
  }
}
