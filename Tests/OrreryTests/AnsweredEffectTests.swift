import Orrery
import OrreryTrace
import Testing

/// A till that charges and then prints, and whose charge lasts no longer than the state.
@StateMachine
@EffectComposition
private struct Till: StateMachine {
  enum State: Equatable { case idle, paying, paid }
  enum Input { case pay, watch, cancel }
  enum IOEffect: Equatable { case charge, receipt, watch, remind }
  enum IOResult: Equatable { case charged, seen }

  static func reduceInput(_ state: State, _ input: Input) -> Transition {
    switch input {
    case .pay: transition(.paying, effect: .concat(.charge, .receipt, .remind))
    case .watch: transition(.paying, effect: .concat(.watch, .receipt))
    case .cancel: nextState(.idle)
    }
  }

  static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
    nextState(.paid)
  }

  static func lifetime(of ioEffect: IOEffect) -> EffectLifetime {
    switch ioEffect {
    case .charge, .watch, .remind: .whileInState
    case .receipt: .untilReplaced
    }
  }
}

extension Till: Till.EffectRunner {
  func runCharge() -> IOResultStream { .single { .charged } }
  func runReceipt() -> IOResultStream { .none() }
  func runRemind() -> IOResultStream { .none() }
  /// Goes on after its result.
  func runWatch() -> IOResultStream { AsyncStream { $0.yield(.seen) } }
}

@Suite("An effect that has given its one answer")
struct AnsweredEffectTests {
  private let recorded = Recorded()

  private func till() -> StoreOf<Till> {
    Store(initialState: .idle, recorder: recorded.recorder) { Till() }
  }

  @Test("is finished where the answer ends the state that it was bound to, and its chain goes on")
  func leavesState() async {
    let store = till()
    store.send(.input(.pay))
    #expect(await eventually { store.state == .paid && store.runningEffects.isEmpty })
    #expect(
      recorded.effects == [
        "started charge", "yielded charge", "finished charge", "started receipt",
        "finished receipt", "cancelled remind: the machine left 'paying'",
      ])
  }

  @Test("is told apart from one that may go on, which ends with the state")
  func mayGoOn() async {
    let store = till()
    store.send(.input(.watch))
    #expect(await eventually { store.state == .paid && store.runningEffects.isEmpty })
    #expect(
      recorded.effects == [
        "started watch", "yielded watch", "cancelled watch: the machine left 'paying'",
        "cancelled receipt: an effect before it was cancelled",
      ])
  }

  @Test("is finished where the answer makes the child go away, and is so before the child ends")
  func childLeaves() async {
    let store = Store(initialState: Shop.State(till: .idle), recorder: recorded.recorder) { Shop() }
    store.send(.till(.input(.pay)))
    #expect(await eventually { store.state.till == nil })
    #expect(await eventually { store.runningEffects.isEmpty })
    #expect(
      recorded.effects == [
        "started charge", "yielded charge", "finished charge",
        "cancelled receipt: the child's state is gone",
        "cancelled remind: an effect before it was cancelled",
      ])
  }
}

/// Closes its till when something is paid.
private struct Shop: Reducer {
  struct State: Equatable { var till: Till.State? }
  enum Action {
    case till(Till.Action)
    var till: Till.Action? { if case .till(let action) = self { action } else { nil } }
  }

  var body: some ReducerOf<Self> {
    Reduce<State, Action> { state, action in
      if case .till(.ioResult(.charged)) = action { state.till = nil }
      return .none
    }
    .ifLet(\.till, action: \.till, embed: Action.till) { Till() }
  }
}
