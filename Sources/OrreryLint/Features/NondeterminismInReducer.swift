import OrreryLowering
import OrreryModel
import SwiftSyntax

/// A value that is another one at each call, which a reducer or its effect asks the system for.
enum NondeterminismInReducer: SourceRule {
  static let description = RuleDescription(
    "nondeterminism-in-reducer", .features,
    "The time, an id, a random number or the user's region, asked of the system by a reducer or its "
      + "effect.",
    why: """
      The same state and action lead to another state each time, so no test can say what is \
      expected, a recorded run cannot be played again, and previews change by themselves. The \
      library has a dependency for each of them, which a test sets.
      """,
    sources: [
      .playbook("Dependency Rules"), .playbook("When to Prefer TCA"),
      .smithTCA("When to Use @Shared vs @Dependency"),
    ],
    wrong: [
      RuleExample(
        "An id and a time that no test can know.",
        """
        import ComposableArchitecture

        @Reducer
        struct Todos {
          struct State { var todos: [Todo] = [] }
          enum Action { case addTapped }

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .addTapped:
                let id = UUID()  // wrong
                state.todos.append(Todo(id: id, created: Date()))  // wrong
                return .none
              }
            }
          }
        }
        """),
      RuleExample(
        "The feature has the dependency, and asks the system all the same.",
        """
        import ComposableArchitecture

        @Reducer
        struct Lock {
          struct State { var since: Date?; var isLocked = false; var digit = 0 }
          enum Action { case left, returned, shuffled(Int) }
          @Dependency(\\.date.now) var now

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .left:
                state.since = now
                return .none
              case .returned:
                state.isLocked = state.since.map { Date.now.timeIntervalSince($0) > 60 } ?? false  // wrong
                return .run { send in
                  await send(.shuffled(Int.random(in: 0...9)))  // wrong
                }
              case .shuffled(let digit):
                state.digit = digit
                return .none
              }
            }
          }
        }
        """),
    ],
    right: [
      RuleExample(
        "The dependencies answer, in a test what the test says.",
        """
        import ComposableArchitecture

        @Reducer
        struct Todos {
          struct State { var todos: [Todo] = [] }
          enum Action { case addTapped, shuffleTapped }
          @Dependency(\\.uuid) var uuid
          @Dependency(\\.date.now) var now
          @Dependency(\\.withRandomNumberGenerator) var withRandomNumberGenerator

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .addTapped:
                state.todos.append(Todo(id: uuid(), created: now))
                return .none
              case .shuffleTapped:
                withRandomNumberGenerator { state.todos.shuffle(using: &$0) }
                return .none
              }
            }
          }
        }
        """),
      RuleExample(
        "A time that is computed from another one is the same each time.",
        """
        import ComposableArchitecture

        @Reducer
        struct Alarm {
          struct State { var due: Date?; var id: UUID? }
          enum Action { case received(seconds: Double, id: String) }

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case let .received(seconds, id):
                state.due = Date(timeIntervalSince1970: seconds)
                state.id = UUID(uuidString: id)
                return .none
              }
            }
          }
        }
        """),
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    subject.features.flatMap { feature -> [Finding] in
      let dependencies = feature.dependencies
      let calls = feature.nodes(FunctionCallExprSyntax.self).compactMap { found in
        SystemQuestion.asked(by: found.node).map { ($0, Syntax(found.node), found.file) }
      }
      let members = feature.nodes(MemberAccessExprSyntax.self).compactMap { found in
        SystemQuestion.asked(by: found.node).map { ($0, Syntax(found.node), found.file) }
      }
      let effects = Set(feature.effects.map(\.closure.id))
      return (calls + members).filter { question, node, _ in
        // Chance that no action tells of, as in the time until a retry, is seen by no state.
        !isHanded(node, to: ["withDependencies", "dependency"])
          && !(question.isRandom && isInside(effects, node) && !isHanded(node, to: ["send"]))
      }.map { question, node, file in
        let answer = answer(to: question, dependencies)
        let certain = self.answer(
          to: question, dependencies.filter { feature.canName($0, at: node) })
        let edit = certain.map { node.replaced(by: $0, in: file) }
        return finding(
          at: file.location(of: node), machine: feature.id, event: feature.event(around: node),
          "\(feature.name) asks the system for `\(question.text)`, which no test can set",
          remedy: answer.map { "write `\($0)`, the dependency that the feature has" }
            ?? "declare `@Dependency(\\.\(question.dependency))` and ask that",
          fix: edit.map { Fix([$0]) })
      }
    }
  }

  private static func answer(
    to question: SystemQuestion, _ dependencies: [FeatureDependency]
  ) -> String? {
    dependencies.lazy.compactMap(question.answer).first
  }

  private static func isInside(_ closures: Set<SyntaxIdentifier>, _ node: Syntax) -> Bool {
    var current = node.nearest(ClosureExprSyntax.self)
    while let closure = current {
      if closures.contains(closure.id) { return true }
      current = closure.nearest(ClosureExprSyntax.self)
    }
    return false
  }

  /// Whether it is part of what a function is handed: where dependencies are set, the system is asked
  /// on purpose.
  private static func isHanded(_ node: Syntax, to functions: Set<String>) -> Bool {
    var current = node.nearest(FunctionCallExprSyntax.self)
    while let call = current {
      if functions.contains(call.calleeName) { return true }
      current = call.nearest(FunctionCallExprSyntax.self)
    }
    return false
  }
}
