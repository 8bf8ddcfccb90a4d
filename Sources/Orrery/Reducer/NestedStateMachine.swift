/// Runs a child on a part of the parent's state, with the parent's own flat actions.
///
/// `@ComposableStateMachine` writes these from `@NestedState` and `@Forward`.
public struct NestedStateMachine<ParentState: Sendable, ParentAction: Sendable, Child: Reducer>:
  Reducer
{
  public typealias Body = Never

  private let state: any WritableKeyPath<ParentState, Child.State> & Sendable
  private let toChildAction: @Sendable (ParentAction) -> Child.Action?
  private let fromChildAction: @Sendable (Child.Action) -> ParentAction?
  private let child: @Sendable () -> Child

  /// - Parameters:
  ///   - state: Where the parent holds the child's state; it also tells children apart.
  ///   - toChildAction: The child's action for a parent's, or nothing where the child is not meant.
  ///   - fromChildAction: The parent's action for a result of the child's effects. A result
  ///     without one is lost, which is recorded as a failed effect and reported.
  ///   - child: Makes the child.
  public init(
    state: any WritableKeyPath<ParentState, Child.State> & Sendable,
    toChildAction: @escaping @Sendable (ParentAction) -> Child.Action?,
    fromChildAction: @escaping @Sendable (Child.Action) -> ParentAction?,
    child: @escaping @Sendable () -> Child
  ) {
    self.state = state
    self.toChildAction = toChildAction
    self.fromChildAction = fromChildAction
    self.child = child
  }

  public func reduce(
    into state: inout ParentState, action: ParentAction
  ) -> Effect<ParentAction> {
    guard let childAction = toChildAction(action) else { return .none }
    let path = self.state
    return child()
      .reduceWhole(into: &state[keyPath: path], action: childAction)
      .nested(
        at: Route.Key(path), child: { (parent: ParentState) in parent[keyPath: path] },
        transform: fromChildAction)
  }

  public var _recordedType: (any Reducer.Type)? { nil }

  public func declareMachines(in list: inout MachineList<ParentState>) {
    let path = state
    list.add(child(), at: Route.Key(path)) { $0[keyPath: path] }
  }
}
