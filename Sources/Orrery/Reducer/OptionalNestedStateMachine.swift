/// Runs a child that comes and goes on a part of the parent's state, with the parent's own flat actions.
///
/// `@ComposableStateMachine` writes these from `@NestedState` properties that are optional. An action for
/// a child that is not there is the parent's alone: where the parent does nothing either, the step is
/// recorded as ignored. What the child's effects do is cancelled as soon as its state is gone.
public struct OptionalNestedStateMachine<
  ParentState: Sendable, ParentAction: Sendable, Child: Reducer
>: Reducer {
  public typealias Body = Never

  private let optional: OptionalChild<ParentState, ParentAction, Child>

  /// - Parameters:
  ///   - state: Where the parent holds the child's state, or nothing; it also tells children apart.
  ///   - toChildAction: The child's action for a parent's, or nothing where the child is not meant.
  ///   - fromChildAction: The parent's action for a result of the child's effects. A result
  ///     without one is lost, which is recorded as a failed effect and reported.
  ///   - child: Makes the child.
  public init(
    state: any WritableKeyPath<ParentState, Child.State?> & Sendable,
    toChildAction: @escaping @Sendable (ParentAction) -> Child.Action?,
    fromChildAction: @escaping @Sendable (Child.Action) -> ParentAction?,
    child: @escaping @Sendable () -> Child
  ) {
    optional = OptionalChild(
      state: state, extract: toChildAction, embed: { action, _ in fromChildAction(action) },
      absent: { _ in Recording.isLive ? Notes(isForAbsentChild: true) : nil }, child: child)
  }

  public func reduce(
    into state: inout ParentState, action: ParentAction
  ) -> Effect<ParentAction> {
    optional.reduce(into: &state, action: action) { _, _ in .none }
  }

  public func _reduce(
    into state: inout ParentState, action: ParentAction,
    followedBy rest: (inout ParentState, ParentAction) -> Effect<ParentAction>
  ) -> Effect<ParentAction> {
    optional.reduce(into: &state, action: action, followedBy: rest)
  }

  public var _recordedType: (any Reducer.Type)? { nil }

  public func declareMachines(in list: inout MachineList<ParentState>) {
    optional.declareMachines(in: &list)
  }
}
