import ArgumentParser
import OrreryModel

struct CheckCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Says whether diagrams still match the source; writes nothing.",
    discussion: """
      Compares the files of the output folder with what `orrery draw` would write with the same \
      options. Line numbers do not count, and of an SVG the graph that it shows is compared, not \
      its bytes. Where the folder holds the model as JSON, the report begins with what the machines \
      do differently.

      Ends with 3 where a file is missing, outdated or stale.

      Example: orrery check Sources --format svg --output Diagrams --reporter github
      """)

  @OptionGroup var source: SourceOptions

  @OptionGroup var drawing: DrawingOptions

  @Option(help: "How to say what was found.")
  var reporter: Reporter = .text

  @Option(
    help: ArgumentHelp(
      "What ends with 3: \(Drift.Problem.list). May be repeated; all of them if not given.",
      valueName: "problem"))
  var failOn: [Drift.Problem] = []

  @OptionGroup(title: "Messages") var consoleOptions: ConsoleOptions

  func run(in context: Context) throws(Failure) -> ExitStatus {
    let model = try SourceModel.read(source, in: context)
    try model.extract.requireNoErrors(before: "nothing is compared", on: context.console)
    let options = Gallery.Options(
      formats: drawing.formats(context.project), only: drawing.only)
    let gallery = try Gallery(model.extract, options)
    let report = try DriftReport(
      gallery, in: drawing.folder(context.project), machines: model.extract.machines)
    guard report.checked > 0 || !report.drifts.isEmpty else {
      throw Failure(
        "no state machine in \(Quantity.text(model.fileCount, "file"))",
        advice: "`orrery extract` says what was read")
    }
    reporter.write(report, on: context.console)
    summarize(report, on: context.console)
    let failing =
      failOn.isEmpty ? context.project.configuration.failOn ?? Drift.Problem.allCases : failOn
    return report.drifts.contains { failing.contains($0.problem) } ? .drift : .fine
  }

  private func summarize(_ report: DriftReport, on console: Console) {
    guard !report.drifts.isEmpty else {
      console.note("\(Quantity.text(report.checked, "file")) as the source declares")
      return
    }
    let counts = Drift.Problem.allCases.compactMap { problem -> String? in
      let count = report.drifts.count { $0.problem == problem }
      return count == 0 ? nil : "\(count) \(problem.rawValue)"
    }
    console.note(
      "\(counts.joined(separator: ", ")); `orrery draw` with the same options corrects it")
  }
}

extension Drift.Problem: ExpressibleByArgument {
  static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
