import OrreryModel

/// An endless effect that goes on where nobody wants its results.
enum UncancelledEffect: SourceRule {
  static let description = RuleDescription(
    "uncancelled-effect", .effects,
    "An endless effect that runs on in states that ignore all of its results.",
    why: """
      A timer or a stream of locations goes on after the screen has stopped it: it costs power, \
      keeps what it uses alive, and wakes the machine for nothing.
      """,
    sources: [.tcaSM("2. State-Driven Cancellation")],
    wrong: [
      RuleExample(
        "`stop` writes the state, and the clock ticks on.",
        """
        import Orrery

        @StateMachine
        struct Stopwatch: StateMachine {
          enum State { case stopped, running(Int) }
          enum Input { case startTapped, stopTapped }
          enum IOEffect {
            case tick  // wrong
          }
          enum IOResult { case ticked }
          static func reduceInput(_ state: State, _ input: Input) -> Transition {
            switch (state, input) {
            case (.stopped, .startTapped): transition(.running(0), effect: .tick)
            case (.running, .stopTapped): nextState(.stopped)
            default: identity
            }
          }
          static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
            switch (state, ioResult) {
            case (.running(let count), .ticked): nextState(.running(count + 1))
            case (.stopped, .ticked): identity
            }
          }
          func runIOEffect(_ ioEffect: IOEffect) -> IOResultStream {
            switch ioEffect {
            case .tick:
              IOResultStream { continuation in
                let task = Task {
                  for await _ in clock.timer(interval: .seconds(1)) { continuation.yield(.ticked) }
                }
                continuation.onTermination = { _ in task.cancel() }
              }
            }
          }
        }
        let store = Store(initialState: Stopwatch.State.stopped) { Stopwatch() }
        """),
      RuleExample(
        "After the trip the positions still come.",
        """
        import Orrery

        @StateMachine
        struct Trip: StateMachine {
          enum State { case planning, travelling, arrived }
          enum Input { case startTapped, endTapped }
          enum IOEffect {
            case follow  // wrong
          }
          enum IOResult { case moved }
          static func reduceInput(_ state: State, _ input: Input) -> Transition {
            switch (state, input) {
            case (.planning, .startTapped): transition(.travelling, effect: .follow)
            case (.travelling, .endTapped): nextState(.arrived)
            default: undefined
            }
          }
          static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
            switch (state, ioResult) {
            case (.travelling, .moved): nextState(.travelling)
            case (.planning, .moved), (.arrived, .moved): identity
            }
          }
          func runIOEffect(_ ioEffect: IOEffect) -> IOResultStream {
            IOResultStream { continuation in
              let task = Task {
                for await _ in locationManager.positions { continuation.yield(.moved) }
              }
              continuation.onTermination = { _ in task.cancel() }
            }
          }
        }
        let store = Store(initialState: Trip.State.planning) { Trip() }
        """),
    ],
    right: [
      RuleExample(
        "The clock ends with the state.",
        """
        import Orrery

        @StateMachine
        struct Stopwatch: StateMachine {
          enum State { case stopped, running(Int) }
          enum Input { case startTapped, stopTapped }
          enum IOEffect { case tick }
          enum IOResult { case ticked }
          static func reduceInput(_ state: State, _ input: Input) -> Transition {
            switch (state, input) {
            case (.stopped, .startTapped): transition(.running(0), effect: .tick)
            case (.running, .stopTapped): nextState(.stopped)
            default: identity
            }
          }
          static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
            switch (state, ioResult) {
            case (.running(let count), .ticked): nextState(.running(count + 1))
            case (.stopped, .ticked): undefined
            }
          }
          static func lifetime(of ioEffect: IOEffect) -> EffectLifetime {
            switch ioEffect {
            case .tick: .whileInState
            }
          }
          func runIOEffect(_ ioEffect: IOEffect) -> IOResultStream {
            switch ioEffect {
            case .tick:
              IOResultStream { continuation in
                let task = Task {
                  for await _ in clock.timer(interval: .seconds(1)) { continuation.yield(.ticked) }
                }
                continuation.onTermination = { _ in task.cancel() }
              }
            }
          }
        }
        let store = Store(initialState: Stopwatch.State.stopped) { Stopwatch() }
        """)
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    subject.pureMachines.flatMap { pure -> [Finding] in
      guard let effect = pure.effect,
        let walk = RunningEffects(pure, .narrowest, unasked: [])
      else { return [] }
      return effect.cases.compactMap { item in
        guard let yields = pure.runner(of: item.name)?.yields, yields.isEndless,
          !yields.results.isEmpty,
          let state = idleStates(walk, item.name, yields.results).sorted().first
        else { return nil }
        return finding(
          at: effect.file.location(of: item.element), machine: pure.id, state: state,
          "`\(item.name)` of \(pure.name) runs on in `\(state)`, which answers none of its results",
          remedy: "let `lifetime(of:)` answer `.whileInState` for it")
      }
    }
  }

  /// The states in which an effect runs, and that do nothing about what it brings.
  private static func idleStates(
    _ walk: RunningEffects, _ effect: String, _ results: Set<String>
  ) -> Set<String> {
    let index = walk.machine
    let states = walk.visited.filter { $0.running[effect] != nil }.map(\.state)
    return Set(states).filter { state in
      results.allSatisfy { result in
        index.transitions(from: state, on: Event.ID(.ioResult, result)).allSatisfy {
          [.ignore, .reject].contains(index.machine.transitions[$0].kind)
        }
      }
    }
  }
}
