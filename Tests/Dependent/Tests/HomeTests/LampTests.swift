import Home
import OrreryTesting
import OrreryTrace
import Testing

struct BurntThrough: Error {}

@Test func everyTransitionIsTried() async {
  let sink = MemorySink()
  let recorder = TraceRecorder(sink: sink)
  let lamp = ModelScenario(of: LampModel(recorder: recorder), from: .off)
  await lamp.send({ $0.press() }, to: .warming, .on)
  await lamp.send({ $0.press() }, to: .off)
  await lamp.finish()
  let broken = LampModel(recorder: recorder) { throw BurntThrough() }
  let other = ModelScenario(of: broken, from: .off)
  await other.send({ $0.press() }, to: .warming, .broken)
  await other.send { $0.press() }
  await other.finish()
  let coverage = expectCoverage(
    .zeroSwitch, of: "Home.LampModel", declaredIn: .module, records: sink.records)
  #expect(coverage?.declared.count == 4)
}
