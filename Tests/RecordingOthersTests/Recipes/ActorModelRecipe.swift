#if canImport(Combine)
@preconcurrency import Combine
#elseif canImport(OpenCombine)
@preconcurrency import OpenCombine
#endif

enum LinkState: Equatable { case disconnected, connecting, connected, disconnecting }

final actor LinkModel: StateMachineProtocol {
  nonisolated var state: LinkState { stateDidChangeSubject.value }
  nonisolated private let stateDidChangeSubject: ConcurrentValueSubject<LinkState, Never>
  nonisolated let stateDidChange: AnyPublisher<LinkState, Never>

  init(initialState: LinkState = .disconnected) {
    let subject = ConcurrentValueSubject<LinkState, Never>(initialState)
    stateDidChangeSubject = subject
    stateDidChange = subject.eraseToAnyPublisher()
  }

  nonisolated func connect() {
    Task {
      await stateDidChangeSubject.change { prev in
        switch prev {
        case .disconnected: return .connecting
        default: return prev
        }
      }
    }
  }

  nonisolated func disconnect() {
    Task {
      await stateDidChangeSubject.change { prev in
        switch prev {
        case .connected: return .disconnecting
        default: return prev
        }
      }
    }
  }

  func didConnect() async {
    await stateDidChangeSubject.change { prev in
      guard case .connecting = prev else { return prev }
      return .connected
    }
  }

  func didDisconnect() async {
    await stateDidChangeSubject.change { prev in .disconnected }
  }
}
