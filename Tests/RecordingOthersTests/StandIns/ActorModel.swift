// The shape of BLEMacroApp's models (Kuniwak/BLEMacroApp): an actor publishes its state by a subject.

#if canImport(Combine)
@preconcurrency import Combine
#elseif canImport(OpenCombine)
@preconcurrency import OpenCombine
#endif

protocol StateMachineProtocol<State>: Actor {
  associatedtype State
  nonisolated var state: State { get }
  nonisolated var stateDidChange: AnyPublisher<State, Never> { get }
}

actor ConcurrentValueSubject<Output: Sendable, Failure: Error> {
  nonisolated private let subject: CurrentValueSubject<Output, Failure>

  nonisolated var value: Output { subject.value }

  init(_ value: Output) { subject = CurrentValueSubject(value) }

  func change(_ next: @Sendable (Output) -> Output) { subject.value = next(subject.value) }

  nonisolated func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
    subject.eraseToAnyPublisher()
  }
}
