import Orrery

#if canImport(Combine)
@preconcurrency import Combine
#else
@preconcurrency import OpenCombine
#endif

public enum ModelAState: StateProtocol {
  case active(String)
  case inactive, failed
  public var isStable: Bool { true }
}

public protocol ModelAProtocol: StateMachineProtocol<ModelAState> {
  nonisolated func eventX()
  nonisolated func eventA()
}

public final actor ModelA: ModelAProtocol {
  private let subject = ConcurrentValueSubject<ModelAState, Never>(.inactive)
  public nonisolated var state: ModelAState { subject.state }
  public nonisolated var stateDidChange: AnyPublisher<ModelAState, Never> {
    subject.eraseToAnyPublisher()
  }

  public nonisolated func eventX() { Task { await self.eventXInternal() } }

  private func eventXInternal() {
    switch state {
    case .inactive: subject.send(.active("A"))
    case .active: subject.send(.inactive)
    case .failed: break
    }
  }

  public nonisolated func eventA() { Task { await self.eventAInternal() } }

  private func eventAInternal() {
    if case .active = state { subject.send(.failed) }
  }
}

public enum ModelBState: StateProtocol {
  case active(Int)
  case inactive, failed
  public var isStable: Bool { true }
}

public protocol ModelBProtocol: StateMachineProtocol<ModelBState> {
  nonisolated func eventX()
  nonisolated func eventB()
}

public final actor ModelB: ModelBProtocol {
  private let subject = ConcurrentValueSubject<ModelBState, Never>(.inactive)
  public nonisolated var state: ModelBState { subject.state }
  public nonisolated var stateDidChange: AnyPublisher<ModelBState, Never> {
    subject.eraseToAnyPublisher()
  }

  public nonisolated func eventX() { Task { await self.eventXInternal() } }

  private func eventXInternal() {
    if case .inactive = state { subject.send(.active(1)) }
  }

  public nonisolated func eventB() { Task { await self.eventBInternal() } }

  private func eventBInternal() {
    if case .active = state { subject.send(.inactive) }
  }
}
