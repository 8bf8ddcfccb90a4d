import Orrery
import OrreryTesting
import OrreryTrace
import Testing

/// Waits before it answers, and uses a dependency without a test value.
@StateMachine
private struct Egg: StateMachine {
  enum State: Equatable {
    case raw, boiling
    case done(String)
  }
  enum Input: Equatable { case boil }
  enum IOEffect: Equatable { case wait, ring }
  enum IOResult: Equatable {
    case boiled
    case rang(String)
  }

  struct Bell: DependencyKey {
    var sound: String
    static let liveValue = Bell(sound: "ding")
  }

  @Dependency(\.clock) var clock
  @Dependency(Bell.self) var bell

  static func reduceInput(_ state: State, _ input: Input) -> Transition {
    transition(.boiling, effect: .wait)
  }

  static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
    switch ioResult {
    case .boiled: run(.ring)
    case .rang(let sound): nextState(.done(sound))
    }
  }

  func runIOEffect(_ ioEffect: IOEffect) async -> IOResult? {
    switch ioEffect {
    case .wait:
      do { try await clock.sleep(for: .seconds(300)) } catch { return nil }
      return .boiled
    case .ring: return .rang(bell.sound)
    }
  }
}

@Suite("A test")
struct TestingTests {
  @Test("moves the clock")
  func clock() async {
    let complaints = await Complaints.during {
      let clock = TestClock()
      let store = TestStore(initialState: Egg.State.raw, timeout: .seconds(5)) {
        Egg()
      } withDependencies: {
        $0.clock = clock
        $0[Egg.Bell.self] = Egg.Bell(sound: "dong")
      }
      store.send(.input(.boil)) { $0 = .boiling }
      while clock.sleeperCount == 0 { await Task.yield() }
      await clock.advance(by: .seconds(299))
      #expect(!store.isResultWaiting)
      await clock.advance(by: .seconds(1))
      await store.receive(.ioResult(.boiled))
      await store.receive(.ioResult(.rang("dong"))) { $0 = .done("dong") }
      await store.finish()
    }
    #expect(complaints == [])
  }

  @Test("is told where it uses the live value of a dependency")
  func liveUse() async {
    let complaints = await Complaints.during {
      let store = TestStore(initialState: Egg.State.raw, timeout: .seconds(5)) {
        Egg().mocked { $0 == .wait ? [.boiled] : [.rang(Egg().bell.sound)] }
      }
      store.send(.input(.boil)) { $0 = .boiling }
      await store.receive(.ioResult(.boiled))
      await store.receive(.ioResult(.rang("ding"))) { $0 = .done("ding") }
      await store.finish()
    }
    #expect(
      complaints == [
        """
        Dependency 'Bell' has no test value, so the test used its live one.

        To fix, set it with 'withDependencies', or give its key a 'testValue'.
        """
      ])
  }

  @Test("passes over what it does not ask for, where it says so")
  func exhaustivity() async {
    let complaints = await Complaints.during {
      let store = TestStore(
        initialState: Egg.State.raw, exhaustivity: .off(showSkipped: true), timeout: .seconds(5)
      ) {
        Egg().mocked { $0 == .wait ? [.boiled] : [.rang("mocked")] }
      }
      store.send(.input(.boil))
      await store.receive(.ioResult(.rang("mocked"))) { $0 = .done("mocked") }
      await store.finish()
    }
    #expect(
      complaints == [
        "StateMachineEvent.ioResult(.boiled) was received, and no one asked for it: "
          + "the store is not exhaustive."
      ])
  }

  @Test("tells the story of a machine without running an effect")
  func scenario() async {
    let complaints = await Complaints.during {
      Scenario<Lamp>(from: .off)
        .input(.press, to: .warming(level: 0), effects: .heat(0))
        .ioResult(.heated(0), to: .on)
        .input(.press, to: .on)
    }
    #expect(complaints == [])
  }

  @Test("is told where the story goes another way")
  func wrongScenario() async {
    let complaints = await Complaints.during {
      Scenario<Lamp>(from: .off).input(.press, to: .on, effects: .hum)
    }
    #expect(
      complaints == [
        """
        The state after StateMachineEvent.input(.press) is not the expected one.

        − Lamp.State.on
        + Lamp.State.warming(level: 0)

        (Expected: −, actual: +)

        To fix, correct the expected state in the closure, or change the reducer.
        """,
        """
        StateMachineEvent.input(.press) does not start the expected effects.

          [
        −   [0]: .hum
        +   [0]: .heat(0)
          ]

        (Expected: −, actual: +)

        To fix, list the effects in the order in which they are written, or change the reducer.
        """,
      ])
  }
}
