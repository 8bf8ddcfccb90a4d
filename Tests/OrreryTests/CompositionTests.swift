import Orrery
import OrreryTrace
import Testing

@Suite("A parent")
struct CompositionTests {
  @Test("passes its events to the child, whose steps are recorded as its own instance")
  func forwards() async {
    let recorded = Recorded()
    var store: StoreOf<Box>? = Store(
      initialState: Box.State(), recorder: recorded.recorder
    ) { Box() }
    store?.send(.input(.lampPress))
    #expect(await eventually { recorded.effects.last == "finished heat" })
    #expect(store?.lamp == .on)
    store = nil
    #expect(
      recorded.steps.filter { $0.hasPrefix("Lamp") } == [
        "Lamp#2: input.press off > warming moved [heat]",
        "Lamp#2: ioResult.heated warming > on moved",
      ])
    #expect(
      recorded.instances == [
        "started Box#1: isOpen=false, label=nil, lamp=off", "started Lamp#2 in 1: off",
        "ended Lamp#2 in 1: on", "ended Box#1: isOpen=false, label=nil, lamp=on",
      ])
  }

  @Test("without a case for a child's result loses it, and the trace says so")
  func unmapped() async {
    let recorded = Recorded()
    let store = Store(initialState: Box.State(), recorder: recorded.recorder) {
      NestedStateMachine<Box.State, Box.Action, Lamp>(
        state: \.lamp, toChildAction: { _ in .input(.press) }, fromChildAction: { _ in nil },
        child: { Lamp() })
    }
    store.send(.input(.toggle))
    #expect(await eventually { recorded.effects.last == "finished heat" })
    #expect(
      recorded.effects == [
        "started heat", "failed heat: the parent has no case for its result 'heated'",
        "finished heat",
      ])
    #expect(store.lamp == .warming(level: 0))
  }

  @Test("hands parameters to a child, which is a property of the parent")
  func parameters() async {
    let store = Store(initialState: Valley.State()) { Valley(echo: Echo(word: "ada")) }
    store.send(.input(.call))
    #expect(await eventually { store.echo == .heard("ada") })
  }
}

/// Answers with its word; it cannot be made without one.
@StateMachine
private struct Echo: StateMachine {
  enum State: Equatable {
    case quiet
    case heard(String)
  }
  enum Input { case call }
  enum IOEffect { case listen }
  enum IOResult { case heard(String) }

  let word: String

  static func reduceInput(_ state: State, _ input: Input) -> Transition { run(.listen) }

  static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
    switch ioResult {
    case .heard(let word): nextState(.heard(word))
    }
  }

  func runIOEffect(_ ioEffect: IOEffect) async -> IOResult? { .heard(word) }
}

@StateMachine
@ComposableStateMachine
private struct Valley: StateMachine {
  struct State { @NestedState var echo = Echo.State.quiet }

  enum Input {
    @Forward(Echo.Input.call)
    case call
  }

  typealias IOEffect = Never

  enum IOResult {
    @Forward(Echo.IOResult.self)
    case echo(Echo.IOResult)
  }

  let echo: Echo

  static func reduceInput(_ state: State, _ input: Input) -> Transition { identity }
  static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition { identity }
}
