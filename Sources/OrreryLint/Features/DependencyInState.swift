import OrreryLowering
import OrreryModel
import OrrerySyntax
import SwiftSyntax

/// A service that a state keeps.
enum DependencyInState: SourceRule {
  static let description = RuleDescription(
    "dependency-in-state", .features,
    "A dependency that is stored in the state of a feature.",
    why: """
      State is data: it is compared, copied, printed and kept in tests. A client in it makes \
      states unequal or incomparable, and a copy that was made earlier goes on with the services \
      of then.
      """,
    sources: [.playbook("Dependency Rules")],
    wrong: [
      RuleExample(
        "The client is part of the state.",
        """
        struct NumberFactClient {
          var fetch: @Sendable (Int) async -> String
        }
        extension NumberFactClient: DependencyKey {
          static let liveValue = Self(fetch: { "\\($0) is a good number." })
        }
        @Reducer
        struct CounterFeature {
          struct State {
            var count = 0
            var numberFact: NumberFactClient  // wrong
            @Dependency(\\.date) var date  // wrong
          }
          enum Action { case factButtonTapped }
          var body: some ReducerOf<Self> {
            Reduce { state, action in .none }
          }
        }
        """)
    ],
    right: [
      RuleExample(
        "The reducer has the client, and an initializer may ask once.",
        """
        struct NumberFactClient {
          var fetch: @Sendable (Int) async -> String
        }
        extension NumberFactClient: DependencyKey {
          static let liveValue = Self(fetch: { "\\($0) is a good number." })
        }
        struct Theme { var isDark = false }
        extension Theme: DependencyKey {
          static let liveValue = Theme()
        }
        @Reducer
        struct CounterFeature {
          struct State {
            let id: UUID
            var theme = Theme()
            init() {
              @Dependency(\\.uuid) var uuid
              id = uuid()
            }
          }
          enum Action { case factButtonTapped }
          @Dependency(\\.numberFact) var numberFact
          var body: some ReducerOf<Self> {
            Reduce { state, action in .none }
          }
        }
        """)
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    let clients = DependencyClients(in: subject)
    return subject.features.filter(\.ownsDomain).flatMap { feature in
      feature.stateProperties.compactMap { stored -> Finding? in
        let property = stored.property
        guard let state = feature.state else { return nil }
        let isWrapped = property.wrappers.contains("Dependency")
        let type = property.type?.elements.first {
          clients.isClient($0, in: subject.index, from: state)
        }
        guard isWrapped || type != nil else { return nil }
        let what = type.map { "the client `\($0.trimmedText)`" } ?? "a dependency"
        return finding(
          at: stored.file.location(of: property.declaration), machine: feature.id,
          "the state of \(feature.name) stores \(what) in `\(property.name)`",
          remedy: "declare it as `@Dependency` in \(feature.name) itself")
      }
    }
  }
}
