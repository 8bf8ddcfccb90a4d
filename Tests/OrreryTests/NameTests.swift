import Orrery
import OrreryTrace
import Testing

@Suite("Recorded names")
struct NameTests {
  @Test("are the literals of the macro where it is used")
  func generated() {
    #expect(Lamp.traceID == "OrreryTests.Lamp")
    #expect(Lamp.traceName(state: .warming(level: 3)) == "warming")
    #expect(Lamp.traceName(input: .warm(1)) == "warm")
    #expect(Lamp.traceName(ioResult: .hummed) == "hummed")
    #expect(Lamp.traceName(ioEffect: .heat(2)) == "heat")
    #expect(Lamp.traceVocabulary.states == ["off", "warming", "on"])
    #expect(
      Lamp.traceVocabulary.hash
        == VocabularyHash.hash(
          states: ["off", "warming", "on"],
          events: ["press", "warm", "hum", "release"].map { ("input", $0) }
            + ["heated", "hummed"].map { ("ioResult", $0) }))
  }

  @Test("of a struct state are all its properties of few values")
  func properties() {
    let state = Box.State(isOpen: true, label: "x", lamp: .on)
    #expect(Box.traceName(state: state) == "isOpen=true, label=some, lamp=on")
    #expect(StateName.reflecting(state) == "isOpen=true, label=some, lamp=on")
  }

  @Test("are found by reflection without the macro, for private types as well")
  func reflected() {
    #expect(PlainNames.machine == "OrreryTests.Plain")
    #expect(PlainNames.initial == "isRunning=false, note=nil, mode=slow")
    #expect(PlainNames.repeated == "isRunning=false, note=some, mode=slow")
    #expect(PlainNames.repeat == "repeat")
  }

  @Test("of a machine that runs already are told to a sink that comes late")
  func lateSink() {
    let recorder = TraceRecorder()
    let store = Store(initialState: Lamp.State.off, recorder: recorder) {
      Lamp(heat: { _ in AsyncStream { _ in } })
    }
    store.send(.input(.press))
    let sink = MemorySink()
    recorder.attach(sink)
    store.send(.input(.release))
    let kinds = sink.records.map { record in
      switch record {
      case .header: "header"
      case .machine(let machine): machine.machine
      case .instance(let instance): "\(instance.phase) \(instance.state)"
      case .step(let step): "\(step.from) > \(step.to)"
      case .effect, .gap: "other"
      }
    }
    #expect(kinds == ["header", "OrreryTests.Lamp", "snapshot warming", "warming > off"])
  }
}
