/// A reducer made of a closure.
public struct Reduce<State: Sendable, Action: Sendable>: Reducer {
  public typealias Body = Never

  private let function: @Sendable (inout State, Action) -> Effect<Action>

  public init(_ function: @escaping @Sendable (inout State, Action) -> Effect<Action>) {
    self.function = function
  }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    function(&state, action)
  }
}
