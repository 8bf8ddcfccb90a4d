import Orrery
import OrreryTrace

#if canImport(Combine)
@preconcurrency public import Combine
#else
@preconcurrency public import OpenCombine
#endif

public enum LampState: StateProtocol, Equatable {
  case off
  case warming
  case on
  case broken

  public var isStable: Bool { self != .warming }
}

/// A lamp that takes its time.
public final actor LampModel: StateMachineProtocol {
  private let subject: ConcurrentValueSubject<LampState, Never>
  private let heat: @Sendable () async throws -> Void

  public nonisolated var state: LampState { subject.state }
  public nonisolated let stateDidChange: AnyPublisher<LampState, Never>

  public init(
    recorder: TraceRecorder = .shared, heat: @escaping @Sendable () async throws -> Void = {}
  ) {
    self.heat = heat
    subject = ConcurrentValueSubject(startsWith: .off, of: LampModel.self, recorder: recorder)
    stateDidChange = subject.eraseToAnyPublisher()
  }

  public nonisolated func press() {
    subject.perform(on: self) { await self.pressInternal() }
  }

  private func pressInternal() async {
    switch subject.state {
    case .off:
      let heating = subject.send(.warming, starting: "heat")
      do {
        try await heat()
        subject.send(.on, after: heating)
      } catch {
        heating.fail("it burnt through")
        subject.send(.broken, after: heating)
      }
    case .on: subject.send(.off)
    case .warming, .broken: break
    }
  }
}
