#if canImport(Combine)
@preconcurrency public import Combine
#elseif canImport(OpenCombine)
@preconcurrency public import OpenCombine
#endif
#if canImport(Combine) || canImport(OpenCombine)
import Dispatch

/// The state of a model as a view follows it: on the main actor.
///
/// ```swift
/// @StateObject private var binding: ViewBinding<DoorState>
///
/// init(observing model: any DoorModelProtocol) {
///   _binding = .init(wrappedValue: .init(source: model))
/// }
/// ```
@MainActor
public final class ViewBinding<State: StateProtocol>: ObservableObject {
  /// The state that the view shows.
  @Published public private(set) var state: State

  private var cancellable: AnyCancellable?

  /// - Parameter source: The model to follow, for as long as the binding lives.
  public init<StateMachine: StateMachineProtocol>(source: StateMachine)
  where StateMachine.State == State {
    state = source.state
    // States come on any thread. The queue keeps their order; tasks of the main actor would not
    // promise it.
    cancellable = source.stateDidChange.sink { @Sendable [weak self] state in
      DispatchQueue.main.async {
        MainActor.assumeIsolated { self?.state = state }
      }
    }
  }
}
#endif
