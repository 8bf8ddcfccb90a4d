/// Runs a child on a part of the parent's state, with actions that the parent wraps.
///
/// ```swift
/// Scope(state: \.map, action: \.mapAction, embed: Action.mapAction) { MapFeature() }
/// ```
public struct Scope<ParentState: Sendable, ParentAction: Sendable, Child: Reducer>: Reducer {
  public typealias Body = Never

  private let state: any WritableKeyPath<ParentState, Child.State> & Sendable
  private let path: ActionPath<ParentAction, Child.Action>
  private let child: @Sendable () -> Child

  /// - Parameters:
  ///   - state: Where the parent holds the child's state.
  ///   - action: The child's action inside a parent's, or nothing where there is none.
  ///   - embed: Wraps an action of the child for the parent.
  ///   - child: Builds the child.
  public init<ChildState, ChildAction>(
    state: any WritableKeyPath<ParentState, ChildState> & Sendable,
    action: any KeyPath<ParentAction, ChildAction?> & Sendable,
    embed: @escaping @Sendable (ChildAction) -> ParentAction,
    @ReducerBuilder<ChildState, ChildAction> child: @escaping @Sendable () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.state = state
    path = ActionPath(action, embed: embed)
    self.child = child
  }

  /// - Parameters:
  ///   - state: Where the parent holds the child's state.
  ///   - action: The child's action inside a parent's; setting it makes the action that wraps it.
  ///   - child: Builds the child.
  public init<ChildState, ChildAction>(
    state: any WritableKeyPath<ParentState, ChildState> & Sendable,
    action: any WritableKeyPath<ParentAction, ChildAction?> & Sendable,
    @ReducerBuilder<ChildState, ChildAction> child: @escaping @Sendable () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.state = state
    path = ActionPath(action)
    self.child = child
  }

  public func reduce(
    into state: inout ParentState, action: ParentAction
  ) -> Effect<ParentAction> {
    guard let childAction = path.extract(action) else { return .none }
    let keyPath = self.state
    return child()
      .reduceWhole(into: &state[keyPath: keyPath], action: childAction)
      .nested(
        at: Route.Key(keyPath), child: { (parent: ParentState) in parent[keyPath: keyPath] },
        transform: { [path] in path.embed($0, action) })
  }

  public var _recordedType: (any Reducer.Type)? { nil }

  public func declareMachines(in list: inout MachineList<ParentState>) {
    let path = state
    list.add(child(), at: Route.Key(path)) { $0[keyPath: path] }
  }
}
