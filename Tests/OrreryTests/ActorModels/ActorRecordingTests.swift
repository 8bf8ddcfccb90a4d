import Orrery
import OrreryTrace
import Testing

@Suite("A recorded actor model") struct ActorRecordingTests {
  private let recorded = Recorded()

  @Test("names the event that was sent, and links what an await led to with what started it")
  func steps() async {
    let door = DoorModel(recorder: recorded.recorder)
    door.open()
    #expect(await eventually { door.state == .open })
    door.close()
    #expect(await eventually { door.state == .closed })
    #expect(await eventually { recorded.effects.count == 3 })
    #expect(
      recorded.steps == [
        "DoorModel#1: input.open closed > opening moved [motor]",
        "DoorModel#1: internal.open opening > open moved",
        "DoorModel#1: input.close open > closed moved",
      ])
    #expect(recorded.effects == ["started motor", "yielded motor", "finished motor"])
    let causes = recorded.allSteps.map { ($0.cause, $0.effects) }
    #expect(causes[1].0 == 1 && causes[0].1 == .run(name: "motor", run: 1))
  }

  @Test("says that what it awaited has failed")
  func failure() async {
    let door = DoorModel(recorder: recorded.recorder) { throw DoorModel.Jammed() }
    door.open()
    #expect(await eventually { door.state == .stuck })
    #expect(recorded.steps.last == "DoorModel#1: internal.open opening > stuck moved")
    #expect(recorded.effects.contains("failed motor: jammed"))
    #expect(!recorded.effects.contains("finished motor"))
  }

  @Test("tells events that it ignores, where they came by the ordered entry")
  func ignored() async {
    let door = DoorModel(startsWith: .stuck, recorder: recorded.recorder)
    door.open()
    #expect(await eventually { recorded.steps.count == 1 })
    #expect(recorded.steps == ["DoorModel#1: input.open stuck > stuck none"])
  }

  @Test("names the event after the method that sent, where it came by a bare task")
  func bareTask() async {
    let door = DoorModel(startsWith: .open, recorder: recorded.recorder)
    door.slam()
    #expect(await eventually { recorded.steps.count == 1 })
    #expect(recorded.steps == ["DoorModel#1: input.slam open > closed moved"])
  }

  @Test("starts and ends with the model")
  func life() async {
    var door: DoorModel? = DoorModel(recorder: recorded.recorder)
    #expect(recorded.instances == ["started DoorModel#1: closed"])
    door?.slam()
    #expect(await eventually { recorded.steps.count == 1 })
    door = nil
    #expect(await eventually { recorded.instances.count == 2 })
    #expect(recorded.instances.last == "ended DoorModel#1: closed")
  }

  @Test("is known to a sink that is attached late, in the state that it is in")
  func lateSink() async {
    let recorder = TraceRecorder()
    let door = DoorModel(recorder: recorder)
    door.open()
    #expect(await eventually { door.state == .open })
    let sink = MemorySink()
    recorder.attach(sink)
    guard case .instance(let snapshot) = sink.records.last else {
      Issue.record("no snapshot")
      return
    }
    #expect(snapshot.phase == .snapshot && snapshot.state == "open")
    #expect(snapshot.machine == "OrreryTests.DoorModel")
  }

  @Test("is named by the actor that sends, where its type was not told")
  func untold() async {
    let model = Untold(recorder: recorded.recorder)
    await model.go()
    #expect(recorded.instances == ["started Untold#1: a"])
    #expect(recorded.steps == ["Untold#1: input.go a > b moved"])
  }

  @Test("is named with its module and the types around it, so that two models of a name are two")
  func nesting() async {
    let (first, second) = (
      Player.Model(recorder: recorded.recorder), Library<Int>.Model(recorder: recorded.recorder)
    )
    await first.go()
    await second.go()
    #expect(
      recorded.allSteps.map(\.machine) == [
        "OrreryTests.Player.Model", "OrreryTests.Library.Model",
      ])
  }

  @Test("writes the values inside its states where that is asked for")
  func payloads() async {
    recorded.recorder.payloads = .dumps()
    let door = DoorModel(recorder: recorded.recorder)
    door.open()
    #expect(await eventually { door.state == .open })
    #expect(recorded.allSteps.first?.payload == StepPayload(state: ".opening(tries: 1)"))
  }
}

extension Recorded {
  var allSteps: [StepRecord] {
    sink.records.compactMap { if case .step(let step) = $0 { step } else { nil } }
  }
}

private actor Untold {
  enum State: StateProtocol {
    case a, b
    var isStable: Bool { true }
  }

  private let subject: ConcurrentValueSubject<State, Never>

  init(recorder: TraceRecorder) { subject = ConcurrentValueSubject(.a, recorder: recorder) }

  func go() { subject.send(.b) }
}

private enum Player {
  /// Its type is told.
  actor Model {
    enum State: StateProtocol {
      case a, b

      var isStable: Bool { true }
    }

    private let subject: ConcurrentValueSubject<State, Never>

    init(recorder: TraceRecorder) {
      subject = ConcurrentValueSubject(.a, of: Model.self, recorder: recorder)
    }

    func go() { subject.send(.b) }
  }
}

private struct Library<Element> {
  /// It is known by what it sends.
  actor Model {
    private let subject: ConcurrentValueSubject<Player.Model.State, Never>

    init(recorder: TraceRecorder) { subject = ConcurrentValueSubject(.a, recorder: recorder) }

    func go() { subject.send(.b) }
  }
}
