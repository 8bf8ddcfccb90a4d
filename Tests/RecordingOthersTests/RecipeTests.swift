import Orrery
import OrreryTrace
import OrreryTraceAnalysis
import Testing

#if canImport(Combine)
@preconcurrency import Combine
#elseif canImport(OpenCombine)
@preconcurrency import OpenCombine
#endif

/// Machines of other makes, each recorded as the page says, and compared with its own source.
@Suite("A machine of another make") struct OtherMakeTests {
  private let sink = MemorySink()
  private let recorder = TraceRecorder()

  init() { recorder.attach(sink) }

  @Test("is a reducer of one's own: all names join, and every step is declared")
  func ownReducer() throws {
    let store = CounterStore(recorder: recorder)
    for event in [Counter.Event.start, .add, .add, .add, .reset] { store.send(event) }
    #expect(
      sink.steps == [
        "idle start > counting", "counting add > counting", "counting add > counting",
        "counting add > full", "full reset > idle",
      ])
    #expect(store.saved == [2])
    let result = try Declared.judge(sink.records)
    #expect(result.conforms && result.fitness == 1 && result.byStates.isEmpty)
  }

  @Test("has its state behind a lock: all names join, and every step is declared")
  func lock() throws {
    let gate = Gate(recorder: recorder)
    #expect(gate.push() && !gate.push())
    gate.close()
    #expect(sink.steps == ["shut push > open", "open push > open", "open close > shut"])
    let result = try Declared.judge(sink.records)
    #expect(result.conforms && result.fitness == 1)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @MainActor
  @Test("is an observable view model: what follows a wait joins by its states")
  func viewModel() async throws {
    let model = SearchModel()
    let seen = recorder.observe(\.phase, of: model)
    await model.search("ada")
    await model.search("")
    seen.event("reset") { model.reset() }
    #expect(
      sink.steps == [
        "idle ? > searching", "searching ? > found", "found ? > searching",
        "searching ? > failed", "failed reset > idle",
      ])
    let result = try Declared.judge(sink.records)
    #expect(result.conforms && result.fitness == 1)
    #expect(result.steps(of: .edge) == 4 && result.byStates.count == 4)
  }

  @Test("is an actor that publishes its state: its steps join by their states")
  func actorModel() async throws {
    let model = LinkModel()
    let seen = recorder.observe(model.stateDidChange, of: LinkModel.self)
    model.connect()
    while model.state == .disconnected { await Task.yield() }
    await model.didConnect()
    model.disconnect()
    while model.state == .connected { await Task.yield() }
    await model.didDisconnect()
    seen.stop()
    #expect(
      sink.steps == [
        "disconnected ? > connecting", "connecting ? > connected", "connected ? > disconnecting",
        "disconnecting ? > disconnected",
      ])
    let result = try Declared.judge(sink.records)
    #expect(result.conforms && result.fitness == 1)
    #expect(result.steps(of: .edge) == 4)
  }

  @Test("is a workflow whose host has an observer: all names join, and every step is declared")
  func workflow() throws {
    var host: WorkflowHost? = WorkflowHost(
      workflow: LoginWorkflow(), observers: [RecordingObserver(recorder: recorder)])
    host?.send(LoginWorkflow.Action.submitted(name: "ada"))
    host?.send(LoginWorkflow.Action.answered(isWelcome: false))
    host?.send(LoginWorkflow.Action.cancelled)
    host = nil
    #expect(
      sink.steps == [
        "entering submitted > sending", "sending answered > failed", "failed cancelled > entering",
      ])
    #expect(sink.lives == ["started entering", "ended entering"])
    let result = try Declared.judge(sink.records)
    #expect(result.conforms && result.fitness == 1)
  }

  @Test("is a sequence of its states: what runs is recorded, without events")
  func sequence() async {
    let machine = AsyncStateMachine<LiftDoor.State, LiftDoor.Event>(initial: .open) {
      state, event in
      switch (state, event) {
      case (.open, .closeButtonWasPressed): .closing
      case (.closing, .doorHasLocked): .closed
      default: nil
      }
    }
    machine.send(.closeButtonWasPressed)
    machine.send(.closeButtonWasPressed)
    let run = Task { [recorder] in await runDoor(machine, recorder: recorder) }
    while sink.steps.count < 2 { await Task.yield() }
    machine.finish()
    await run.value
    #expect(sink.steps == ["open ? > closing", "closing ? > closed"])
    #expect(sink.lives == ["snapshot open", "ended closed"])
  }

  @Test("is a table of routes: what runs is recorded with its events")
  func routes() {
    let machine = makeFetch(recorder: recorder)
    for event in [FetchEvent.load, .load, .loaded, .reset] { machine.tryEvent(event) }
    #expect(
      sink.steps == ["idle load > loading", "loading loaded > done", "done reset > idle"])
  }
}
