#if canImport(Combine)
@preconcurrency public import Combine
#elseif canImport(OpenCombine)
@preconcurrency public import OpenCombine
#endif
#if canImport(Combine) || canImport(OpenCombine)
/// A state machine that is an actor: its state can be read at any time, and followed.
///
/// Declare the events of a model in a protocol of its own, as nonisolated methods without a result,
/// and give it two implementations: the model, and a constant one for tests and previews.
///
/// ```swift
/// public protocol DoorModelProtocol: StateMachineProtocol<DoorState> {
///   nonisolated func open()
///   nonisolated func close()
/// }
/// ```
public protocol StateMachineProtocol<State>: Actor {
  associatedtype State: StateProtocol

  /// The state after the last event that was handled.
  nonisolated var state: State { get }

  /// The state now, and each time it changes.
  ///
  /// Nonisolated, so that views and composed models, which are no part of the actor, can follow it.
  nonisolated var stateDidChange: AnyPublisher<State, Never> { get }
}
#endif
