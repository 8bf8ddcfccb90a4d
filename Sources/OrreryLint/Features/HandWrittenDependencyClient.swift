import OrreryLowering
import OrreryModel
import SwiftSyntax

/// A client of closures whose stand-ins for tests are written by hand.
enum HandWrittenDependencyClient: SourceRule {
  static let description = RuleDescription(
    "hand-written-dependency-client", .features,
    "A struct of closures that is a dependency, without `@DependencyClient`.",
    why: """
      `@DependencyClient` gives each closure a stand-in that fails a test which did not say what \
      it answers, and methods with labels. Opt-in, because the TCA Playbook writes its client by \
      hand, with a `testValue` that answers.
      """,
    isOptIn: true,
    sources: [.smithTCA("Reducer Validation")],
    wrong: [
      RuleExample(
        "A test that forgets to say what `fetch` answers does not fail for it.",
        """
        struct NumberFactClient {  // wrong
          var fetch: @Sendable (Int) async -> String
        }
        extension NumberFactClient: DependencyKey {
          static let liveValue = Self(fetch: { "\\($0) is a good number." })
          static let testValue = Self(fetch: { _ in "Test fact" })
        }
        @Reducer
        struct CounterFeature {
          struct State { var count = 0 }
          enum Action { case factButtonTapped }
          @Dependency(\\.numberFact) var numberFact
          var body: some ReducerOf<Self> {
            Reduce { state, action in .none }
          }
        }
        """)
    ],
    right: [
      RuleExample(
        "The macro writes the rest; a struct of values needs none.",
        """
        @DependencyClient
        struct NumberFactClient {
          var fetch: @Sendable (Int) async throws -> String
        }
        extension NumberFactClient: DependencyKey {
          static let liveValue = Self(fetch: { "\\($0) is a good number." })
        }
        struct Theme { var isDark = false }
        extension Theme: DependencyKey {
          static let liveValue = Theme()
        }
        """)
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    let clients = DependencyClients(in: subject).clients.filter { !$0.value.hasMacro }
    return clients.sorted { $0.key < $1.key }.map { name, client in
      finding(
        at: client.file.location(of: client.node.name),
        "`\(name)` is a dependency made of closures, without `@DependencyClient`",
        remedy: "write `@DependencyClient` before it, and leave the `testValue` to `Self()`")
    }
  }
}
