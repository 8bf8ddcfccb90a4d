import Home
import OrreryTesting
import Testing

@Suite struct LampTests {
  @Test func right() async {
    let store = TestStore(initialState: Lamp.State.off) { Lamp() }
    store.send(.input(.press)) { $0 = .warming }
    await store.receive(.ioResult(.heated)) { $0 = .on }
    await store.finish()
  }

  @Test func wrongState() async {
    let store = TestStore(initialState: Lamp.State.on) { Lamp() }
    store.send(.input(.press)) { $0 = .warming }
    await store.finish()
  }

  @Test func wrongScenario() {
    Scenario<Lamp>(from: .off).input(.press, to: .on, effects: .heat)
  }

  @Test func missingResult() async {
    let store = TestStore(initialState: Lamp.State.on, timeout: .milliseconds(20)) { Lamp() }
    await store.receive(.ioResult(.heated))
  }

  @Test func unfinishedEffect() async {
    let store = TestStore(initialState: Lamp.State.off, timeout: .milliseconds(20)) {
      Lamp(isBroken: true)
    }
    store.send(.input(.press)) { $0 = .warming }
    await store.finish()
  }
}
