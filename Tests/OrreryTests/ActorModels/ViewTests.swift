import Orrery
import OrreryTrace
import Testing

#if canImport(Combine)
@preconcurrency import Combine
#elseif canImport(OpenCombine)
@preconcurrency import OpenCombine
#endif

@Suite("What views use") @MainActor struct ViewTests {
  @Test("A binding has the state of its model from the start, and follows it on the main actor")
  func follows() async {
    let door = DoorModel(startsWith: .open)
    let binding = ViewBinding(source: door)
    #expect(binding.state == .open)
    var changes = 0
    let subscription = binding.objectWillChange.sink { _ in changes += 1 }
    door.slam()
    #expect(await eventuallyOnMain { binding.state == .closed })
    #expect(changes > 0)
    subscription.cancel()
  }

  @Test("A binding keeps neither itself nor its model alive")
  func lifetime() async {
    var door: DoorModel? = DoorModel()
    weak let model = door
    weak var binding: ViewBinding<DoorState>?
    do {
      let held = door.map { ViewBinding(source: $0) }
      binding = held
      #expect(binding != nil)
    }
    door = nil
    #expect(await eventuallyOnMain { binding == nil && model == nil })
  }

  @Test("A value that a view writes is the state at once; what others write comes back to it")
  func twoWay() async {
    let name = ConcurrentValueStateMachine(startsWith: "", recorder: TraceRecorder())
    let binding = ViewBinding(source: name)
    name.update("Ada")
    #expect(name.state == "Ada")
    #expect(await eventuallyOnMain { binding.state == "Ada" })
    await Task.detached { name.update("Grace") }.value
    #expect(name.state == "Grace")
    #expect(await eventuallyOnMain { binding.state == "Grace" })
  }

  @Test("Edits of a value are recorded")
  func recorded() {
    let recorded = Recorded()
    let flag = ConcurrentValueStateMachine(
      startsWith: false, machine: "Settings.isLoud", recorder: recorded.recorder)
    flag.update(true)
    #expect(recorded.steps.count == 1)
    #expect(recorded.allSteps.first?.event == "update")
  }

  @Test("A model that starts in an unstable state stops the program, and says what to do")
  func unstable() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = DoorModel(startsWith: .opening(tries: 1))
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains("DoorModel starts in the state 'opening', whose isStable is false. To fix, "))
  }
}

@MainActor private func eventuallyOnMain(_ isTrue: () -> Bool) async -> Bool {
  for _ in 0..<2_000 {
    if isTrue() { return true }
    try? await Task.sleep(for: .milliseconds(1))
  }
  return isTrue()
}
