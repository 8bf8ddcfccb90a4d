#if canImport(Combine)
@preconcurrency public import Combine
#elseif canImport(OpenCombine)
@preconcurrency public import OpenCombine
#endif
#if canImport(SwiftUI)
public import SwiftUI
#endif
#if canImport(Combine) || canImport(OpenCombine)
import OrreryTrace

/// A model whose state is a value that a view edits: a text, a choice, a switch.
public protocol ConcurrentValueStateMachineProtocol<State>: StateMachineProtocol {
  /// Makes a value the state.
  ///
  /// It is the state when this returns: a text field that reads back what it wrote must not find an
  /// older text.
  nonisolated func update(_ state: State)
}

/// Holds a value that views and models edit; any thread may.
public final actor ConcurrentValueStateMachine<State: StateProtocol>:
  ConcurrentValueStateMachineProtocol
{
  private let subject: ConcurrentValueSubject<State, Never>

  public nonisolated var state: State { subject.state }
  public nonisolated let stateDidChange: AnyPublisher<State, Never>

  /// - Parameters:
  ///   - initialState: The value before the first edit. One that is not stable stops the program.
  ///   - machine: What a trace calls it.
  ///   - recorder: Where edits are recorded; by default where the environment says, or nowhere.
  public init(
    startsWith initialState: State, machine: String = "ConcurrentValueStateMachine",
    recorder: TraceRecorder = .shared
  ) {
    subject = ConcurrentValueSubject(
      startsWith: initialState, machine: machine, recorder: recorder)
    stateDidChange = subject.eraseToAnyPublisher()
  }

  public nonisolated func update(_ state: State) { subject.send(state) }
}

#if canImport(SwiftUI)
extension ConcurrentValueStateMachineProtocol {
  /// The value for `TextField`, `Picker` and their like, which read it and write it.
  public nonisolated func binding() -> Binding<State> {
    Binding(get: { self.state }, set: { self.update($0) })
  }
}
#endif
#endif
