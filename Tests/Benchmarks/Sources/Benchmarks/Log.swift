import OrreryTrace

/// A log of some length: sixteen instances of four machines that go round, each step as often as the
/// next.
struct Log {
  var steps: Int
  /// Whether every fourth step starts an effect, which causes the next step of its instance.
  var hasEffects = false

  var name: String { "\(steps) steps\(hasEffects ? " with effects" : "")" }

  private static let states = ["idle", "connecting", "connected", "waiting"]
  private static let events = ["connect", "opened", "closed", "retry"]

  func write(to path: String) throws {
    let recorder = TraceRecorder(sink: try FileSink(path: path))
    defer { recorder.close() }
    let traces = (0..<16).map { number in
      TraceInstance(
        machine: "Network.Machine\(number % 4)", state: Self.states[0], recorder: recorder)
    }
    for step in 0..<steps {
      let trace = traces[step % traces.count]
      let turn = step / traces.count
      if hasEffects {
        Self.recordWithEffects(trace, turn, run: UInt64(turn / 4 * 16 + step % 16 + 1), recorder)
      } else {
        trace.record(
          event: Self.events[turn % 4], from: Self.states[turn % 4],
          to: Self.states[(turn + 1) % 4])
      }
    }
  }

  private static func recordWithEffects(
    _ trace: TraceInstance, _ turn: Int, run: UInt64, _ recorder: TraceRecorder
  ) {
    let phase = turn % 4
    let (starts, answers) = (phase == 0, phase == 1)
    recorder.step(
      machine: trace.machine, instance: trace.id, origin: answers ? .ioResult : .input,
      event: events[phase], cause: answers ? run : nil, from: states[phase],
      to: states[(phase + 1) % 4], verdict: .moved,
      effects: starts ? .run(name: "socket.open", run: run) : nil)
    guard starts || answers else { return }
    for change in starts ? [EffectRecord.Phase.started] : [.yielded, .finished] {
      recorder.effect(
        phase: change, run: run, name: "socket.open", machine: trace.machine, instance: trace.id)
    }
  }
}
