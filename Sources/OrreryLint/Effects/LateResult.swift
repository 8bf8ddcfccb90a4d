import OrreryModel

/// A result that is handled where it can no longer come.
enum LateResult: SourceRule {
  static let description = RuleDescription(
    "late-result", .effects,
    "A result that is handled in a state in which no effect runs that could bring it.",
    why: """
      The code is never run. Who wrote it thought that the effect still runs there; so either the \
      effect is started too early or ends too soon, or the clause is left over.
      """,
    sources: [.tcaSM("2. State-Driven Cancellation")],
    wrong: [
      RuleExample(
        "The search ends with its state; no hit comes in `idle`.",
        """
        import Orrery

        @StateMachine
        struct Search: StateMachine {
          enum State { case idle, searching, results }
          enum Input { case searchTapped, cleared }
          enum IOEffect { case search }
          enum IOResult { case found }
          static func reduceInput(_ state: State, _ input: Input) -> Transition {
            switch (state, input) {
            case (_, .searchTapped): transition(.searching, effect: .search)
            case (_, .cleared): nextState(.idle)
            }
          }
          static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
            switch (state, ioResult) {
            case (.searching, .found): nextState(.results)
            case (.idle, .found): nextState(.results)  // wrong
            case (.results, .found): undefined
            }
          }
          static func lifetime(of ioEffect: IOEffect) -> EffectLifetime { .whileInState }
          func runIOEffect(_ ioEffect: IOEffect) -> IOResultStream {
            switch ioEffect {
            case .search: .single { await catalogue.search(); return .found }
            }
          }
        }
        let store = Store(initialState: Search.State.idle) { Search() }
        """),
      RuleExample(
        "The effect answers nothing where it fails; the clause waits in vain.",
        """
        import Orrery

        @StateMachine
        struct Presets: StateMachine {
          enum State { case idle, loading, failed }
          enum Input { case loadTapped }
          enum IOEffect { case load }
          enum IOResult { case loaded, loadFailed }
          static func reduceInput(_ state: State, _ input: Input) -> Transition {
            transition(.loading, effect: .load)
          }
          static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
            switch (state, ioResult) {
            case (.loading, .loaded): nextState(.idle)
            case (.loading, .loadFailed): nextState(.failed)  // wrong
            case (.idle, _), (.failed, _): undefined
            }
          }
          func runIOEffect(_ ioEffect: IOEffect) async -> IOResult? {
            switch ioEffect {
            case .load:
              do {
                try await storage.load()
                return .loaded
              } catch {
                return nil
              }
            }
          }
        }
        let store = Store(initialState: Presets.State.idle) { Presets() }
        """),
    ],
    right: [
      RuleExample(
        "Until it is replaced the search goes on, also in `idle`.",
        """
        import Orrery

        @StateMachine
        struct Search: StateMachine {
          enum State { case idle, searching, results }
          enum Input { case searchTapped, cleared }
          enum IOEffect { case search }
          enum IOResult { case found }
          static func reduceInput(_ state: State, _ input: Input) -> Transition {
            switch (state, input) {
            case (_, .searchTapped): transition(.searching, effect: .search)
            case (_, .cleared): nextState(.idle)
            }
          }
          static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
            switch (state, ioResult) {
            case (.searching, .found): nextState(.results)
            case (.idle, .found): nextState(.results)
            case (.results, .found): undefined
            }
          }
          func runIOEffect(_ ioEffect: IOEffect) -> IOResultStream {
            switch ioEffect {
            case .search: .single { await catalogue.search(); return .found }
            }
          }
        }
        let store = Store(initialState: Search.State.idle) { Search() }
        """)
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    let sent = subject.resultsSentByOthers
    return subject.pureMachines.flatMap { pure -> [Finding] in
      guard let walk = RunningEffects(pure, .widest, unasked: sent) else { return [] }
      return subject.resultClauses(of: walk, [.move, .stay]).compactMap { rows, mayCome in
        guard !mayCome.contains(true), let row = rows.first else { return nil }
        return finding(
          at: row.location, machine: pure.id, state: row.from, event: row.event,
          "\(pure.pairs(rows)) of \(pure.name) cannot come: \(pure.absence(of: row))",
          remedy: "say `undefined`, or let the effect run on by `lifetime(of:)`")
      }
    }
  }
}
