import OrreryTrace
import Testing

/// A machine as the recipe has it, with a state that is dear to copy.
private struct Buffer {
  struct State {
    var isFull = false
    var items: [Int]

    var traceName: String {
      namesMade.withLock { $0 += 1 }
      return isFull ? "full" : "open"
    }
  }

  private static let namesMade = Lock(0)
  static var names: Int { namesMade.withLock { $0 } }

  private(set) var state = State(items: Array(0..<1_000))
  private let trace: TraceInstance

  init(recorder: TraceRecorder) {
    trace = TraceInstance(machine: "Buffer", state: "open", recorder: recorder)
  }

  mutating func replace(_ item: Int) {
    let step = trace.step(from: state.traceName)
    defer { step?.record(event: "replace", to: state.traceName) }
    state.items[0] = item
    state.isFull = item > 9
  }

  var address: Int { state.items.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) } }
}

@Suite("A machine recorded by hand") struct HandRecordingTests {
  private let sink = MemorySink()
  private let recorder = TraceRecorder()

  private var instances: [String] {
    sink.records.compactMap { record in
      guard case .instance(let instance) = record else { return nil }
      return "\(instance.phase.rawValue) \(instance.instance): \(instance.state)"
    }
  }

  @Test("changes its state in place, and makes no name, while recording is off")
  func off() {
    var buffer = Buffer(recorder: recorder)
    let (address, names) = (buffer.address, Buffer.names)
    buffer.replace(1)
    #expect(buffer.address == address && Buffer.names == names)
  }

  @Test("records each step with the states before and after it")
  func on() {
    recorder.attach(sink)
    var buffer = Buffer(recorder: recorder)
    buffer.replace(10)
    buffer.replace(11)
    let steps = sink.records.compactMap { record -> String? in
      guard case .step(let step) = record else { return nil }
      return "\(step.event) \(step.from) > \(step.to) \(step.verdict.rawValue)"
    }
    #expect(steps == ["replace open > full moved", "replace full > full stayed"])
  }

  @Test("is one instance with its copies, and ends with the last of them")
  func ends() {
    recorder.attach(sink)
    var copies = [Buffer(recorder: recorder)]
    copies.append(copies[0])
    copies.removeFirst()
    copies[0].replace(10)
    #expect(instances == ["started 1: open"])
    copies = []
    #expect(instances == ["started 1: open", "ended 1: full"])
  }

  @Test("leaves nothing behind where it is not ended by hand, on or off")
  func releases() {
    for _ in 0..<3 { _ = Buffer(recorder: recorder) }
    recorder.attach(sink)
    #expect(instances.isEmpty, "no snapshot of a machine that is gone")
    do { _ = Buffer(recorder: recorder) }
    #expect(instances == ["started 4: open", "ended 4: open"])
  }

  @Test("ends once where it is ended by hand")
  func endedByHand() {
    recorder.attach(sink)
    do {
      let trace = TraceInstance(machine: "M", state: "a", recorder: recorder)
      trace.end()
    }
    #expect(instances == ["started 1: a", "ended 1: a"])
  }
}
