import OrreryModel
import SwiftSyntax

/// A feature that is tested by XCTest.
enum XCTestFeatureTest: SourceRule {
  static let description = RuleDescription(
    "xctest-feature-test", .tests, "A `TestStore` in a subclass of `XCTestCase`.",
    why: """
      Swift Testing runs tests at the same time, tells of a failed expectation with its values, and \
      needs no class. The documents do not agree here: one asks for `@Test` and `#expect`, another \
      shows `XCTestCase` as the right way. So the rule runs only where it is asked for.
      """,
    isOptIn: true, sources: [.smithTCA("Testing Validation")],
    wrong: [
      RuleExample(
        "A test case.",
        """
        import XCTest
        @MainActor
        final class CounterTests: XCTestCase {
          func testIncrement() async {
            let store = TestStore(initialState: Counter.State()) { Counter() }  // wrong
            await store.send(.incrementTapped) { $0.count = 1 }
          }
        }
        """)
    ],
    right: [
      RuleExample(
        "A test function.",
        """
        import Testing
        @MainActor
        struct CounterTests {
          @Test func increment() async {
            let store = TestStore(initialState: Counter.State()) { Counter() }
            await store.send(.incrementTapped) { $0.count = 1 }
          }
        }
        """)
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    var seen: Set<SyntaxIdentifier> = []
    return FeatureTest.all(making: "TestStore", in: subject).compactMap { test in
      guard let type = test.call.nearest(ClassDeclSyntax.self), seen.insert(type.id).inserted,
        type.inheritanceClause?.inheritedTypes.first?.type.trimmedText == "XCTestCase"
      else { return nil }
      return finding(
        at: test.file.location(of: test.call), machine: test.features.first?.id,
        "`\(type.name.text)` tests a feature in an `XCTestCase`",
        remedy: "write a struct with `@Test` functions, and `#expect`")
    }
  }
}
