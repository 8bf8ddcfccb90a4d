import OrreryModel
import Testing

@testable import OrreryLint

/// The documents' own snippets: those that are called right are silent under the default rules, and
/// those that are called wrong are found, where need be by a rule that has to be asked for.
struct GuideSnippetTests {
  @Test("A snippet that is called right is silent", arguments: GuideSnippet.right)
  func right(snippet: GuideSnippet) {
    #expect(snippet.expected.isEmpty)
    let found = Lint.findings(in: snippet.source)
    #expect(found.map { "\($0.location.line) \($0.rule): \($0.message)" } == [])
  }

  @Test("A snippet that is called wrong is found", arguments: GuideSnippet.wrong)
  func wrong(snippet: GuideSnippet) {
    let expected = snippet.expected
    #expect(!expected.isEmpty)
    var settings = LintSettings()
    settings.enabled = Set(expected.map(\.rule))
    let found = Lint.findings(in: snippet.source, settings).map {
      GuideSnippet.Expectation(line: $0.location.line, rule: $0.rule)
    }
    #expect(found == expected)
  }
}

extension GuideSnippet {
  static let right =
    smithPatterns + smithTemplates + smithTests + playbookRight + playbookViews + tcaSMRight
  static let wrong = smithWrong + playbookSmells + playbookBroken + tcaSMWrong
}
