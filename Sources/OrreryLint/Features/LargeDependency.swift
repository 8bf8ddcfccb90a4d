import OrreryLowering
import OrreryModel
import SwiftSyntax

/// A client of many endpoints.
enum LargeDependency: SourceRule {
  static let description = RuleDescription(
    "large-dependency", .features, "A dependency client with many endpoints.",
    why: """
      A feature that is given such a client can do more than it needs, a test has to say which of \
      the endpoints matter, and each change of one touches all that use another. Where the border \
      lies is a matter of taste, so the rule runs only where it is asked for.
      """,
    isOptIn: true, sources: [.playbook("Dependency Rules")],
    thresholds: [.init("endpoints", 12, "closures of one client")],
    wrong: [
      RuleExample(
        "Thirteen endpoints of four kinds.",
        """
        @DependencyClient
        struct BackendClient {  // wrong
          var login: @Sendable (String) async throws -> Token
          var logout: @Sendable () async -> Void
          var profile: @Sendable () async throws -> Profile
          var rename: @Sendable (String) async throws -> Void
          var posts: @Sendable () async throws -> [Post]
          var publish: @Sendable (Post) async throws -> Void
          var remove: @Sendable (Post.ID) async throws -> Void
          var like: @Sendable (Post.ID) async throws -> Void
          var upload: @Sendable (Data) async throws -> URL
          var download: @Sendable (URL) async throws -> Data
          var track: @Sendable (String) -> Void
          var flags: @Sendable () async -> Flags
          var region: @Sendable () -> Region
        }
        """)
    ],
    right: [
      RuleExample(
        "One capability.",
        """
        @DependencyClient
        struct NumberFactClient {
          var fetch: @Sendable (Int) async -> String
        }
        """)
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    let limit = subject.threshold("endpoints", of: self)
    return subject.index.keys.compactMap { subject.index.info($0) }.filter(\.isDependency)
      .compactMap { info in
        let endpoints = info.stored.filter { !$0.property.isStatic && $0.property.holdsFunction }
        guard endpoints.count > limit, !info.file.isGenerated else { return nil }
        return finding(
          at: info.file.location(of: info.nameNode),
          "`\(info.name)` has \(endpoints.count) endpoints",
          remedy: "split it into clients of one capability each")
      }
  }
}
