import Orrery

#if canImport(Combine)
@preconcurrency import Combine
#else
@preconcurrency import OpenCombine
#endif

/// Heats, and stays hot until it is switched off.
protocol OvenModelProtocol: StateMachineProtocol<OvenState> {
  nonisolated func switchOn(degrees: Int)
  nonisolated func switchOff()
}

enum OvenState: StateProtocol {
  case off
  case heating(degrees: Int)
  case hot(degrees: Int)
  case broken

  var isStable: Bool {
    switch self {
    case .off, .hot, .broken: true
    case .heating: false
    }
  }
}

/// What makes it hot.
protocol Heater: Sendable {
  func heat(to degrees: Int) async throws
}

final actor OvenModel: OvenModelProtocol {
  private let subject: ConcurrentValueSubject<OvenState, Never>
  private let heater: any Heater

  nonisolated var state: OvenState { subject.state }
  nonisolated let stateDidChange: AnyPublisher<OvenState, Never>

  init(heater: any Heater) {
    self.heater = heater
    subject = ConcurrentValueSubject(startsWith: .off, of: OvenModel.self)
    stateDidChange = subject.eraseToAnyPublisher()
  }

  nonisolated func switchOn(degrees: Int) {
    subject.perform(on: self) { await self.switchOnInternal(degrees: degrees) }
  }

  private func switchOnInternal(degrees: Int) async {
    guard case .off = subject.state else { return }
    let heating = subject.send(.heating(degrees: degrees), starting: "heater.heat")
    do {
      try await heater.heat(to: degrees)
      // It may have been switched off meanwhile.
      guard case .heating = subject.state else { return }
      subject.send(.hot(degrees: degrees), after: heating)
    } catch {
      heating.fail("the heater is broken")
      guard case .heating = subject.state else { return }
      subject.send(.broken, after: heating)
    }
  }

  nonisolated func switchOff() {
    subject.perform(on: self) { await self.switchOffInternal() }
  }

  private func switchOffInternal() {
    switch subject.state {
    case .heating, .hot: subject.send(.off)
    case .off, .broken: break
    }
  }
}

/// For previews and tests of what follows an oven.
final actor ConstantOvenModel: OvenModelProtocol {
  nonisolated let state: OvenState
  nonisolated let stateDidChange: AnyPublisher<OvenState, Never>

  init(_ state: OvenState) {
    self.state = state
    stateDidChange = Just(state).eraseToAnyPublisher()
  }

  nonisolated func switchOn(degrees: Int) {}
  nonisolated func switchOff() {}
}
