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

@Suite("A recorded model that is made of others") struct CompositeRecordingTests {
  private let recorded = Recorded()

  private func steps(of machine: String) -> [String] {
    recorded.steps.filter { $0.hasPrefix(machine) }
  }

  @Test("is a machine of its own, whose steps are named after those of its parts that caused them")
  func steps() async {
    let front = DoorModel(recorder: recorded.recorder)
    let back = DoorModel(recorder: recorded.recorder) { throw DoorModel.Jammed() }
    let house = HouseModel(observing: front, observing: back, recorder: recorded.recorder)
    front.open()
    #expect(await eventually { house.state == .ajar })
    back.open()
    #expect(await eventually { steps(of: "HouseModel").count == 4 })
    front.close()
    #expect(await eventually { steps(of: "HouseModel").count == 5 })
    #expect(recorded.instances.last == "started HouseModel#3: shut")
    #expect(
      steps(of: "HouseModel") == [
        "HouseModel#3: child.DoorModel.open shut > shut none",
        "HouseModel#3: child.DoorModel.open shut > ajar moved",
        "HouseModel#3: child.DoorModel.open ajar > ajar none",
        "HouseModel#3: child.DoorModel.open ajar > ajar none",
        "HouseModel#3: child.DoorModel.close ajar > shut moved",
      ])
  }

  @Test("follows each step of a part at once, and from the same effect")
  func causes() async {
    let front = DoorModel(recorder: recorded.recorder)
    let house = HouseModel(
      observing: front, observing: ConstantDoorModel(.closed), recorder: recorded.recorder)
    front.open()
    #expect(await eventually { recorded.steps.count == 4 })
    #expect(house.state == .ajar)
    let steps = recorded.allSteps
    #expect(
      steps.map { $0.machine.split(separator: ".").last } == [
        "DoorModel", "HouseModel", "DoorModel", "HouseModel",
      ])
    #expect(steps.map(\.cause) == [nil, nil, 1, 1])
  }

  @Test("names each step after the part that took it, also where both take steps at once")
  func contention() async {
    let front = DoorModel(recorder: recorded.recorder)
    let back = DoorModel(startsWith: .open, recorder: recorded.recorder)
    let house = HouseModel(observing: front, observing: back, recorder: recorded.recorder)
    await withTaskGroup { group in
      for _ in 0..<200 {
        group.addTask { front.open() }
        group.addTask { front.close() }
        group.addTask { back.close() }
        group.addTask { back.slam() }
      }
    }
    func parts() -> [String] { steps(of: "DoorModel").filter { !$0.hasSuffix(" none") } }
    #expect(
      await eventually {
        steps(of: "DoorModel").filter { $0.contains(" input.") }.count == 800
          && front.state.isStable && steps(of: "HouseModel").count == parts().count
      })
    #expect(house.state != .wideOpen)
    let events = { (lines: [String]) in
      lines.compactMap { $0.split(separator: " ").dropFirst().first?.split(separator: ".").last }
        .reduce(into: [:]) { counts, event in counts[event, default: 0] += 1 }
    }
    #expect(events(steps(of: "HouseModel")) == events(parts()))
    let states = recorded.allSteps.filter { $0.machine.hasSuffix("HouseModel") }
    #expect(zip(states, states.dropFirst()).allSatisfy { $0.to == $1.from })
  }

  @Test("tells no event where a part is not recorded")
  func unrecorded() async {
    let front = DoorModel()
    let house = HouseModel(
      observing: front, observing: ConstantDoorModel(.open), recorder: recorded.recorder)
    front.open()
    #expect(await eventually { house.state == .wideOpen && recorded.steps.count == 2 })
    #expect(recorded.steps.last == "HouseModel#1: child.? ajar > wideOpen moved")
  }

  @Test("is known to a sink that comes late, and ends with the model")
  func life() async {
    let front = DoorModel(startsWith: .open)
    let recorder = TraceRecorder()
    var house: HouseModel? = HouseModel(
      observing: front, observing: ConstantDoorModel(.closed), recorder: recorder)
    let late = Recorded(attachedTo: recorder)
    #expect(house?.state == .ajar)
    house = nil
    #expect(late.instances == ["snapshot HouseModel#1: ajar", "ended HouseModel#1: ajar"])
  }
}

private enum HouseState: StateProtocol, Equatable {
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
  private let recording: CompositeRecording<HouseState>

  nonisolated var state: HouseState { HouseState(front: front.state, back: back.state) }
  nonisolated let stateDidChange: AnyPublisher<HouseState, Never>

  init(
    observing front: any DoorModelProtocol, observing back: any DoorModelProtocol,
    recorder: TraceRecorder = TraceRecorder()
  ) {
    self.front = front
    self.back = back
    stateDidChange = Publishers.CombineLatest(front.stateDidChange, back.stateDidChange)
      .map { HouseState(front: $0, back: $1) }
      .eraseToAnyPublisher()
    recording = CompositeRecording(
      of: HouseModel.self, following: stateDidChange, recorder: recorder)
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
