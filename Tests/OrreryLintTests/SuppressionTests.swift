import OrreryModel
import Testing

@testable import OrreryLint

@Suite("Comments that disable rules")
struct SuppressionTests {
  /// A lamp whose light nothing dims, with a comment before the case, and one behind it.
  private func lamp(before: String = "", behind: String = "", after: String = "") -> String {
    """
    struct Lamp {
      enum Light {
        case on, off
        \(before)
        case dimmed \(behind)
        \(after)
      }
      private var light = Light.on
      mutating func toggle() {
        switch light {
        case .on: light = .off
        case .off, .dimmed: light = .on
        }
      }
    }
    """
  }

  private func rules(_ source: String, _ settings: LintSettings = LintSettings()) -> [String] {
    Lint.findings(in: source, settings).map(\.rule)
  }

  @Test("without one the rule finds the state")
  func none() { #expect(rules(lamp()) == ["unreachable-state"]) }

  @Test(
    "disable a rule with a reason: for the next line with code, for their own, and from there on",
    arguments: [
      ("// orrery:disable:next unreachable-state old archives hold it", "", ""),
      ("// orrery:disable:next unreachable-state: it is read\n    // and not written", "", ""),
      ("", "// orrery:disable:this unreachable-state old archives hold it", ""),
      ("// orrery:disable unreachable-state old archives hold it", "", ""),
      (
        "// orrery:disable unreachable-state old archives hold it", "",
        "// orrery:enable unreachable-state"
      ),
    ])
  func disabled(before: String, behind: String, after: String) {
    #expect(rules(lamp(before: before, behind: behind, after: after)) == [])
  }

  @Test("disable nothing without a reason, and say so")
  func withoutReason() {
    let found = Lint.findings(
      in: lamp(before: "// orrery:disable:next unreachable-state"))
    #expect(Set(found.map(\.rule)) == ["unreachable-state", "malformed-disable"])
    #expect(
      found.first?.message == "the comment disables 'unreachable-state' without a reason")
    #expect(found.first?.location.line == 4)
  }

  @Test(
    "disable nothing where they name no rule or no command",
    arguments: [
      "// orrery:disable:next unreachable-sate old archives", "// orrery:disable:next",
      "// orrery:silence unreachable-state because", "// orrery:",
    ])
  func malformed(comment: String) {
    #expect(Set(rules(lamp(before: comment))) == ["unreachable-state", "malformed-disable"])
  }

  @Test("are told where they disable nothing, and the fix takes out the line")
  func unused() throws {
    let source = "// orrery:disable:next unreachable-state gone\nenum Light { case on, off }\n"
    let found = Lint.findings(in: source)
    #expect(found.map(\.rule) == ["unused-disable"])
    let edit = try #require(found.first?.fix?.edits.first)
    var bytes = Array(source.utf8)
    bytes.replaceSubrange(edit.range, with: edit.text.utf8)
    #expect(String(decoding: bytes, as: UTF8.self) == "enum Light { case on, off }\n")
  }

  @Test("behind code go with the spaces before them")
  func unusedBehindCode() throws {
    let source = "let a = 1  // orrery:disable:this unreachable-state gone\nlet b = 2\n"
    let edit = try #require(Lint.findings(in: source).first?.fix?.edits.first)
    var bytes = Array(source.utf8)
    bytes.replaceSubrange(edit.range, with: edit.text.utf8)
    #expect(String(decoding: bytes, as: UTF8.self) == "let a = 1\nlet b = 2\n")
  }

  @Test("hold for each of their rules by itself")
  func severalRules() {
    let both = "// orrery:disable unreachable-state, dead-end-state both are meant"
    #expect(
      rules(lamp(before: both, after: "// orrery:enable dead-end-state")) == [],
      "the other rule is not enabled by that")
    var settings = LintSettings()
    settings.enabled = ["dead-end-state"]
    let found = Lint.findings(in: lamp(before: both), settings)
    #expect(found.map(\.rule) == ["unused-disable"])
    #expect(found.first?.message.contains("'dead-end-state'") == true)
    #expect(found.first?.message.contains("unreachable-state") == false)
    #expect(found.first?.fix == nil, "the comment is needed")
  }

  @Test("are found to be unused where only that is asked for")
  func onlyUnused() {
    var settings = LintSettings()
    settings.only = ["unused-disable"]
    let source = "// orrery:disable:next unreachable-state gone\nenum Light { case on, off }\n"
    #expect(rules(source, settings) == ["unused-disable"])
    let used = lamp(before: "// orrery:disable:next unreachable-state old archives hold it")
    #expect(rules(used, settings) == [])
  }

  @Test("go with the end of their line, whatever ends it")
  func carriageReturns() throws {
    let source = "// orrery:disable:next unreachable-state gone\r\nlet a = 1\r\n"
    let edit = try #require(Lint.findings(in: source).first?.fix?.edits.first)
    var bytes = Array(source.utf8)
    bytes.replaceSubrange(edit.range, with: edit.text.utf8)
    #expect(String(decoding: bytes, as: UTF8.self) == "let a = 1\r\n")
  }

  @Test("are not called unused where their rule did not run")
  func notRun() {
    var settings = LintSettings()
    settings.disabled = ["unreachable-state"]
    let comment = "// orrery:disable:next unreachable-state old archives hold it"
    #expect(rules(lamp(before: comment), settings) == [])
  }
}

@Suite("Settings of rules")
struct LintSettingsTests {
  private let lamp = """
    struct Lamp {
      enum Light { case on, off, dimmed }
      private var light = Light.on
      mutating func toggle() {
        switch light {
        case .on: light = .off
        case .off, .dimmed: light = .on
        }
      }
    }
    """

  @Test("a rule that is disabled does not run")
  func disabled() {
    var settings = LintSettings()
    settings.disabled = ["unreachable-state"]
    #expect(Lint.findings(in: lamp, settings) == [])
  }

  @Test("where some are named, no other runs")
  func only() {
    var settings = LintSettings()
    settings.only = ["unused-disable"]
    #expect(Lint.findings(in: lamp, settings) == [])
  }

  @Test("a severity can be set")
  func severity() {
    #expect(Lint.findings(in: lamp).map(\.severity) == [.warning])
    var settings = LintSettings()
    settings.severities = ["unreachable-state": .error]
    #expect(Lint.findings(in: lamp, settings).map(\.severity) == [.error])
  }

  @Test("a finding tells the machine, the state, and what to do")
  func facts() throws {
    let found = try #require(Lint.findings(in: lamp).first)
    #expect(found.machine == "App.Lamp")
    #expect(found.state == "dimmed")
    #expect(found.location == SourceLocation(file: "App.swift", line: 2, column: 30))
    #expect(!found.remedy.isEmpty)
  }
}
