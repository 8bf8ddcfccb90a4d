import OrreryModel
import SwiftSyntax

/// A test with a test store that nothing binds to the main actor.
enum TestNotOnMainActor: SourceRule {
  static let description = RuleDescription(
    "test-not-on-main-actor", .tests,
    "A test that makes a `TestStore`, and is not marked with `@MainActor`.",
    why: """
      Actions are sent on the main actor in a program, and a test should run them there as well, \
      or their order is not that of the program. A module may be bound to the main actor by a \
      setting that no source shows, and the documents leave the mark out themselves in places: so \
      the rule runs only where it is asked for.
      """,
    isOptIn: true, sources: [.smithTCA("Testing Validation")],
    wrong: [
      RuleExample(
        "Nothing says where it runs.",
        """
        import Testing
        @Test func increment() async {  // wrong
          let store = TestStore(initialState: Counter.State()) { Counter() }
          await store.send(.incrementTapped) { $0.count = 1 }
        }
        """)
    ],
    right: [
      RuleExample(
        "The function says it, or the type around it.",
        """
        import Testing
        @MainActor
        @Test func increment() async {
          let store = TestStore(initialState: Counter.State()) { Counter() }
          await store.send(.incrementTapped) { $0.count = 1 }
        }
        @MainActor
        struct CounterTests {
          @Test func decrement() async {
            let store = TestStore(initialState: Counter.State()) { Counter() }
            await store.send(.decrementTapped) { $0.count = -1 }
          }
        }
        """)
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    var seen: Set<SyntaxIdentifier> = []
    return FeatureTest.all(making: "TestStore", in: subject).compactMap { test in
      guard let function = test.function, function.isTest, !function.isOnMainActor,
        seen.insert(function.id).inserted
      else { return nil }
      return finding(
        at: test.file.location(of: function), machine: test.features.first?.id,
        "`\(function.name.text)` makes a test store, and nothing binds it to the main actor",
        remedy: "mark it, or the type around it, with `@MainActor`")
    }
  }
}

extension SyntaxProtocol {
  /// Whether a declaration, or one around it, is marked with `@MainActor`.
  fileprivate var isOnMainActor: Bool {
    var current: Syntax? = Syntax(self)
    while let node = current {
      if let attributes = node.asProtocol((any WithAttributesSyntax).self)?.attributes,
        attributes.contains(where: {
          $0.as(AttributeSyntax.self)?.attributeName.trimmedText == "MainActor"
        })
      {
        return true
      }
      current = node.parent
    }
    return false
  }
}
