import OrreryModel
import OrrerySyntax
import OrreryTrace

/// A machine that keeps itself busy without anybody's doing.
enum EffectLivelock: SourceRule {
  static let description = RuleDescription(
    "effect-livelock", .machines,
    "Results and events that the machine sends itself lead round and round, without a condition.",
    why: """
      Once in the circle, the machine goes on for ever: a server that is down is asked again at \
      once, a battery is emptied, and a store that handles such actions never gets to the next tap.
      """,
    sources: [.tcaSM("Retry Logic")],
    wrong: [
      RuleExample(
        "A request that fails is tried again at once, and for ever.",
        """
        @StateMachine
        struct Feature: StateMachine {
          enum State { case idle, active, done }
          enum Input { case start }
          enum IOEffect { case retryRequest }
          enum IOResult { case finished, requestFailed }
          static func reduceInput(_ state: State, _ input: Input) -> Transition {
            transition(.active, effect: .retryRequest)
          }
          static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition {
            switch (state, result) {
            case (.active, .requestFailed):
              return transition(.active, effect: .retryRequest)  // wrong
            case (.active, .finished): return nextState(.done)
            case (.idle, _), (.done, _): return undefined
            }
          }
          func runIOEffect(_ ioEffect: IOEffect) async -> IOResult? {
            switch ioEffect {
            case .retryRequest: await api.request() ? .finished : .requestFailed
            }
          }
        }
        """),
      RuleExample(
        "Two actions send each other.",
        """
        @Reducer
        struct Lists {
          struct State: Equatable { var count = 0 }
          enum Action { case refresh, sort }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .refresh:
                return .send(.sort)  // wrong
              case .sort:
                state.count += 1
                return .send(.refresh)
              }
            }
          }
        }
        """),
    ],
    right: [
      RuleExample(
        "The reducer counts, and gives up.",
        """
        @StateMachine
        struct Feature: StateMachine {
          enum State { case idle, active(retryCount: Int), failed(retryCount: Int) }
          enum Input { case start }
          enum IOEffect { case retryRequest }
          enum IOResult { case requestFailed(Error) }
          static func reduceInput(_ state: State, _ input: Input) -> Transition {
            transition(.active(retryCount: 0), effect: .retryRequest)
          }
          static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition {
            switch (state, result) {
            case (.active(let count), .requestFailed(let error)):
              if count < 3 {
                return transition(.active(retryCount: count + 1), effect: .retryRequest)
              } else {
                return nextState(.failed(retryCount: count))
              }
            default: return undefined
            }
          }
          func runIOEffect(_ ioEffect: IOEffect) async -> IOResult? {
            switch ioEffect {
            case .retryRequest: .requestFailed(await api.request())
            }
          }
        }
        """),
      RuleExample(
        "A pause lies in each round.",
        """
        @StateMachine
        struct Poll: StateMachine {
          enum State { case off, on }
          enum Input { case start }
          enum IOEffect { case ask }
          enum IOResult { case asked }
          static func reduceInput(_ state: State, _ input: Input) -> Transition {
            transition(.on, effect: .ask)
          }
          static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition {
            transition(.on, effect: .ask)
          }
          func runIOEffect(_ ioEffect: IOEffect) async -> IOResult? {
            try? await clock.sleep(for: .seconds(60))
            return .asked
          }
        }
        """),
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    let pure = subject.pureMachines
    let known = Set(pure.map(\.id))
    let results = pure.compactMap { $0.machine == nil ? nil : Rounds(results: $0) }
    let sent = subject.machines.filter { !known.contains($0.machine.id) }.map { Rounds(sent: $0) }
    return (results + sent).flatMap { rounds in
      rounds.all.map { round in
        let names = Naming.listed(round.map(\.step.event.name))
        let first = round[0]
        return finding(
          at: first.location, machine: rounds.machine.id, state: first.step.state,
          event: first.step.event,
          "\(names) of \(rounds.machine.name) lead\(round.count == 1 ? "s" : "") back to "
            + "`\(first.step.event.name)` without a condition or a pause",
          remedy: "count the rounds in the state and give up, or let a pause lie between them")
      }
    }
  }
}
