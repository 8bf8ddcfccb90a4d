import ArgumentParser
import OrreryModel

struct CheckCommand: CachingVerb {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Says whether diagrams and documents still match the source; writes nothing.",
    discussion: """
      Compares the files of the output folder with what `orrery draw` would write with the same \
      options. Line numbers do not count. For an SVG, it compares the graph and not the bytes. If \
      the folder holds the model as JSON, the report begins with what the machines do differently.

      It also compares the generated blocks and pages in documents, and says for each what its \
      machine does differently. The documents are those of .orrery.yml or of the tree, unless \
      paths are named.

      Ends with 3 if a file or block is missing, outdated, edited by hand or stale. Ends with 4 if \
      the only problems are unresolved parts outside the baseline.

      Example: orrery check Sources --format svg --output Diagrams --reporter github
      """)

  @OptionGroup var source: SourceOptions

  @OptionGroup var drawing: DrawingOptions

  @Option(help: "The format of the report.")
  var reporter: Reporter = .text

  @Option(
    help: ArgumentHelp(
      "The problems that fail the check: \(Drift.Problem.list). May be repeated; all if none.",
      valueName: "problem"))
  var failOn: [Drift.Problem] = []

  @Option(
    help: ArgumentHelp(
      "A Markdown file or folder whose blocks are compared. May be repeated.", valueName: "path"),
    completion: .file(extensions: ["md", "markdown"]))
  var docs: [String] = []

  @Option(
    help: ArgumentHelp(
      "The unresolved parts that are accepted; any other one is a problem.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var baseline: String?

  @OptionGroup var cacheOptions: CacheOptions
  @OptionGroup(title: "Messages") var consoleOptions: ConsoleOptions

  func run(in context: Context) throws(Failure) -> ExitStatus {
    let layers = drawing.layers.layers(context.project)
    let model = try SourceModel.read(source, layers: layers, in: context)
    model.report(on: context.console)
    let (report, isHidden) = try report(on: model, in: context)
    guard report.checked > 0 || !report.drifts.isEmpty || model.isFailed || isHidden else {
      throw Failure(
        "no state machine in \(Quantity.text(model.fileCount, "file"))",
        advice: "`orrery extract` says what was read")
    }
    report.write(as: reporter, on: context.console)
    summarize(report, on: context.console)
    if model.isFailed || isHidden { return .failed }
    return status(of: report, in: context.project)
  }

  /// What was found, and whether something shows a machine that may stand in a file with errors.
  private func report(
    on model: SourceModel, in context: Context
  ) throws(Failure) -> (DriftReport, isHidden: Bool) {
    let project = context.project
    let plan = try documents(of: model, in: project)
    let options = Gallery.Options(
      formats: drawing.formats(project), only: drawing.only, collapsed: drawing.collapsed(project),
      look: drawing.look(project),
      isScoped: project.isScoped(to: source.paths))
    try drawing.requireNames(in: model)
    var gallery = try Gallery(model.whole, options)
    let folder = drawing.folder(project)
    var isHidden = try folder.keep(&gallery, of: model, on: context.console)
    if let plan, plan.reportHidden(on: context.console) { isHidden = true }
    // Who keeps documents alone has no folder of diagrams.
    let isDrawn =
      !(plan?.isUsed ?? false) || drawing.isAsked || Disk.kind(folder.path) != nil
      || project.configuration.output != nil
    var report = try DriftReport(
      isDrawn ? gallery : Gallery.empty, in: folder, machines: model.whole.machines)
    if let plan { report.add(plan) }
    if let file = baseline ?? project.configuration.baseline.map(project.fromWorkingDirectory) {
      let text = try Disk.text(project.absolute(file), named: file)
      report.add(try Baseline(name: file, text: text), model.whole.machines)
    }
    return (report, isHidden)
  }

  /// The plan of the documents; nothing where the machines are only some of those that documents
  /// may show.
  private func documents(of model: SourceModel, in project: Project) throws(Failure) -> DocsPlan? {
    guard !docs.isEmpty || (source.paths.isEmpty && drawing.only.isEmpty) else { return nil }
    return try DocsPlan(DocumentSet(files: docs, in: project), model)
  }

  private func status(of report: DriftReport, in project: Project) -> ExitStatus {
    let failing = failOn.isEmpty ? project.configuration.failOn ?? Drift.Problem.allCases : failOn
    let problems = report.drifts.map(\.problem).filter(failing.contains)
    if problems.isEmpty { return .fine }
    return problems.allSatisfy { $0 == .unresolved } ? .unresolved : .drift
  }

  private func summarize(_ report: DriftReport, on console: Console) {
    guard !report.drifts.isEmpty else {
      console.note("\(Quantity.text(report.checked, "file")) up to date with the source")
      return
    }
    let counts = Drift.Problem.allCases.compactMap { problem -> String? in
      let count = report.drifts.count { $0.problem == problem }
      return count == 0 ? nil : "\(count) \(problem.rawValue)"
    }
    var remedies: [String] = []
    for drift in report.drifts where !remedies.contains(drift.remedy) {
      remedies.append(drift.remedy)
    }
    let correction =
      remedies == ["`orrery draw`"]
      ? "`orrery draw` with the same options corrects it"
      : "\(remedies.joined(separator: " and ")) \(remedies.count == 1 ? "puts" : "put") it right"
    console.note("\(counts.joined(separator: ", ")); \(correction)")
  }
}

extension Drift.Problem: ExpressibleByArgument {
  static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
