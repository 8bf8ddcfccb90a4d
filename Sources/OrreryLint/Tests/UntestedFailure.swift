import OrreryModel
import SwiftSyntax

/// A result whose failure no test of the feature hands over.
enum UntestedFailure: SourceRule {
  static let description = RuleDescription(
    "untested-failure", .tests,
    "An action with a `Result` whose failure no test of the feature sends or receives.",
    why: """
      What a feature does when a request fails is what is seen least and written last. A test that \
      makes the dependency throw and receives the failure shows whether the loading indicator stops \
      and the user is told. Only features that have tests are looked at.
      """,
    isOptIn: true, sources: [.playbook("PR Review Checklist")],
    wrong: [
      RuleExample(
        "The test knows of success alone.",
        """
        import Testing
        @Reducer struct Fact {
          struct State { var text = "" }
          enum Action {
            case load
            case loaded(Result<String, any Error>)  // wrong
          }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .load: return .run { send in await send(.loaded(.success("42"))) }
              case .loaded(.success(let text)):
                state.text = text
                return .none
              case .loaded(.failure): return .none
              }
            }
          }
        }
        @Test func load() async {
          let store = TestStore(initialState: Fact.State()) { Fact() }
          await store.send(.load)
          await store.receive(\\.loaded.success) { $0.text = "42" }
        }
        """)
    ],
    right: [
      RuleExample(
        "Both ways are tested.",
        """
        import Testing
        @Reducer struct Fact {
          struct State { var text = "" }
          enum Action {
            case load
            case loaded(Result<String, any Error>)
          }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .load: return .run { send in await send(.loaded(.success("42"))) }
              case .loaded(.success(let text)):
                state.text = text
                return .none
              case .loaded(.failure): return .none
              }
            }
          }
        }
        @Test func load() async {
          let store = TestStore(initialState: Fact.State()) { Fact() }
          await store.send(.load)
          await store.receive(\\.loaded.success) { $0.text = "42" }
          await store.send(.load)
          await store.receive(.loaded(.failure(Offline())))
        }
        """)
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    let tests = FeatureTest.all(making: "TestStore", in: subject)
    let pairs = tests.flatMap { test in test.features.map { ($0.id, test) } }
    let byFeature = Dictionary(grouping: pairs, by: \.0).mapValues { $0.map(\.1) }
    return subject.features.flatMap { feature -> [Finding] in
      guard let tests = byFeature[feature.id], let action = feature.action else { return [] }
      let results = action.cases.filter { $0.values.contains { isResult($0.type) } }
      guard !results.isEmpty else { return [] }
      let failures = failures(in: tests)
      return results.filter { !failures.contains($0.name) }.map { result in
        finding(
          at: action.file.location(of: result.element), machine: feature.id,
          event: Event.ID(.input, result.name),
          "no test of `\(feature.name)` sends or receives the failure of `.\(result.name)`",
          remedy: "let the dependency throw in a test, and receive the failure")
      }
    }
  }

  private static func isResult(_ type: String) -> Bool {
    type.hasPrefix("Result<") || type.hasPrefix("TaskResult<")
  }

  /// The names that stand beside `failure` in calls of `send` and `receive`.
  private static func failures(in tests: [FeatureTest]) -> Set<String> {
    var names: Set<String> = []
    var seen: Set<String> = []
    for file in tests.map(\.file) where seen.insert(file.path).inserted {
      for call in file.tree.calls(of: ["send", "receive"]) {
        guard let action = call.arguments.first?.expression, action.says("failure") else {
          continue
        }
        names.formUnion(action.tokens(viewMode: .sourceAccurate).map(\.text))
      }
    }
    return names
  }
}
