import OrreryModel

/// `undefined` for a result that may come.
enum UndefinedForPossible: SourceRule {
  static let description = RuleDescription(
    "undefined-for-possible", .effects,
    "`undefined` in a state in which an effect still runs that brings the result.",
    why: """
      `undefined` says that the event is illegal, and tests fail where one comes. An effect that \
      the machine has started goes on when it leaves the state, unless something ends it; so the \
      result comes, late but rightly.
      """,
    sources: [.tcaSM("Transition Helpers"), .tcaSM("2. State-Driven Cancellation")],
    wrong: [
      RuleExample(
        "After `stop` the fetch goes on, and its answer comes in `idle`.",
        """
        import Orrery

        @StateMachine
        struct Feature: StateMachine {
          enum State { case idle, loading, loaded }
          enum Input { case load, stop }
          enum IOEffect { case fetchData }
          enum IOResult { case dataFetched }
          static func reduceInput(_ state: State, _ input: Input) -> Transition {
            switch (state, input) {
            case (.idle, .load): transition(.loading, effect: .fetchData)
            case (.loading, .stop): nextState(.idle)
            case (.loading, .load), (.loaded, _), (.idle, .stop): identity
            }
          }
          static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
            switch (state, ioResult) {
            case (.loading, .dataFetched): nextState(.loaded)
            case (.idle, .dataFetched): undefined  // wrong
            case (.loaded, .dataFetched): undefined
            }
          }
          func runIOEffect(_ ioEffect: IOEffect) -> IOResultStream {
            switch ioEffect {
            case .fetchData: .single { await api.fetch(); return .dataFetched }
            }
          }
        }
        let store = Store(initialState: Feature.State.idle) { Feature() }
        """)
    ],
    right: [
      RuleExample(
        "The effect ends with the state that it was started in.",
        """
        import Orrery

        @StateMachine
        struct Feature: StateMachine {
          enum State { case idle, loading, loaded }
          enum Input { case load, stop }
          enum IOEffect { case fetchData }
          enum IOResult { case dataFetched }
          static func reduceInput(_ state: State, _ input: Input) -> Transition {
            switch (state, input) {
            case (.idle, .load): transition(.loading, effect: .fetchData)
            case (.loading, .stop): nextState(.idle)
            case (.loading, .load), (.loaded, _), (.idle, .stop): identity
            }
          }
          static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
            switch (state, ioResult) {
            case (.loading, .dataFetched): nextState(.loaded)
            case (.idle, .dataFetched), (.loaded, .dataFetched): undefined
            }
          }
          static func lifetime(of ioEffect: IOEffect) -> EffectLifetime {
            switch ioEffect {
            case .fetchData: .whileInState
            }
          }
          func runIOEffect(_ ioEffect: IOEffect) -> IOResultStream {
            switch ioEffect {
            case .fetchData: .single { await api.fetch(); return .dataFetched }
            }
          }
        }
        let store = Store(initialState: Feature.State.idle) { Feature() }
        """)
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    subject.pureMachines.flatMap { pure -> [Finding] in
      guard let walk = RunningEffects(pure, .narrowest, unasked: []) else { return [] }
      return subject.resultClauses(of: walk, [.reject]).compactMap { rows, mayCome in
        let coming = zip(rows, mayCome).filter(\.1).map(\.0)
        guard let row = coming.first,
          pure.edit(of: "undefined", at: row.location, to: "identity") != nil
        else { return nil }
        // What does not wait has answered before anybody can leave its state.
        let senders = walk.senders(of: row.event.name, in: row.from).sorted().filter {
          pure.runner(of: $0)?.yields.waits ?? false
        }
        guard !senders.isEmpty else { return nil }
        return finding(
          at: row.location, machine: pure.id, state: row.from, event: row.event,
          "\(pure.pairs(coming)) of \(pure.name) may be: "
            + "`\(senders.joined(separator: "`, `"))` still runs there",
          remedy: "say `identity`, or let `lifetime(of:)` end the effect with its state")
      }
    }
  }
}
