import Orrery

/// Asks for a name, and may take a moment to think of one itself.
@StateMachine
struct NameSheet: StateMachine {
  enum State: Equatable {
    case empty
    case thinking
    case named(String)
  }

  enum Input {
    case suggestTapped
    case nameTyped(String)
  }

  enum IOEffect { case suggest }
  enum IOResult { case suggested(String) }

  var suggest: @Sendable () async -> String

  static func reduceInput(_ state: State, _ input: Input) -> Transition {
    switch input {
    case .suggestTapped: transition(.thinking, effect: .suggest)
    case .nameTyped(let name): nextState(.named(name))
    }
  }

  static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
    switch (state, ioResult) {
    case (.thinking, .suggested(let name)): nextState(.named(name))
    case (.empty, _), (.named, _): undefined
    }
  }

  func runIOEffect(_ ioEffect: IOEffect) async -> IOResult? {
    switch ioEffect {
    case .suggest: .suggested(await suggest())
    }
  }
}

/// A list whose sheet comes and goes.
@StateMachine
@ComposableStateMachine
struct NameList: StateMachine {
  struct State: Equatable {
    var isFull = false
    @NestedState var sheet: NameSheet.State?
  }

  enum Input {
    case addTapped
    case closeTapped

    @Forward(NameSheet.Input.suggestTapped)
    case suggestTapped

    @Forward(NameSheet.Input.nameTyped)
    case nameTyped(String)
  }

  typealias IOEffect = Never

  enum IOResult {
    @Forward(NameSheet.IOResult.self)
    case sheet(NameSheet.IOResult)
  }

  let sheet: NameSheet

  static func reduceInput(_ state: State, _ input: Input) -> Transition {
    switch input {
    case .addTapped: nextState(withVar(state, \.sheet, .empty))
    case .closeTapped: nextState(State(isFull: true, sheet: nil))
    case .suggestTapped, .nameTyped: identity
    }
  }

  static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition { identity }
}
