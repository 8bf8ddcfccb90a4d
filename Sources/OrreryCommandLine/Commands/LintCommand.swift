import ArgumentParser
import OrreryExtraction
import OrreryLint
import OrreryModel

struct LintCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Says what a reviewer would say of machines, effects and features.",
    discussion: """
      Each finding has its place, the machine, state and event that it is about, and the next step. \
      Rules of tests look at files of tests, which --tests reads. The rules that run, their \
      severities and thresholds can be set under `lint` in .orrery.yml.

      A comment disables a rule for the next line with code, and says why:
      // orrery:disable:next unreachable-state old archives hold it

      Ends with 3 if there is an error, and with --strict if there is any finding that the baseline \
      does not accept.

      Example: orrery lint Sources
      Example: orrery lint Sources --reporter sarif > lint.sarif
      Example: orrery lint --explain unreachable-state
      """)

  @OptionGroup var source: SourceOptions

  @Option(
    name: .customLong("rule"),
    help: ArgumentHelp("Run that rule and no other. May be repeated.", valueName: "id"),
    completion: .list(Linter.rules.map(\.id)))
  var rules: [String] = []

  @Option(
    help: ArgumentHelp(
      "Also run that rule, which is off by default. May be repeated.", valueName: "id"),
    completion: .list(Linter.rules.filter(\.isOptIn).map(\.id)))
  var enable: [String] = []

  @Option(
    help: ArgumentHelp("Do not run that rule. May be repeated.", valueName: "id"),
    completion: .list(Linter.rules.map(\.id)))
  var disable: [String] = []

  @Option(help: "The format of the report.")
  var reporter: Reporter = .text

  @Flag(help: "Treat warnings as errors.")
  var strict = false

  @Flag(help: "Mend what can be mended with certainty, and report the rest.")
  var fix = false

  @Option(
    help: ArgumentHelp(
      "The findings that are accepted; only others are reported.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var baseline: String?

  @Option(
    help: ArgumentHelp(
      "The file to write with all findings, which --baseline accepts.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var writeBaseline: String?

  @Flag(help: "List the rules, and which run.")
  var list = false

  @Option(
    help: ArgumentHelp(
      "Print the page of a rule: why, wrong, right, how to silence it.", valueName: "id"),
    completion: .list(Linter.rules.map(\.id)))
  var explain: String?

  @OptionGroup(title: "Messages") var consoleOptions: ConsoleOptions

  func validate() throws {
    guard !(fix && writeBaseline != nil) else {
      throw ValidationError(
        "--fix mends findings and --write-baseline accepts them; use one of them")
    }
  }

  func run(in context: Context) throws(Failure) -> ExitStatus {
    let settings = try settings(context.project)
    if let explain {
      context.console.data(RulePage(try RuleNames.rule(explain)).text)
      return .fine
    }
    if list { return show(settings, on: context.console) }
    let model = try LintedModel.read(source, settings, in: context)
    model.source.report(on: context.console)
    if let writeBaseline {
      let text = LintBaseline.text(of: model.findings)
      try Destination(writeBaseline, in: context).write(text)
    }
    var report = LintReport(
      findings: try accepted(model.findings, in: context), fileCount: model.source.fileCount)
    if strict || context.project.configuration.lint.isStrict { report.treatWarningsAsErrors() }
    if fix {
      let mended = try LintFixes(report.findings).write(in: context)
      report.findings.removeAll(where: mended.contains)
      context.console.note("\(Quantity.text(mended.count, "finding")) mended")
    }
    report.write(as: reporter, on: context.console)
    report.summarize(on: context.console)
    if model.source.isFailed { return .failed }
    // What is accepted now fails nothing.
    let isFine = writeBaseline != nil || !report.findings.contains { $0.severity == .error }
    return isFine ? .fine : .drift
  }

  private func settings(_ project: Project) throws(Failure) -> LintSettings {
    var settings = project.configuration.lint.settings
    for id in rules + enable + disable { _ = try RuleNames.rule(id) }
    settings.only = rules.isEmpty ? settings.only : Set(rules)
    settings.enabled.formUnion(enable)
    settings.disabled.subtract(enable)
    settings.disabled.formUnion(disable)
    return settings
  }

  private func accepted(
    _ findings: [Finding], in context: Context
  ) throws(Failure) -> [Finding] {
    let project = context.project
    guard writeBaseline == nil,
      let file = baseline ?? project.configuration.lint.baseline.map(project.fromWorkingDirectory)
    else { return findings }
    let text = try Disk.text(project.absolute(file), named: file)
    return try LintBaseline(name: file, text: text).surplus(of: findings)
  }

  private func show(_ settings: LintSettings, on console: Console) -> ExitStatus {
    if reporter == .json {
      console.data(RuleList(settings: settings).json.document(levels: 3))
    } else {
      for line in RuleList(settings: settings).lines { console.show(line) }
    }
    return .fine
  }
}

/// Finds rules by the names that a user writes.
enum RuleNames {
  /// - Throws: `Failure` with status 2 where no rule has the name.
  static func rule(_ id: String, at place: String? = nil) throws(Failure) -> RuleDescription {
    if let rule = Linter.rules.first(where: { $0.id == id }) { return rule }
    let closest = Suggestion.closest(to: id, in: Linter.rules.map(\.id))
    throw Failure(
      .usage, at: place, "no rule is called '\(id)'",
      advice: closest.map { "did you mean '\($0)'?" } ?? "`orrery lint --list` names all rules")
  }
}
