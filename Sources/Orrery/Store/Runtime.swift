import OrreryTrace

/// A machine at work that is sent its inputs as they are, without `.input(…)` around them.
///
/// ```swift
/// let lamp = Runtimes.make(initialState: .off) { Lamp() }
/// lamp.send(.press)
/// ```
@dynamicMemberLookup
public final class Runtime<Machine: StateMachine>: Sendable {
  /// The store inside, for actions that are no inputs.
  public let store: StoreOf<Machine>

  /// - Parameter store: The store to wrap.
  @inlinable
  public init(_ store: StoreOf<Machine>) { self.store = store }

  /// The state after the last action that was handled.
  public var state: Machine.State { store.state }

  /// The state now, and each time it changes; ends with the store.
  public var states: AsyncStream<Machine.State> { store.states }

  /// A property of the state.
  public subscript<Value>(dynamicMember path: KeyPath<Machine.State, Value>) -> Value {
    store[dynamicMember: path]
  }

  /// Handles an input.
  @inlinable
  public func send(_ input: Machine.Input) { store.send(.input(input)) }
}

extension Runtime {
  /// Makes a machine run.
  ///
  /// - Parameters:
  ///   - initialState: The state before the first input.
  ///   - recorder: Where steps are recorded; by default where the environment says, or nowhere.
  ///   - stateMachine: Makes the machine.
  ///   - change: Sets the dependencies of the machine.
  @inlinable
  public static func make(
    initialState: Machine.State, recorder: TraceRecorder = .shared,
    stateMachine: () -> Machine,
    withDependencies change: (inout DependencyValues) -> Void = { _ in }
  ) -> Runtime {
    Runtime(
      Store(
        initialState: initialState, recorder: recorder, reducer: stateMachine,
        withDependencies: change))
  }
}

/// Makes machines run, where the compiler can tell which.
public enum Runtimes {
  /// Makes a machine run.
  ///
  /// - Parameters:
  ///   - initialState: The state before the first input.
  ///   - recorder: Where steps are recorded; by default where the environment says, or nowhere.
  ///   - stateMachine: Makes the machine.
  ///   - change: Sets the dependencies of the machine.
  @inlinable
  public static func make<Machine: StateMachine>(
    initialState: Machine.State, recorder: TraceRecorder = .shared,
    stateMachine: () -> Machine,
    withDependencies change: (inout DependencyValues) -> Void = { _ in }
  ) -> Runtime<Machine> {
    Runtime.make(
      initialState: initialState, recorder: recorder, stateMachine: stateMachine,
      withDependencies: change)
  }
}
