import OrreryExtraction
import OrreryLowering
import OrreryModel

/// Which rules run, and how grave they are.
public struct LintSettings: Hashable, Sendable {
  /// Only these rules, where there are any; `enabled` and `disabled` do not count then.
  public var only: Set<String> = []
  /// Rules that run besides those that always do.
  public var enabled: Set<String> = []
  public var disabled: Set<String> = []
  public var severities: [String: Finding.Severity] = [:]
  /// Numbers by the rule's id and the threshold's name.
  public var thresholds: [String: [String: Int]] = [:]

  public init() {}

  /// Whether a rule is to run.
  public func runs(_ rule: RuleDescription) -> Bool {
    if !only.isEmpty { return only.contains(rule.id) }
    return !disabled.contains(rule.id) && (!rule.isOptIn || enabled.contains(rule.id))
  }
}

/// Looks for what a reviewer would say of machines, effects and features.
public struct Linter: Sendable {
  public var settings: LintSettings

  public init(_ settings: LintSettings = LintSettings()) { self.settings = settings }

  /// The descriptions of all rules, in the order of lists and pages.
  public static var rules: [RuleDescription] { Rules.all.map { $0.description } }

  /// Words of files that are parsed for the sake of rules alone.
  private static let signs: Set<Word> = Set(
    [
      "orrery", "ComposableArchitecture", "WithViewStore", "ViewStore", "TestStore", "runIOEffect",
      "DependencyKey", "TestDependencyKey", "DependencyClient",
    ].map { Word($0) })

  /// Reads the machines of sources, and parses the files that only rules look at besides.
  ///
  /// - Complexity: Linear in the size of the sources.
  package static func read(_ files: [SourceText], by extractor: Extractor) -> SourceReading {
    extractor.reading(of: files, besides: signs)
  }

  /// What the rules that run find, in the order of places, without what comments disable.
  ///
  /// - Parameters:
  ///   - reading: The sources and their trees.
  ///   - machines: The machines of which everything is known that the source tells.
  /// - Complexity: Linear in the size of the sources and of the machines, for each rule.
  package func findings(in reading: SourceReading, machines: [Machine]) -> [Finding] {
    let subject = LintSubject(reading, machines: machines, thresholds: settings.thresholds)
    let suppressions = Suppressions(in: subject.files)
    let rules = Rules.source.filter { runs($0) || isNeeded($0, by: suppressions) }
    let tables = NodeTables()
    let found = rules.concurrentMap { rule in
      NodeTables.$shared.withValue(tables) { rule.findings(in: subject) }
    }.flatMap { $0 }
    let ran = Set(rules.map { $0.id })
    return suppressions.applied(to: found, ran: ran)
      .filter { finding in Rules.all.contains { $0.id == finding.rule && runs($0) } }
      .map(graded).sorted()
  }

  private func runs(_ rule: any Rule.Type) -> Bool { settings.runs(rule.description) }

  /// Whether a comment's use shows only if the rule runs, which is not among the few that are asked for.
  private func isNeeded(_ rule: any SourceRule.Type, by suppressions: Suppressions) -> Bool {
    settings.only.contains(UnusedDisable.id) && suppressions.rules.contains(rule.id)
  }

  private func graded(_ finding: Finding) -> Finding {
    guard let severity = settings.severities[finding.rule] else { return finding }
    var finding = finding
    finding.severity = severity
    return finding
  }
}
