import Orrery

#if canImport(Combine)
@preconcurrency import Combine
#else
@preconcurrency import OpenCombine
#endif

/// Counts minutes down, and rings.
protocol TimerModelProtocol: StateMachineProtocol<TimerState> {
  nonisolated func start(minutes: Int)
  nonisolated func minutePassed()
  nonisolated func switchOff()
}

enum TimerState: StateProtocol {
  case stopped
  case running(minutes: Int)
  case ringing

  var isStable: Bool { true }
}

final actor TimerModel: TimerModelProtocol {
  private let subject: ConcurrentValueSubject<TimerState, Never>

  nonisolated var state: TimerState { subject.state }
  nonisolated let stateDidChange: AnyPublisher<TimerState, Never>

  init() {
    subject = ConcurrentValueSubject(startsWith: .stopped, of: TimerModel.self)
    stateDidChange = subject.eraseToAnyPublisher()
  }

  nonisolated func start(minutes: Int) {
    subject.perform(on: self) { await self.startInternal(minutes: minutes) }
  }

  private func startInternal(minutes: Int) {
    switch subject.state {
    case .stopped, .ringing: subject.send(.running(minutes: minutes))
    case .running: break
    }
  }

  nonisolated func minutePassed() {
    subject.perform(on: self) { await self.minutePassedInternal() }
  }

  private func minutePassedInternal() {
    switch subject.state {
    case .running(let minutes) where minutes > 1: subject.send(.running(minutes: minutes - 1))
    case .running: subject.send(.ringing)
    case .stopped, .ringing: break
    }
  }

  nonisolated func switchOff() {
    subject.perform(on: self) { await self.switchOffInternal() }
  }

  private func switchOffInternal() {
    subject.send(.stopped)
  }
}
