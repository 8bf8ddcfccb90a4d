import Foundation
import Testing

@testable import OrreryLint

/// What was judged by reading public code, and how often each rule was right.
struct Judgements {
  struct Judgement: Decodable {
    enum Verdict: String, Decodable { case right, wrong }

    var rule: String
    var repository: String
    var path: String
    var line: Int
    var verdict: Verdict
    var why: String
  }

  var judged: [Judgement]
  /// How often a rule found something, by repository.
  var counts: [String: [String: Int]]
  /// The commits that were read.
  var commits: [String: String]

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardized
  static let page = root.appending(path: "Sources/Orrery/Orrery.docc/LintPrecision.md")

  static func read() throws -> Self {
    func data(_ name: String) throws -> Data {
      try Data(contentsOf: root.appending(path: "Tests/Judged/\(name)"))
    }
    let lines = String(decoding: try data("judged.jsonl"), as: UTF8.self).split(separator: "\n")
    return Self(
      judged: try lines.map {
        try JSONDecoder().decode(Judgement.self, from: Data($0.utf8))
      },
      counts: try JSONDecoder().decode([String: [String: Int]].self, from: data("counts.json")),
      commits: try JSONDecoder().decode([String: String].self, from: data("repositories.json")))
  }

  /// How many findings of a rule were judged, and how many of them are right.
  func figures(of rule: String) -> (judged: Int, right: Int) {
    let all = judged.filter { $0.rule == rule }
    return (all.count, all.count { $0.verdict == .right })
  }
}

@Suite("Rules as they were judged in public code")
struct JudgedTests {
  private let judgements: Judgements

  init() throws { judgements = try Judgements.read() }

  @Test("A rule runs by default only where it is right in nine of ten places")
  func precision() {
    for rule in Linter.rules where !rule.isOptIn {
      let (judged, right) = judgements.figures(of: rule.id)
      #expect(right * 10 >= judged * 9, "\(rule.id): \(right) of \(judged)")
      let found = judgements.counts[rule.id]?.values.reduce(0, +) ?? 0
      #expect(judged >= min(found, 1), "\(rule.id) found \(found), and nobody looked")
    }
  }

  @Test("Each judgement is of a rule that there is, in a repository whose commit is told")
  func known() {
    let rules = Set(Linter.rules.map(\.id))
    for judgement in judgements.judged {
      #expect(rules.contains(judgement.rule), "\(judgement.rule)")
      #expect(judgements.commits[judgement.repository] != nil, "\(judgement.repository)")
      #expect(!judgement.why.isEmpty)
    }
  }

  @Test("The page tells the figures; ORRERY_RECORD=1 writes them")
  func page() throws {
    let text = try String(contentsOf: Judgements.page, encoding: .utf8)
    let mark = "<!-- What follows is written by the tests of the rules. -->\n\n"
    let head = try #require(text.components(separatedBy: mark).first) + mark
    let page = head + PrecisionTable(judgements: judgements).text
    if ProcessInfo.processInfo.environment["ORRERY_RECORD"] == "1" {
      try Data(page.utf8).write(to: Judgements.page)
    }
    #expect(try String(contentsOf: Judgements.page, encoding: .utf8) == page)
  }
}

/// The figures as Markdown.
private struct PrecisionTable {
  var judgements: Judgements

  var text: String {
    let head = [
      "| rule | runs | found | checkouts | judged | right |", "|---|---|--:|--:|--:|--:|",
    ]
    let parts = [
      head + Linter.rules.map(row), ["## Places", ""] + places,
      ["## Checkouts", ""] + repositories,
    ]
    return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  /// Of each rule one place where it is right.
  private var places: [String] {
    Linter.rules.compactMap { rule in
      guard
        let found = judgements.judged.first(where: { $0.rule == rule.id && $0.verdict == .right })
      else { return nil }
      let commit = judgements.commits[found.repository] ?? ""
      let path = found.path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
      let file = found.path.split(separator: "/").last ?? ""
      return "- \(rule.id): [\(found.repository), \(file)]"
        + "(https://github.com/\(found.repository)/blob/\(commit)/\(path ?? "")#L\(found.line)): "
        + found.why
    }
  }

  private func row(_ rule: RuleDescription) -> String {
    let counts = judgements.counts[rule.id] ?? [:]
    let (judged, right) = judgements.figures(of: rule.id)
    let share = judged == 0 ? "–" : "\(right * 100 / judged) %"
    let runs = rule.isOptIn ? "opt-in" : "yes"
    return "| [\(rule.id)](Rules/\(rule.id).md) | \(runs) | \(counts.values.reduce(0, +)) | "
      + "\(counts.count) | \(judged) | \(share) |"
  }

  private var repositories: [String] {
    judgements.commits.sorted { $0.key < $1.key }.map { repository, commit in
      let tree = "https://github.com/\(repository)/tree/\(commit)"
      return "- [\(repository)](\(tree)) at `\(commit.prefix(12))`"
    }
  }
}
