import OrreryModel
import SwiftSyntax

/// A test that drives a feature with a live store.
enum StoreInTest: SourceRule {
  static let description = RuleDescription(
    "store-in-test", .tests,
    "A test that sends actions to a `Store` of a feature, not a `TestStore`.",
    why: """
      A `Store` lets everything pass that the test does not ask about: a property that should not \
      have changed, an effect that still runs, an action that came back unforeseen. A `TestStore` \
      fails for each of them. Tests of views, snapshots and speed do need a `Store`.
      """,
    sources: [.playbook("Testing with `TestStore`"), .smithTCA("Test Structure")],
    wrong: [
      RuleExample(
        "Only the count is looked at.",
        """
        import Testing
        @Reducer
        struct CounterFeature {
          struct State { var count = 0 }
          enum Action { case incrementTapped }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              state.count += 1
              return .none
            }
          }
        }
        @Test func increment() {
          let store = Store(initialState: CounterFeature.State()) {  // wrong
            CounterFeature()
          }
          store.send(.incrementTapped)
          #expect(store.count == 1)
        }
        """)
    ],
    right: [
      RuleExample(
        "A test store, and a store for a picture.",
        """
        import Testing
        @Reducer
        struct CounterFeature {
          struct State { var count = 0 }
          enum Action { case incrementTapped }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              state.count += 1
              return .none
            }
          }
        }
        @Test func increment() async {
          let store = TestStore(initialState: CounterFeature.State()) {
            CounterFeature()
          }
          await store.send(.incrementTapped) { $0.count = 1 }
        }
        @Test func picture() {
          let store = Store(initialState: CounterFeature.State()) { CounterFeature() }
          store.send(.incrementTapped)
          assertSnapshot(of: CounterView(store: store), as: .image)
        }
        """)
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    // The library's own tests are about its store.
    guard !subject.declaresStore else { return [] }
    return FeatureTest.all(making: "Store", in: subject).compactMap { test in
      guard let feature = test.features.first, let function = test.function, function.isTest,
        let name = test.call.boundName,
        !StoreView.sends(in: function, to: [name]).isEmpty,
        !function.hands(name)
      else { return nil }
      return finding(
        at: test.file.location(of: test.call), machine: feature.id,
        "`\(function.name.text)` drives `\(feature.name)` with a live store",
        remedy: "make it a `TestStore`, await `send`, and say in its closure what changes")
    }
  }
}

extension FunctionCallExprSyntax {
  /// The name of the variable that is initialized with the call.
  fileprivate var boundName: String? {
    parent?.as(InitializerClauseSyntax.self)?.parent?.as(PatternBindingSyntax.self)?.pattern
      .as(IdentifierPatternSyntax.self)?.identifier.text
  }
}

extension FunctionDeclSyntax {
  /// Whether a variable is handed to something else: `CounterView(store: store)`.
  fileprivate func hands(_ name: String) -> Bool {
    descendants(LabeledExprSyntax.self).contains {
      $0.expression.as(DeclReferenceExprSyntax.self)?.baseName.text == name
    }
  }
}
