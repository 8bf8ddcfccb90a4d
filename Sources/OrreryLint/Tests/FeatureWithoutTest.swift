import OrreryModel
import SwiftSyntax

/// A feature that no test makes a test store of.
enum FeatureWithoutTest: SourceRule {
  static let description = RuleDescription(
    "feature-without-test", .tests,
    "A feature of which no test makes a `TestStore`, where tests are among the files.",
    why: """
      Its rules are written down nowhere but in its code. A test of a parent may cover it, which \
      cannot be told from here: so the rule runs only where it is asked for.
      """,
    isOptIn: true,
    sources: [.playbook("Testing with `TestStore`"), .playbook("PR Review Checklist")],
    wrong: [
      RuleExample(
        "Two features and one test.",
        """
        import Testing
        @Reducer struct Counter {
          struct State { var count = 0 }
          enum Action { case tap }
          var body: some ReducerOf<Self> { Reduce { state, _ in state.count += 1; return .none } }
        }
        @Reducer struct Lamp {  // wrong
          struct State { var isOn = false }
          enum Action { case tap }
          var body: some ReducerOf<Self> { Reduce { state, _ in state.isOn = true; return .none } }
        }
        @Test func tap() async {
          let store = TestStore(initialState: Counter.State()) { Counter() }
          await store.send(.tap) { $0.count = 1 }
        }
        """)
    ],
    right: [
      RuleExample(
        "No test is among the files.",
        """
        @Reducer struct Lamp {
          struct State { var isOn = false }
          enum Action { case tap }
          var body: some ReducerOf<Self> { Reduce { state, _ in state.isOn = true; return .none } }
        }
        """)
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    let tests = FeatureTest.all(making: "TestStore", in: subject)
    guard !tests.isEmpty else { return [] }
    let tested = Set(tests.flatMap(\.features).map(\.id))
    return subject.features.filter { feature in
      // A reducer inside of a test case is a part of the test.
      !tested.contains(feature.id) && !feature.reducers.isEmpty
        && !(feature.info.file.isTest && feature.info.path.count > 1)
    }.map { feature in
      finding(
        at: feature.location, machine: feature.id,
        "no test among the files makes a `TestStore` of `\(feature.name)`",
        remedy: "write a test that sends each action and says what changes")
    }
  }
}
