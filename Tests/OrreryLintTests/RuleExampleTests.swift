import OrreryExtraction
import OrreryModel
import Testing

@testable import OrreryLint

/// An example on the page of a rule.
struct ShownExample: CustomTestStringConvertible {
  var rule: RuleDescription
  var example: RuleExample

  var testDescription: String { "\(rule.id): \(example.caption)" }

  static let wrong = Linter.rules.flatMap { rule in
    rule.wrong.map { Self(rule: rule, example: $0) }
  }
  static let right = Linter.rules.flatMap { rule in
    rule.right.map { Self(rule: rule, example: $0) }
  }
}

/// What the page of each rule shows is what the rule does.
struct RuleExampleTests {
  @Test(
    "A wrong example is found at the lines that say so, and nowhere else",
    arguments: ShownExample.wrong)
  func wrong(shown: ShownExample) {
    let found = Lint.findings(in: shown.example, by: shown.rule.id)
    #expect(!shown.example.wrongLines.isEmpty, "a line of the example ends in // wrong")
    #expect(found.map(\.location.line) == shown.example.wrongLines)
  }

  @Test("So it is where no module is known", arguments: ShownExample.wrong)
  func withoutModule(shown: ShownExample) {
    let found = Lint.findings(in: shown.example, by: shown.rule.id, module: "")
    #expect(found.map(\.location.line) == shown.example.wrongLines)
  }

  @Test("A right example is silent", arguments: ShownExample.right)
  func right(shown: ShownExample) {
    #expect(shown.example.wrongLines.isEmpty)
    #expect(Lint.findings(in: shown.example, by: shown.rule.id).map(\.message) == [])
  }
}

enum Lint {
  /// What one rule finds in an example.
  static func findings(
    in example: RuleExample, by rule: String, module: String = "App"
  ) -> [Finding] {
    var settings = LintSettings()
    settings.enabled = [rule]
    settings.thresholds = [rule: example.thresholds]
    return findings(in: example.source, settings, module: module).filter { $0.rule == rule }
  }

  /// What one rule finds in a source.
  static func findings(in source: String, by rule: String) -> [Finding] {
    var settings = LintSettings()
    settings.enabled = [rule]
    return findings(in: source, settings).filter { $0.rule == rule }
  }

  static func findings(
    in source: String, _ settings: LintSettings = LintSettings(), module: String = "App"
  ) -> [Finding] {
    let text = SourceText(module: module, path: "App.swift", text: source)
    let reading = Linter.read([text], by: Extractor())
    return Linter(settings).findings(in: reading, machines: reading.extract.machines)
  }
}
