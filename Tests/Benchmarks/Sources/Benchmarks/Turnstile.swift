import Orrery
import Synchronization

/// A small machine, and the same switch behind a lock.
struct Turnstile: StateMachine {
  enum State: Sendable { case locked, unlocked }
  enum Input: Sendable { case coin, push }
  typealias IOEffect = Never
  typealias IOResult = Never
  typealias Action = StateMachineEvent<Input, Never>

  static func reduceInput(_ state: State, _ input: Input) -> Transition {
    switch (state, input) {
    case (.locked, .coin): nextState(.unlocked)
    case (.unlocked, .push): nextState(.locked)
    case (.locked, .push), (.unlocked, .coin): undefined
    }
  }
}

final class LockedTurnstile: Sendable {
  private let state = Mutex(Turnstile.State.locked)

  @inline(never)
  func send(_ input: Turnstile.Input) {
    state.withLock { state in
      switch (state, input) {
      case (.locked, .coin): state = .unlocked
      case (.unlocked, .push): state = .locked
      case (.locked, .push), (.unlocked, .coin): break
      }
    }
  }
}

/// A machine whose state holds numbers, and the same switch behind a lock.
struct Tally: StateMachine {
  struct State: Sendable {
    var count = 0
    var last: Int?
  }

  enum Input: Sendable {
    case add(Int)
    case reset
  }
  typealias IOEffect = Never
  typealias IOResult = Never
  typealias Action = StateMachineEvent<Input, Never>

  static func reduceInput(_ state: State, _ input: Input) -> Transition {
    switch input {
    case .add(let number): nextState(State(count: state.count + number, last: number))
    case .reset: nextState(State())
    }
  }
}

final class LockedTally: Sendable {
  private let state = Mutex(Tally.State())

  @inline(never)
  func send(_ input: Tally.Input) {
    state.withLock { state in
      switch input {
      case .add(let number): state = Tally.State(count: state.count + number, last: number)
      case .reset: state = Tally.State()
      }
    }
  }
}

/// A machine whose state holds a string, and the same switch behind a lock.
struct Label: StateMachine {
  struct State: Sendable {
    var text = "a text that is too long to stand inside its own string"
    var isBold = false
  }

  enum Input: Sendable { case toggle, clear }
  typealias IOEffect = Never
  typealias IOResult = Never
  typealias Action = StateMachineEvent<Input, Never>

  static func reduceInput(_ state: State, _ input: Input) -> Transition {
    switch input {
    case .toggle: nextState(withVar(state, \.isBold, !state.isBold))
    case .clear: nextState(State(text: ""))
    }
  }
}

final class LockedLabel: Sendable {
  private let state = Mutex(Label.State())

  @inline(never)
  func send(_ input: Label.Input) {
    state.withLock { state in
      switch input {
      case .toggle: state = withVar(state, \.isBold, !state.isBold)
      case .clear: state = Label.State(text: "")
      }
    }
  }
}
