import OrreryExtraction
import OrreryLint
import OrreryModel

/// The machines of a project, and what rules find in its source.
struct LintedModel {
  var source: SourceModel
  var findings: [Finding]

  /// Finds, reads, extracts and lints.
  ///
  /// - Throws: `Failure` where a path holds no Swift, or the configuration names what is not there.
  static func read(
    _ options: SourceOptions, _ settings: LintSettings, in context: Context
  ) throws(Failure) -> LintedModel {
    var sources = ProjectSources(options, in: context.project)
    try sources.refresh(on: context.console)
    return try LintedModel(sources, settings, for: options, in: context)
  }

  /// Extracts and lints what was read.
  ///
  /// - Parameter options: How the files were named, where settings are to be held against what was
  ///   found.
  /// - Throws: `Failure` where the configuration names what is not there.
  init(
    _ sources: ProjectSources, _ settings: LintSettings, for options: SourceOptions?,
    in context: Context
  ) throws(Failure) {
    let project = context.project
    let reading = Linter.read(
      sources.texts, by: Extractor(options: project.configuration.extractorOptions))
    source = try SourceModel(
      reading.extract, of: sources, in: project, for: options, on: context.console)
    // Nothing is said of a machine of which a part may be missing.
    findings = Linter(settings).findings(in: reading, machines: source.whole.machines)
  }

  /// The machines, each with what is found of it.
  var remarked: SourceModel {
    let remarks = Dictionary(grouping: findings.filter { $0.machine != nil }) { $0.machine ?? "" }
    var model = source
    for index in model.extract.machines.indices {
      let found = remarks[model.extract.machines[index].id] ?? []
      model.extract.machines[index].remarks = found.map(Remark.init)
    }
    return model
  }
}

extension Remark {
  init(_ finding: Finding) {
    self.init(
      rule: finding.rule, state: finding.state, event: finding.event, message: finding.message,
      location: finding.location)
  }
}
