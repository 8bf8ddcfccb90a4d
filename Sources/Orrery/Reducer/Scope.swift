/// Runs a child on a part of the parent's state, with actions that the parent wraps.
///
/// ```swift
/// Scope(state: \.map, action: \.mapAction, embed: Action.mapAction) { MapFeature() }
/// ```
public struct Scope<ParentState: Sendable, ParentAction: Sendable, Child: Reducer>: Reducer {
  public typealias Body = Never

  private let nested: NestedStateMachine<ParentState, ParentAction, Child>

  /// - Parameters:
  ///   - state: Where the parent holds the child's state.
  ///   - action: The child's action inside a parent's, or nothing where there is none.
  ///   - embed: Wraps an action of the child for the parent.
  ///   - child: Builds the child.
  public init(
    state: any WritableKeyPath<ParentState, Child.State> & Sendable,
    action: any KeyPath<ParentAction, Child.Action?> & Sendable,
    embed: @escaping @Sendable (Child.Action) -> ParentAction,
    @ReducerBuilder<Child.State, Child.Action> child: @escaping @Sendable () -> Child
  ) {
    nested = NestedStateMachine(
      state: state, toChildAction: { $0[keyPath: action] }, fromChildAction: { embed($0) },
      child: child)
  }

  public func reduce(
    into state: inout ParentState, action: ParentAction
  ) -> Effect<ParentAction> {
    nested.reduce(into: &state, action: action)
  }
}
