import Foundation
import Testing

@testable import OrreryLint

@Suite("The list of rules")
struct RuleListTests {
  @Test("has no id twice, each in kebab case")
  func ids() {
    let ids = Linter.rules.map(\.id)
    #expect(Set(ids).count == ids.count)
    for id in ids { #expect(id.allSatisfy { $0.isLowercase || $0 == "-" }, "\(id)") }
  }

  @Test("is ordered by subject, then by name")
  func order() {
    let subjects = RuleDescription.Subject.allCases
    let wanted = Linter.rules.sorted { one, other in
      let places = [one, other].map { subjects.firstIndex(of: $0.subject) ?? 0 }
      return (places[0], one.id) < (places[1], other.id)
    }
    #expect(Linter.rules.map(\.id) == wanted.map(\.id))
  }

  @Test(
    "tells of each rule what, why and whence, with examples of both kinds",
    arguments: Linter.rules.map(\.id))
  func descriptions(id: String) throws {
    let rule = try #require(Linter.rules.first { $0.id == id })
    #expect(rule.summary.hasSuffix("."))
    #expect(!rule.why.isEmpty)
    #expect(!rule.sources.isEmpty)
    #expect(!rule.wrong.isEmpty)
    #expect(!rule.right.isEmpty)
  }
}

/// The pages in the documentation are what `orrery lint --explain` prints.
@Suite("Pages of rules")
struct RulePageTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/Orrery/Orrery.docc/Rules").standardized

  /// `ORRERY_RECORD=1` writes the pages.
  private static let isRecording = ProcessInfo.processInfo.environment["ORRERY_RECORD"] == "1"

  @Test("are committed as they are printed", arguments: Linter.rules.map(\.id))
  func pages(id: String) throws {
    let rule = try #require(Linter.rules.first { $0.id == id })
    let file = Self.folder.appending(path: "\(id).md")
    if Self.isRecording {
      try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
      try Data(RulePage(rule).text.utf8).write(to: file)
    }
    let written = try? String(contentsOf: file, encoding: .utf8)
    #expect(
      written == RulePage(rule).text,
      "ORRERY_RECORD=1 swift test --filter RulePageTests writes the pages")
  }

  @Test("are listed in the page about lint")
  func table() throws {
    let page = Self.folder.appending(path: "../Lint.md").standardized
    let mark = "<!-- The table below is written by the tests of the rules. -->\n\n"
    let text = try String(contentsOf: page, encoding: .utf8)
    let head = try #require(text.components(separatedBy: mark).first) + mark
    if Self.isRecording { try Data((head + RuleTable.text).utf8).write(to: page) }
    #expect(try String(contentsOf: page, encoding: .utf8) == head + RuleTable.text)
  }

  @Test("tell of no rule that is gone")
  func stale() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    let ids = Set(Linter.rules.map { "\($0.id).md" })
    #expect(files.filter { !ids.contains($0) } == [])
  }
}

@Suite("The page that says where the rules come from")
struct RuleSourcesPageTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/Orrery/Orrery.docc/RuleSources.md").standardized

  @Test("names each rule that looks at source, and no other; those that are opt-in as on request")
  func names() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let pieces = text.components(separatedBy: "`")
    let named = pieces.indices.dropFirst().dropLast().filter { $0 % 2 == 1 }
    let ids = named.filter { index in
      let name = pieces[index]
      return name.contains("-") && name.allSatisfy { $0.isLowercase || $0 == "-" }
    }
    let rules = Dictionary(uniqueKeysWithValues: Linter.rules.map { ($0.id, $0) })
    for index in ids {
      let rule = try #require(rules[pieces[index]], "\(pieces[index])")
      #expect(pieces[index + 1].hasPrefix(" (on request)") == rule.isOptIn, "\(rule.id)")
    }
    let wanted = Set(Linter.rules.filter { $0.subject != .comments }.map(\.id))
    #expect(Set(ids.map { pieces[$0] }) == wanted)
  }
}
