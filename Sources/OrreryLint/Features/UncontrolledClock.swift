import OrreryModel
import SwiftSyntax

/// An effect that waits by the clock of the system.
enum UncontrolledClock: SourceRule {
  static let description = RuleDescription(
    "uncontrolled-clock", .features,
    "An effect that waits by the system's clock and not by the clock dependency.",
    why: """
      A test of the feature has to wait as long as the user does, and fails on a slow machine. With \
      the clock as a dependency a test moves the time itself, and a preview waits for nothing.
      """,
    sources: [.playbook("Dependency Rules"), .playbook("PR Review Checklist")],
    wrong: [
      RuleExample(
        "The test of this search takes as long as the pause.",
        """
        import ComposableArchitecture

        @Reducer
        struct Search {
          struct State { var query = "" }
          enum Action { case queryChanged(String), pauseEnded }

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .queryChanged(let query):
                state.query = query
                return .run { send in
                  try await Task.sleep(for: .milliseconds(300))  // wrong
                  await send(.pauseEnded)
                }
              case .pauseEnded:
                return .none
              }
            }
          }
        }
        """),
      RuleExample(
        "The feature has the clock, and waits by another one.",
        """
        import ComposableArchitecture

        @Reducer
        struct Toast {
          struct State { var isShown = false }
          enum Action { case shown, timeIsUp }
          @Dependency(\\.continuousClock) var clock

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .shown:
                state.isShown = true
                return .run { send in
                  try await Task.sleep(for: .seconds(3))  // wrong
                  await send(.timeIsUp)
                }
              case .timeIsUp:
                state.isShown = false
                return .none
              }
            }
          }
        }
        """),
    ],
    right: [
      RuleExample(
        "The clock is a dependency.",
        """
        import ComposableArchitecture

        @Reducer
        struct Search {
          struct State { var query = "" }
          enum Action { case queryChanged(String), pauseEnded }
          @Dependency(\\.continuousClock) var clock

          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .queryChanged(let query):
                state.query = query
                return .run { send in
                  try await clock.sleep(for: .milliseconds(300))
                  await send(.pauseEnded)
                }
              case .pauseEnded:
                return .none
              }
            }
          }
        }
        """)
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    subject.features.flatMap { feature -> [Finding] in
      let clock = feature.dependencies.first { clocks.contains($0.path.last ?? "") }
      return feature.nodes(FunctionCallExprSyntax.self).compactMap { found in
        guard let member = found.node.calledExpression.as(MemberAccessExprSyntax.self),
          let base = member.base?.nameParts, waits(base[0], member.declName.baseName.text),
          !found.node.onlyKeepsAlive
        else { return nil }
        let name = member.spelledText
        return finding(
          at: found.file.location(of: found.node), machine: feature.id,
          event: feature.event(around: found.node),
          "`\(name)` in \(feature.name) waits in real time, in tests too",
          remedy: remedy(base[0], clock?.name),
          fix: clock.flatMap { fix(found.node, member, $0, in: found, of: feature) })
      }
    }
  }

  private static let clocks: Set = ["continuousClock", "suspendingClock"]

  private static func waits(_ base: String, _ name: String) -> Bool {
    base == "Task" && name == "sleep" || base == "DispatchQueue" && name == "asyncAfter"
  }

  private static func remedy(_ base: String, _ clock: String?) -> String {
    let declared = clock == nil ? "declare `@Dependency(\\.continuousClock) var clock` and " : ""
    let sleep = "`\(clock ?? "clock").sleep(for:)`"
    guard base == "Task" else {
      return
        "\(declared)return a `.run` that awaits \(sleep) and then sends an action, in place of "
        + "the block"
    }
    return clock == nil
      ? "\(declared)write \(sleep)" : "write \(sleep), by the clock that the feature has"
  }

  /// `Task.sleep(for:)` has the form of a clock's own `sleep(for:)`.
  private static func fix(
    _ call: FunctionCallExprSyntax, _ member: MemberAccessExprSyntax, _ clock: FeatureDependency,
    in found: CodeNode<FunctionCallExprSyntax>, of feature: Feature
  ) -> Fix? {
    guard call.arguments.count == 1, call.arguments.first?.label?.text == "for",
      let base = member.base, feature.canName(clock, at: found.node)
    else { return nil }
    return Fix([base.replaced(by: clock.name, in: found.file)])
  }
}

extension MemberAccessExprSyntax {
  fileprivate var spelledText: String { ExprSyntax(self).spelledName }
}

extension FunctionCallExprSyntax {
  /// Whether it is all that a loop does: the effect waits for its cancellation, and for no time.
  fileprivate var onlyKeepsAlive: Bool {
    guard let block = nearest(CodeBlockSyntax.self), block.statements.count == 1 else {
      return false
    }
    return block.parent?.is(WhileStmtSyntax.self) ?? false
  }
}
