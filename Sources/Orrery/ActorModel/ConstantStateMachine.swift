#if canImport(Combine)
@preconcurrency public import Combine
#elseif canImport(OpenCombine)
@preconcurrency public import OpenCombine
#endif
#if canImport(Combine) || canImport(OpenCombine)
/// A model that rests in one state, stable or not: for tests and previews of what follows models.
///
/// A constant model of a protocol with events declares the two properties in the same way, and
/// events that do nothing.
public final actor ConstantStateMachine<State: StateProtocol>: StateMachineProtocol {
  public nonisolated let state: State
  public nonisolated let stateDidChange: AnyPublisher<State, Never>

  public init(_ state: State) {
    self.state = state
    stateDidChange = Just(state).eraseToAnyPublisher()
  }
}

/// A value that no edit changes.
public final actor ConstantConcurrentValueStateMachine<State: StateProtocol>:
  ConcurrentValueStateMachineProtocol
{
  public nonisolated let state: State
  public nonisolated let stateDidChange: AnyPublisher<State, Never>

  public init(_ state: State) {
    self.state = state
    stateDidChange = Just(state).eraseToAnyPublisher()
  }

  public nonisolated func update(_ state: State) {}
}
#endif
