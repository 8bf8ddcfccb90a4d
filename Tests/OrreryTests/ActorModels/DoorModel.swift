import Orrery
import OrreryTrace

#if canImport(Combine)
@preconcurrency import Combine
#elseif canImport(OpenCombine)
@preconcurrency import OpenCombine
#endif

protocol DoorModelProtocol: StateMachineProtocol<DoorState> {
  nonisolated func open()
  nonisolated func close()
}

enum DoorState: StateProtocol, Equatable {
  case closed
  case opening(tries: Int)
  case open
  case stuck

  var isStable: Bool {
    if case .opening = self { false } else { true }
  }
}

/// A model in the document's form, with both ways into it.
final actor DoorModel: DoorModelProtocol {
  struct Jammed: Error {}

  private let subject: ConcurrentValueSubject<DoorState, Never>
  private let motor: @Sendable () async throws -> Void

  nonisolated var state: DoorState { subject.state }
  nonisolated let stateDidChange: AnyPublisher<DoorState, Never>

  init(
    startsWith initialState: DoorState = .closed, recorder: TraceRecorder = TraceRecorder(),
    motor: @escaping @Sendable () async throws -> Void = {}
  ) {
    self.motor = motor
    subject = ConcurrentValueSubject(
      startsWith: initialState, of: DoorModel.self, recorder: recorder)
    stateDidChange = subject.eraseToAnyPublisher()
  }

  nonisolated func open() {
    subject.perform(on: self) { await self.openInternal() }
  }

  private func openInternal() async {
    guard case .closed = state else { return }
    let run = subject.send(.opening(tries: 1), starting: "motor")
    do {
      try await motor()
      subject.send(.open, after: run)
    } catch {
      run.fail("jammed")
      subject.send(.stuck, after: run)
    }
  }

  nonisolated func close() {
    subject.perform(on: self) { await self.closeInternal() }
  }

  private func closeInternal() {
    subject.change { $0 == .open ? .closed : $0 }
  }

  /// The document's bare form.
  nonisolated func slam() {
    Task { await self.slamInternal() }
  }

  private func slamInternal() {
    subject.send(.closed)
  }
}
