/// The page of a rule, as Markdown: why it is there, what is wrong and right, how to silence it.
public struct RulePage: Sendable {
  public let rule: RuleDescription

  public init(_ rule: RuleDescription) { self.rule = rule }

  /// The page; the same for a terminal and for the documentation.
  public var text: String {
    let parts =
      [["# \(rule.id)", "", rule.summary, ""], facts, ["## Why", "", rule.why]]
      + [examples("Wrong", rule.wrong), examples("Right", rule.right), silence]
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n") + "\n"
  }

  private var facts: [String] {
    let rows = [
      ("Looks at", rule.subject.rawValue), ("Runs", rule.isOptIn ? "when enabled" : "by default"),
      ("Severity", rule.severity.rawValue),
      ("Comes from", rule.sources.map(\.text).joined(separator: "; ")),
    ]
    let thresholds = rule.thresholds.map { ("`\($0.name)`", "\($0.meaning); \($0.value)") }
    return ["| | |", "|---|---|"] + (rows + thresholds).map { "| \($0.0) | \($0.1) |" }
  }

  private func examples(_ heading: String, _ examples: [RuleExample]) -> [String] {
    guard !examples.isEmpty else { return [] }
    return ["## \(heading)"]
      + examples.flatMap { example in
        ["", example.caption, "", "```swift", example.source, "```"]
      }
  }

  private var silence: [String] {
    guard rule.subject != .comments else { return [] }
    let how =
      rule.isOptIn
      ? "The rule runs only where it is enabled, under `lint.enable` in `.orrery.yml` or with "
        + "`--enable \(rule.id)`."
      : "For a whole project: `lint.disable` in `.orrery.yml`, or `--disable \(rule.id)`."
    return [
      "## How to silence it", "", "A comment disables the rule for the next line with code:", "",
      "```swift", "// orrery:disable:next \(rule.id) and the reason", "```", "", how,
    ]
  }
}

/// A table of all rules, for the page about lint.
public enum RuleTable {
  public static var text: String {
    let rows = Linter.rules.map { rule in
      "| [\(rule.id)](Rules/\(rule.id).md) | \(rule.subject.rawValue) | "
        + "\(rule.isOptIn ? "opt-in" : "yes") | \(rule.summary) |"
    }
    return (["| rule | looks at | runs | finds |", "|---|---|---|---|"] + rows)
      .map { $0 + "\n" }.joined()
  }
}
