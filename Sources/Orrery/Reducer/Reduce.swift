/// A reducer made of a closure.
public struct Reduce<State: Sendable, Action: Sendable>: Reducer {
  public typealias Body = Never

  @usableFromInline let function: @Sendable (inout State, Action) -> Effect<Action>

  @inlinable
  public init(_ function: @escaping @Sendable (inout State, Action) -> Effect<Action>) {
    self.function = function
  }

  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    function(&state, action)
  }

  public var _recordedType: (any Reducer.Type)? { nil }
}
