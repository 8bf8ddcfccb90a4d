import OrreryLowering
import OrreryModel
import OrreryTrace
import SwiftSyntax

/// An effect that keeps the whole state for the sake of a value or two.
enum StateCapturedByEffect: SourceRule {
  static let description = RuleDescription(
    "state-captured-by-effect", .features,
    "An effect that captures the whole state and uses a value or two of it.",
    why: """
      The effect holds a copy of the whole state as long as it runs, and reads as if it could see \
      the state as it is now: what it has is old after the first `await`. A capture of the values \
      says what the effect depends on.
      """,
    sources: [.playbook("Canonical Feature Shape"), .playbook("Effects and Concurrency")],
    thresholds: [
      .init("values", 2, "values that are better captured one by one, at most"),
      .init("properties", 8, "properties of a state that is small enough to be captured, at most"),
    ],
    wrong: [
      RuleExample(
        "Only the count is asked for.",
        """
        import ComposableArchitecture

        @Reducer
        struct CounterFeature {
          struct State: Equatable { var count = 0; var isLoading = false; var fact = "" }
          enum Action { case factButtonTapped, factResponse(String) }
          @Dependency(\\.numberFact) var numberFact

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .factButtonTapped:
                state.isLoading = true
                return .run { [state] send in  // wrong
                  let fact = await numberFact.fetch(state.count)
                  await send(.factResponse(fact))
                }
              case .factResponse(let fact):
                state.isLoading = false
                state.fact = fact
                return .none
              }
            }
          }
        }
        """, thresholds: ["properties": 2])
    ],
    right: [
      RuleExample(
        "The effect is handed the number.",
        """
        import ComposableArchitecture

        @Reducer
        struct CounterFeature {
          struct State: Equatable { var count = 0; var isLoading = false; var fact = "" }
          enum Action { case factButtonTapped, factResponse(String) }
          @Dependency(\\.numberFact) var numberFact

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .factButtonTapped:
                state.isLoading = true
                let n = state.count
                return .run { send in
                  let fact = await numberFact.fetch(n)
                  await send(.factResponse(fact))
                }
              case .factResponse(let fact):
                state.isLoading = false
                state.fact = fact
                return .none
              }
            }
          }
        }
        """, thresholds: ["properties": 2]),
      RuleExample(
        "The whole state is what is stored.",
        """
        import ComposableArchitecture

        @Reducer
        struct Draft {
          struct State: Equatable, Codable { var title = ""; var text = "" }
          enum Action { case saveTapped }
          @Dependency(\\.drafts) var drafts

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .saveTapped:
                return .run { [state] _ in await drafts.save(state) }
              }
            }
          }
        }
        """, thresholds: ["properties": 2]),
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    let most = subject.threshold("values", of: Self.self)
    let small = subject.threshold("properties", of: Self.self)
    return subject.features.filter { $0.stateProperties.count > small }.flatMap { feature in
      feature.effects.compactMap { effect -> Finding? in
        guard let capture = capture(in: effect, of: feature) else { return nil }
        let name = Naming.identifier(capture.name.text)
        guard let used = values(of: name, in: effect.closure), (1...most).contains(used.count)
        else {
          return nil
        }
        let list = used.map { "\($0) = state.\($0)" }.joined(separator: ", ")
        let words = Naming.listed(used, by: " and ")
        return finding(
          at: effect.file.location(of: capture), machine: feature.id,
          event: feature.event(around: effect.call),
          "the effect captures the whole state of \(feature.name) and uses \(words) of it",
          remedy: "capture `[\(list)]`")
      }
    }
  }

  /// `state` or `state = state` in the capture list.
  private static func capture(
    in effect: EffectClosure, of feature: Feature
  ) -> ClosureCaptureSyntax? {
    let names = Set(feature.reducers.compactMap(\.stateName) + ["state"])
    return effect.closure.signature?.capture?.items.first { item in
      let value = item.initializer.map { $0.value.trimmedText } ?? item.name.text
      return names.contains(value)
    }
  }

  /// The properties that are used of a captured state; nothing where it is used as a whole.
  private static func values(of name: String, in closure: ClosureExprSyntax) -> [String]? {
    var found: [String] = []
    for use in closure.statements.descendants(DeclReferenceExprSyntax.self)
    where use.baseName.text == name {
      guard let member = use.parent?.as(MemberAccessExprSyntax.self) else { return nil }
      // The name of a member, or of an argument of another thing.
      guard member.base?.id == ExprSyntax(use).id else { continue }
      let isCalled =
        member.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id
        == ExprSyntax(member).id
      guard !isCalled else { return nil }
      let value = Naming.identifier(member.declName.baseName.text)
      if !found.contains(value) { found.append(value) }
    }
    return found
  }
}
