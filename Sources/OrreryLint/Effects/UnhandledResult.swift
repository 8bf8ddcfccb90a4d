import OrreryModel

/// A result that comes back and that no state answers.
enum UnhandledResult: SourceRule {
  static let description = RuleDescription(
    "unhandled-result", .effects, "A result of an effect that no state does anything about.",
    why: """
      The effect was started for what comes back. If no state answers it, the machine stays where it \
      is: the spinner goes on, and an error is told to nobody.
      """,
    sources: [.tcaSM("4. Deterministic Error Handling")],
    wrong: [
      RuleExample(
        "`loadFailed` is swallowed, and `loading` is never left.",
        """
        @StateMachine
        struct Feature: StateMachine {
          enum State { case idle, loading, loaded }
          enum Input { case load }
          enum IOEffect { case fetchData }
          enum IOResult {
            case dataLoaded
            case loadFailed  // wrong
          }
          static func reduceInput(_ state: State, _ input: Input) -> Transition {
            switch (state, input) {
            case (.idle, .load): transition(.loading, effect: .fetchData)
            default: undefined
            }
          }
          static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
            switch (state, ioResult) {
            case (.loading, .dataLoaded): nextState(.loaded)
            default: undefined
            }
          }
          func runIOEffect(_ ioEffect: IOEffect) async -> IOResult? {
            switch ioEffect {
            case .fetchData:
              do {
                try await api.fetch()
                return .dataLoaded
              } catch {
                return .loadFailed
              }
            }
          }
        }
        """)
    ],
    right: [
      RuleExample(
        "What a child answers is passed on to it.",
        """
        @StateMachine
        @ComposableStateMachine
        struct ParentFeature: StateMachine {
          struct State {
            var parentData: String?
            @NestedState var presets = PresetsFeature.State()
          }
          enum Input { case parentButtonTapped }
          enum IOEffect { case fetchData }
          enum IOResult {
            case dataResult(TaskResult<String>)
            @Forward(PresetsFeature.IOResult.self)
            case presetsResult(PresetsFeature.IOResult)
          }
          static func reduceInput(_ state: State, _ input: Input) -> Transition {
            run(.fetchData)
          }
          static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
            switch ioResult {
            case .dataResult(.success(let data)): nextState(withVar(state, \\.parentData, data))
            case .dataResult(.failure): identity
            case .presetsResult: identity
            }
          }
        }
        """)
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    subject.pureMachines.flatMap { pure -> [Finding] in
      guard let index = subject.machine(pure.id), index.machine.isWhole, let result = pure.result,
        !result.file.path.isEmpty
      else { return [] }
      let forwarded = pure.forwarded
      return result.cases.filter { item in
        !forwarded.contains(item.name) && isUnanswered(Event.ID(.ioResult, item.name), index, pure)
      }.map { item in
        let senders = pure.runners.filter { $0.yields.results.contains(item.name) }.map(\.effect)
        let sender = senders.first.map { "`\($0)` brings `\(item.name)`" } ?? "`\(item.name)` comes"
        return finding(
          at: result.file.location(of: item.element), machine: pure.id,
          event: Event.ID(.ioResult, item.name),
          "\(sender), and no state of \(pure.name) answers it",
          remedy: "answer it where it may come, or let the effect end without a result")
      }
    }
  }

  private static func isUnanswered(_ event: Event.ID, _ index: MachineIndex, _ pure: PureMachine)
    -> Bool
  {
    let rows = index.transitions(on: event).map { index.machine.transitions[$0] }
    let actions = index.machine.actions.filter { $0.event == event }
    return !(rows.isEmpty && actions.isEmpty)
      && rows.allSatisfy { [.ignore, .reject].contains($0.kind) && $0.forwards == nil }
      && actions.allSatisfy {
        $0.writes.isEmpty && $0.effect == nil && $0.forwards == nil
          && !pure.answers(at: $0.location)
      }
  }
}
