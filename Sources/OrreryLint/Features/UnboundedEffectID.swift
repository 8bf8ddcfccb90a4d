import OrreryModel
import SwiftSyntax

/// An effect whose id is made anew each time, so that nobody can name it.
enum UnboundedEffectID: SourceRule {
  static let description = RuleDescription(
    "unbounded-effect-id", .features,
    "An effect that is cancellable by an id that is made anew each time.",
    why: """
      An effect is cancelled by an id that is equal to its own. One that is made on the spot is \
      equal to no other, so the effect can never be cancelled, and `cancelInFlight` finds nothing.
      """,
    severity: .error,
    sources: [.playbook("Anti-Patterns and Fixes: 7. Missing cancellation")],
    wrong: [
      RuleExample(
        "No action can cancel the request, and the next one does not.",
        """
        import ComposableArchitecture

        @Reducer
        struct CounterFeature {
          struct State: Equatable { var count = 0; var fact = "" }
          enum Action { case factButtonTapped, factResponse(String) }
          @Dependency(\\.numberFact) var numberFact

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .factButtonTapped:
                let n = state.count
                return .run { send in
                  let fact = await numberFact.fetch(n)
                  await send(.factResponse(fact))
                }
                .cancellable(id: UUID(), cancelInFlight: true)  // wrong
              case .factResponse(let fact):
                state.fact = fact
                return .none
              }
            }
          }
        }
        """)
    ],
    right: [
      RuleExample(
        "The id is the same each time.",
        """
        import ComposableArchitecture

        @Reducer
        struct CounterFeature {
          struct State: Equatable { var count = 0; var fact = "" }
          enum Action { case factButtonTapped, factResponse(String) }
          enum CancelID { case fact }
          @Dependency(\\.numberFact) var numberFact

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .factButtonTapped:
                let n = state.count
                return .run { send in
                  let fact = await numberFact.fetch(n)
                  await send(.factResponse(fact))
                }
                .cancellable(id: CancelID.fact, cancelInFlight: true)
              case .factResponse(let fact):
                state.fact = fact
                return .none
              }
            }
          }
        }
        """)
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    subject.features.flatMap { feature -> [Finding] in
      let makers = Set(
        ["UUID"] + feature.dependencies.filter { $0.path == ["uuid"] }.map(\.name))
      return feature.nodes(FunctionCallExprSyntax.self).compactMap { found in
        guard EffectIDs.users.contains(found.node.calleeName),
          let id = EffectIDs.id(of: found.node),
          let made = id.calls(of: makers).first, made.arguments.isEmpty
        else { return nil }
        return finding(
          at: found.file.location(of: id), machine: feature.id,
          event: feature.event(around: found.node),
          "the id of the effect is a new `\(made.calleeName)()` each time, so nothing can cancel it",
          remedy: "use a case of an enum, such as `CancelID.load`, with the element's id beside it "
            + "where there are several")
      }
    }
  }
}
