import Orrery

/// A lamp that warms up: an enum state, one effect, results.
@StateMachine
struct Lamp: StateMachine {
  enum State: Equatable {
    case off
    case warming(level: Int)
    case on
  }

  enum Input: Equatable {
    case press
    case warm(Int)
    case hum
    case release
  }

  enum IOEffect: Equatable {
    case heat(Int)
    case hum
  }

  enum IOResult: Equatable {
    case heated(Int)
    case hummed
  }

  /// What the effects do; by default they answer at once.
  var heat: @Sendable (Int) -> AsyncStream<IOResult> = { level in .single { .heated(level) } }

  static func reduceInput(_ state: State, _ input: Input) -> Transition {
    switch (state, input) {
    case (.off, .press): transition(.warming(level: 0), effect: .heat(0))
    case (.warming, .warm(let level)): transition(.warming(level: level), .heat(level))
    case (_, .hum): run(.hum)
    case (_, .release): nextState(.off)
    case (.off, .warm), (.warming, .press), (.on, .press), (.on, .warm): undefined
    }
  }

  static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
    switch (state, ioResult) {
    case (.warming, .heated): nextState(.on)
    case (_, .hummed), (.off, .heated), (.on, .heated): identity
    }
  }

  func runIOEffect(_ ioEffect: IOEffect) -> IOResultStream {
    switch ioEffect {
    case .heat(let level): heat(level)
    case .hum: .single { .hummed }
    }
  }
}

/// A box with a lamp in it and flat events.
@StateMachine
@ComposableStateMachine
@EffectComposition
struct Box: StateMachine {
  struct State: Equatable {
    var isOpen = false
    var label: String?
    @NestedState var lamp = Lamp.State.off
  }

  enum Input: Equatable {
    case toggle

    @Forward(Lamp.Input.press)
    case lampPress
  }

  enum IOEffect: Equatable {
    case print
    case ring(times: Int)
  }

  enum IOResult: Equatable {
    case printed

    @Forward(Lamp.IOResult.self)
    case lamp(Lamp.IOResult)
  }

  static func reduceInput(_ state: State, _ input: Input) -> Transition {
    switch input {
    case .toggle:
      transition(
        withVar(state, \.isOpen, !state.isOpen),
        effect: .concat(.merge(.ring(times: 1), .ring(times: 2)), .print))
    case .lampPress: identity
    }
  }

  static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
    switch ioResult {
    case .printed: nextState(withVar(state, \.label, "printed"))
    case .lamp: identity
    }
  }
}

extension Box: Box.EffectRunner {
  func runPrint() -> IOResultStream { .single { .printed } }
  func runRing(times: Int) -> IOResultStream { .none() }
}

/// A machine without macros, in a private type.
private struct Plain: StateMachine {
  typealias Action = StateMachineEvent<Input, IOResult>
  private enum Mode { case slow, fast }

  struct State {
    fileprivate var isRunning = false
    fileprivate var note: String?
    private var mode = Mode.slow
    var count = 0
  }

  enum Input { case start, `repeat` }
  typealias IOEffect = Never
  typealias IOResult = Never

  static func reduceInput(_ state: State, _ input: Input) -> Transition {
    switch input {
    case .start: nextState(withVar(state, \.isRunning, true))
    case .repeat: nextState(withVar(state, \.note, "again"))
    }
  }
}

/// What `Plain` is called in a trace, for tests outside this file.
enum PlainNames {
  static var machine: String { Plain.traceID }
  static var initial: String { Plain.traceName(state: Plain.State()) }
  static var repeated: String {
    Plain.traceName(state: Plain.reduceInput(Plain.State(), .repeat).0 ?? Plain.State())
  }
  static var `repeat`: String { Plain.traceName(input: .repeat) }
}
