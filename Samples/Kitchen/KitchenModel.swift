import Orrery

#if canImport(Combine)
@preconcurrency import Combine
#else
@preconcurrency import OpenCombine
#endif

/// What a cook sees of oven and timer at once.
enum KitchenState: StateProtocol {
  case idle
  case warmingUp
  case baking(minutes: Int)
  case done
  case outOfOrder

  var isStable: Bool {
    switch self {
    case .idle, .baking, .done, .outOfOrder: true
    case .warmingUp: false
    }
  }

  init(oven: OvenState, timer: TimerState) {
    switch (oven, timer) {
    case (.broken, _): self = .outOfOrder
    case (.heating, _): self = .warmingUp
    case (.hot, .running(let minutes)): self = .baking(minutes: minutes)
    case (.hot, .ringing): self = .done
    case (.hot, .stopped), (.off, _): self = .idle
    }
  }
}

/// Oven and timer side by side: a state made of both, and events for one of them or for both.
final actor KitchenModel: StateMachineProtocol {
  private let oven: any OvenModelProtocol
  private let timer: any TimerModelProtocol
  private let recording: CompositeRecording<KitchenState>

  nonisolated var state: KitchenState { KitchenState(oven: oven.state, timer: timer.state) }
  nonisolated let stateDidChange: AnyPublisher<KitchenState, Never>

  init(observing oven: any OvenModelProtocol, observing timer: any TimerModelProtocol) {
    self.oven = oven
    self.timer = timer
    stateDidChange = Publishers.CombineLatest(oven.stateDidChange, timer.stateDidChange)
      .map { KitchenState(oven: $0, timer: $1) }
      .eraseToAnyPublisher()
    recording = CompositeRecording(of: KitchenModel.self, following: stateDidChange)
  }

  nonisolated func preheat(degrees: Int) { oven.switchOn(degrees: degrees) }

  nonisolated func bake(minutes: Int) { timer.start(minutes: minutes) }

  /// The event that both take.
  nonisolated func switchOff() {
    oven.switchOff()
    timer.switchOff()
  }
}
