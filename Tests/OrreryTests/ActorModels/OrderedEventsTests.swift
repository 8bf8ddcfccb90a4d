import Orrery
import OrreryTrace
import Testing

#if canImport(Combine)
@preconcurrency import Combine
#elseif canImport(OpenCombine)
@preconcurrency import OpenCombine
#endif

@Suite("Events of a model begin in the order in which they were sent")
struct OrderedEventsTests {
  @Test("by one caller, however many there are")
  func oneCaller() async {
    let model = Tally()
    for number in 0..<5_000 { model.take(number) }
    #expect(await eventually { model.state.seen.count == 5_000 })
    #expect(model.state.seen == Array(0..<5_000))
  }

  @Test("by each of many callers")
  func manyCallers() async {
    let model = Tally()
    await withTaskGroup(of: Void.self) { group in
      for caller in 0..<16 {
        group.addTask { for number in 0..<250 { model.take(caller * 1_000 + number) } }
      }
    }
    #expect(await eventually { model.state.seen.count == 4_000 })
    for caller in 0..<16 {
      let own = model.state.seen.filter { $0 / 1_000 == caller }
      #expect(own == Array(caller * 1_000..<caller * 1_000 + 250))
    }
  }

  @Test("also by callers of different priority")
  func priorities() async {
    let model = Tally()
    for number in 0..<200 {
      let priority: TaskPriority = number.isMultiple(of: 2) ? .background : .high
      await Task.detached(priority: priority) { model.take(number) }.value
    }
    #expect(await eventually { model.state.seen.count == 200 })
    #expect(model.state.seen == Array(0..<200))
  }

  @Test("and while the handler of an earlier one waits, so that a model can be interrupted")
  func interleaving() async {
    let gate = Barrier()
    let door = DoorModel(motor: { await gate.wait() })
    door.open()
    #expect(await eventually { door.state == .opening(tries: 1) })
    door.slam()
    #expect(await eventually { door.state == .closed })
    gate.open()
    #expect(await eventually { door.state == .open })
  }
}

/// Notes the numbers that it is sent, in a handler that is asynchronous.
private final actor Tally: StateMachineProtocol {
  struct State: StateProtocol {
    var seen: [Int] = []
    var isStable: Bool { true }
  }

  private let subject = ConcurrentValueSubject<State, Never>(State(), recorder: TraceRecorder())
  nonisolated var state: State { subject.state }
  nonisolated let stateDidChange: AnyPublisher<State, Never>

  init() { stateDidChange = subject.eraseToAnyPublisher() }

  nonisolated func take(_ number: Int) {
    subject.perform(on: self) { await self.takeInternal(number) }
  }

  private func takeInternal(_ number: Int) async {
    var state = subject.state
    state.seen.append(number)
    subject.send(state)
    await Task.yield()
  }
}

/// Lets those who wait go on once it is open.
final class Barrier: Sendable {
  private let isOpen = AtomicValue(false)

  func open() { isOpen.store(true, ordering: .relaxed) }

  func wait() async { while !isOpen.load(ordering: .relaxed) { await Task.yield() } }
}
