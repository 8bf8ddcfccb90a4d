import OrreryModel
import SwiftSyntax

/// A test store that lets pass what the test does not ask about.
enum ExhaustivityOff: SourceRule {
  static let description = RuleDescription(
    "exhaustivity-off", .tests, "A test store whose exhaustivity is turned off.",
    why: """
      The test passes although state changes or actions come that nobody foresaw. For a test of many \
      features together that may be what is wanted, which is why the rule runs only where it is \
      asked for.
      """,
    isOptIn: true, sources: [.playbook("Testing with `TestStore`")],
    wrong: [
      RuleExample(
        "What else happens is of no matter.",
        """
        import Testing
        @Test func login() async {
          let store = TestStore(initialState: App.State()) { App() }
          store.exhaustivity = .off  // wrong
          await store.send(.loginTapped)
        }
        @Test func logout() async {
          let store = TestStore(initialState: App.State()) { App() }
          store.exhaustivity = .off(showSkippedAssertions: true)  // wrong
          await store.send(.logoutTapped)
        }
        """)
    ],
    right: [
      RuleExample(
        "All that happens is said.",
        """
        import Testing
        @Test func login() async {
          let store = TestStore(initialState: App.State()) { App() }
          store.exhaustivity = .on
          await store.send(.loginTapped) { $0.isLoading = true }
        }
        """)
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    subject.files(naming: ["exhaustivity"]).flatMap { file in
      file.tree.descendants(AssignmentExprSyntax.self).compactMap { assignment in
        guard let (target, value) = assignment.sides,
          let names = target.dottedNames, names.count > 1, names.last == "exhaustivity",
          value.firstCase == "off"
        else { return nil }
        return finding(
          at: file.location(of: target), "the test store lets pass what the test does not say",
          remedy: "leave the exhaustivity on, and say what changes")
      }
    }
  }
}

extension ExprSyntax {
  /// `off` of `.off` and of `.off(showSkippedAssertions: true)`.
  fileprivate var firstCase: String? {
    let member = (self.as(FunctionCallExprSyntax.self)?.calledExpression ?? self)
      .as(MemberAccessExprSyntax.self)
    return member?.declName.baseName.text
  }
}
