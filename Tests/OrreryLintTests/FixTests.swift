import OrreryExtraction
import Testing

@testable import OrreryLint

@Suite("What mends a finding")
struct FixTests {
  /// The examples in which a rule mends something.
  static let mendable = ShownExample.wrong.filter { shown in
    Lint.findings(in: shown.example, by: shown.rule.id).contains { $0.fix != nil }
  }

  /// A source with all fixes made, the last one first, so that the others keep their places.
  private func mended(_ source: String, _ findings: [Finding]) -> String {
    let edits = findings.compactMap(\.fix).flatMap(\.edits)
    var bytes = Array(source.utf8)
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(edit.range, with: edit.text.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("is made by rules of features, effects and comments")
  func rules() {
    let ids = Set(Self.mendable.map(\.rule.id))
    #expect(
      ids.isSuperset(of: [
        "deprecated-api", "identity-for-impossible", "nondeterminism-in-reducer",
        "uncontrolled-clock", "unused-disable",
      ]))
  }

  @Test("leaves Swift in which the rule mends nothing more", arguments: mendable)
  func leavesNothing(shown: ShownExample) {
    let found = Lint.findings(in: shown.example, by: shown.rule.id)
    let source = mended(shown.example.source, found)
    #expect(source != shown.example.source)
    let left = Lint.findings(in: RuleExample("", source), by: shown.rule.id)
    #expect(left.filter { $0.fix != nil } == [])
    #expect(left.count == found.count { $0.fix == nil })
    let text = SourceText(module: "App", path: "App.swift", text: source)
    let errors = Extractor().extract([text]).diagnostics.filter { $0.id == "syntax" }
    #expect(errors.map(\.message) == [])
  }

  @Test("is a name and nothing else, where a name is all that changed")
  func rename() {
    let source = """
      import ComposableArchitecture
      struct Feature: ReducerProtocol {
        @ObservableState struct State { var count = 0 }
        enum Action { case tapped }
        func reduce(into state: inout State, action: Action) -> EffectTask<Action> { .none }
      }
      """
    let wanted = source.replacing("ReducerProtocol", with: "Reducer")
      .replacing("EffectTask<", with: "Effect<")
    #expect(mended(source, Lint.findings(in: source, by: "deprecated-api")) == wanted)
  }

  @Test("does not touch a type of the project's own that has the name")
  func ownType() {
    let source = """
      import ComposableArchitecture
      struct EffectTask<Action> { var action: Action }
      @Reducer struct Feature {
        @ObservableState struct State { var task: EffectTask<Int>? }
        enum Action { case tapped }
        var body: some ReducerOf<Self> { Reduce { state, action in .none } }
      }
      """
    #expect(Lint.findings(in: source, by: "deprecated-api") == [])
  }
}
