import Orrery
import OrreryTrace
import Testing

#if canImport(Combine)
@preconcurrency import Combine
#elseif canImport(OpenCombine)
@preconcurrency import OpenCombine
#endif

@Suite("Models side by side") struct InterfaceParallelTests {
  private let front = DoorModel()
  private let back = DoorModel()

  @Test("have one state made of both, which can be read at once")
  func state() async {
    let house = HouseModel(observing: front, observing: back)
    #expect(house.state == .shut)
    front.open()
    #expect(await eventually { house.state == .ajar })
  }

  @Test("take an event together, and tell of each state that follows")
  func synchronised() async {
    let house = HouseModel(observing: front, observing: back)
    let seen = Lock<[HouseState]>([])
    let subscription = house.stateDidChange.sink { state in seen.withLock { $0.append(state) } }
    house.openBoth()
    #expect(await eventually { house.state == .wideOpen })
    #expect(seen.withLock { $0.first } == .shut && seen.withLock { $0.last } == .wideOpen)
    subscription.cancel()
  }

  @Test("may be constant, in tests and previews")
  func constant() {
    let house = HouseModel(observing: ConstantDoorModel(.open), observing: front)
    house.openBack()
    #expect(house.state == .ajar)
    let seen = Lock<[HouseState]>([])
    let subscription = house.stateDidChange.sink { state in seen.withLock { $0.append(state) } }
    // The other door is real, and may tell of itself once more.
    #expect(Set(seen.withLock { $0 }) == [.ajar])
    subscription.cancel()
  }

  @Test("The library's constant model rests in any state, stable or not")
  func library() {
    let model = ConstantStateMachine(DoorState.opening(tries: 1))
    #expect(model.state == .opening(tries: 1))
    let value = ConstantConcurrentValueStateMachine("text")
    value.update("other")
    #expect(value.state == "text")
  }
}

private enum HouseState: StateProtocol {
  case shut, ajar, wideOpen
  var isStable: Bool { true }

  init(front: DoorState, back: DoorState) {
    switch (front, back) {
    case (.open, .open): self = .wideOpen
    case (.open, _), (_, .open): self = .ajar
    default: self = .shut
    }
  }
}

private final actor HouseModel: StateMachineProtocol {
  private let front: any DoorModelProtocol
  private let back: any DoorModelProtocol

  nonisolated var state: HouseState { HouseState(front: front.state, back: back.state) }
  nonisolated let stateDidChange: AnyPublisher<HouseState, Never>

  init(observing front: any DoorModelProtocol, observing back: any DoorModelProtocol) {
    self.front = front
    self.back = back
    stateDidChange = Publishers.CombineLatest(front.stateDidChange, back.stateDidChange)
      .map { HouseState(front: $0, back: $1) }
      .eraseToAnyPublisher()
  }

  nonisolated func openBoth() {
    front.open()
    back.open()
  }

  nonisolated func openBack() { back.close() }
}

private final actor ConstantDoorModel: DoorModelProtocol {
  nonisolated let state: DoorState
  nonisolated let stateDidChange: AnyPublisher<DoorState, Never>

  init(_ state: DoorState) {
    self.state = state
    stateDidChange = Just(state).eraseToAnyPublisher()
  }

  nonisolated func open() {}
  nonisolated func close() {}
}
