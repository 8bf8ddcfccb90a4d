import Home
import OrreryTesting
import XCTest

final class LampTests: XCTestCase {
  func testRight() async {
    let store = TestStore(initialState: Lamp.State.off) { Lamp() }
    store.send(.input(.press)) { $0 = .warming }
    await store.receive(.ioResult(.heated)) { $0 = .on }
    await store.finish()
  }

  func testWrongState() async {
    let store = TestStore(initialState: Lamp.State.on) { Lamp() }
    store.send(.input(.press)) { $0 = .warming }
    await store.finish()
  }

  func testWrongScenario() {
    Scenario<Lamp>(from: .off).input(.press, to: .on, effects: .heat)
  }

  func testMissingResult() async {
    let store = TestStore(initialState: Lamp.State.on, timeout: .milliseconds(20)) { Lamp() }
    await store.receive(.ioResult(.heated))
  }

  func testUnfinishedEffect() async {
    let store = TestStore(initialState: Lamp.State.off, timeout: .milliseconds(20)) {
      Lamp(isBroken: true)
    }
    store.send(.input(.press)) { $0 = .warming }
    await store.finish()
  }
}
