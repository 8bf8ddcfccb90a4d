import OrreryModel

/// An effect that is bound to a state which the same step leaves.
enum EffectInTransientState: SourceRule {
  static let description = RuleDescription(
    "effect-in-transient-state", .effects,
    "An effect that is started on entering a state which is left at once, and ends with it.",
    why: """
      The machine passes through the state without a rest. What was started there is cancelled \
      before it has done its work, or answers a state that does not listen.
      """,
    sources: [
      .tcaSM("2. State-Driven Cancellation"), .tcaSM("3. Multi-Step Operations as State Phases"),
    ],
    wrong: [
      RuleExample(
        "`checkCache` answers without a wait, and `opening` is left before anything is fetched.",
        """
        import Orrery

        @StateMachine
        struct Reader: StateMachine {
          enum State { case closed, opening, open }
          enum Input { case openTapped }
          enum IOEffect { case checkCache, fetch }
          enum IOResult { case checked, fetched }
          static func reduceInput(_ state: State, _ input: Input) -> Transition {
            switch (state, input) {
            case (.closed, .openTapped):
              transition(.opening, effect: .merge(.fetch, .checkCache))  // wrong
            default: identity
            }
          }
          static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
            switch (state, ioResult) {
            case (.opening, .checked): nextState(.open)
            default: undefined
            }
          }
          static func lifetime(of ioEffect: IOEffect) -> EffectLifetime { .whileInState }
          func runIOEffect(_ ioEffect: IOEffect) -> IOResultStream {
            switch ioEffect {
            case .checkCache: .single { .checked }
            case .fetch: .single { await api.fetch(); return .fetched }
            }
          }
        }
        let store = Store(initialState: Reader.State.closed) { Reader() }
        """)
    ],
    right: [
      RuleExample(
        "The fetch is started in the state that waits for it.",
        """
        import Orrery

        @StateMachine
        struct Reader: StateMachine {
          enum State { case closed, opening, fetching, open }
          enum Input { case openTapped }
          enum IOEffect { case checkCache, fetch }
          enum IOResult { case checked, fetched }
          static func reduceInput(_ state: State, _ input: Input) -> Transition {
            switch (state, input) {
            case (.closed, .openTapped): transition(.opening, effect: .checkCache)
            default: identity
            }
          }
          static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
            switch (state, ioResult) {
            case (.opening, .checked): transition(.fetching, effect: .fetch)
            case (.fetching, .fetched): nextState(.open)
            default: undefined
            }
          }
          static func lifetime(of ioEffect: IOEffect) -> EffectLifetime { .whileInState }
          func runIOEffect(_ ioEffect: IOEffect) -> IOResultStream {
            switch ioEffect {
            case .checkCache: .single { .checked }
            case .fetch: .single { await api.fetch(); return .fetched }
            }
          }
        }
        let store = Store(initialState: Reader.State.closed) { Reader() }
        """)
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    subject.pureMachines.flatMap { pure -> [Finding] in
      guard let index = pure.machine else { return [] }
      return index.machine.transitions.compactMap { row in
        guard row.kind == .move, let state = row.to, let started = pure.effects(of: row),
          let (sender, exit) = immediateExit(of: state, among: started, pure, index)
        else { return nil }
        guard
          let lost = started.first(where: { effect in
            effect != sender && pure.lifetime(of: effect) == "whileInState"
              && pure.runner(of: effect)?.yields.waits == true
          })
        else { return nil }
        return finding(
          at: row.location, machine: pure.id, state: state, event: row.event,
          "`\(lost)` is started in `\(state)` of \(pure.name) and ends with it, but "
            + "`\(sender)` answers at once and leads to `\(exit.to ?? "")`",
          remedy: "start it by the row that enters `\(exit.to ?? "")`")
      }
    }
  }

  /// The effect that answers without a wait, and the one row that its answer takes.
  private static func immediateExit(
    of state: String, among effects: [String], _ pure: PureMachine, _ index: MachineIndex
  ) -> (String, Transition)? {
    for effect in effects {
      guard let yields = pure.runner(of: effect)?.yields, yields.isClear, yields.isSingle,
        !yields.waits, yields.results.count == 1, let result = yields.results.first
      else { continue }
      let rows = index.transitions(from: state, on: Event.ID(.ioResult, result))
        .map { index.machine.transitions[$0] }
      if rows.count == 1, rows[0].guard == nil, rows[0].kind == .move { return (effect, rows[0]) }
    }
    return nil
  }
}
