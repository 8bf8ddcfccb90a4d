import ArgumentParser
import OrreryModel
import OrreryTraceAnalysis
import OrreryTraceFormats

struct TraceCoverageCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "coverage",
    abstract: "Measures how many declared edges the recorded runs have taken.",
    discussion: """
      Counts edges (0-switch), pairs of edges (1-switch), states, events and declared refusals, and \
      tells which trace covers what. Any number of traces count together.

      An edge that need not be taken is excluded in .orrery.yml, with a reason:
        coverage: {threshold: 90, exclude: [{machine: Login, event: crash, reason: not in tests}]}

      Ends with 3 where the coverage is under the threshold, else with 2 where a recorded machine is \
      not declared.

      Example: orrery trace coverage Traces --source Sources --threshold 90 --format lcov -o out.info
      """)

  @OptionGroup var trace: TraceFiles

  @Option(help: ArgumentHelp("What to write: \(CoverageFormat.list).", valueName: "format"))
  var format: CoverageFormat = .report(.text)

  @Flag(help: "With text, markdown or json, write the diagram instead of the report.")
  var diagram = false

  @Option(
    help: ArgumentHelp(
      "The minimum coverage of all machines together, in percent.",
      discussion: "By default the threshold of .orrery.yml.", valueName: "percent"))
  var threshold: Double?

  @Option(help: "What the threshold is for: edges, pairs, states, events or rejected.")
  var criterion: CoverageCriterion = .edges

  @OptionGroup(title: "Declaration") var declaration: DeclarationOptions

  @OptionGroup(title: "Messages") var consoleOptions: ConsoleOptions

  func validate() throws {
    guard threshold.map({ (0...100).contains($0) }) ?? true else {
      throw ValidationError("'--threshold' must be a number from 0 to 100.")
    }
  }

  func run(in context: Context) throws(Failure) -> ExitStatus {
    let machines = try declaration.machines(in: context)
    var report = try measure(machines, in: context)
    if !trace.only.isEmpty { report.strayMachines = [] }
    let strays = StrayNamesText(names: report.strayMachines)
    for failure in strays.failures(declared: machines.map(\.id)) { context.console.report(failure) }
    let ids = try report.machines.map(\.machine).selected(by: trace.only).map(\.id)
    report.machines.removeAll { !ids.contains($0.machine.id) }
    warn(about: report, on: context.console)
    try write(report, in: context)
    let status = judge(report.figure(criterion), in: context)
    return status == .fine && !report.strayMachines.isEmpty ? .usage : status
  }

  private func measure(
    _ machines: [Machine], in context: Context
  ) throws(Failure) -> CoverageReport {
    var meter = CoverageMeter(
      declared: machines, exclusions: context.project.configuration.coverageExclusions)
    func begin(_ name: String) { meter.begin(trace: name) }
    try RecordedRuns.forEach(trace.files, in: context, begin: begin) { record in
      meter.add(record)
    }
    return meter.report
  }

  private func warn(about report: CoverageReport, on console: Console) {
    for position in report.reachedExclusions {
      let exclusion = report.exclusions[position]
      console.warn(
        "the exclusion of \(exclusion.words) is out of date: a run took it; remove it")
    }
    for position in report.idleExclusions where trace.only.isEmpty {
      console.warn("the exclusion of \(report.exclusions[position].words) matches no edge")
    }
  }

  private func write(_ report: CoverageReport, in context: Context) throws(Failure) {
    let destination = Destination(trace.output, in: context)
    let texts = report.machines.map { CoverageText(found: $0, report: report) }
    switch diagram ? format.picture : format {
    case .report(.text):
      let total = "\("total", .bold)  \(Self.words(report.figure(criterion), criterion))" as Styled
      try destination.write(texts.flatMap(\.lines) + CoverageTraces(report).lines + [total])
    case .report(.markdown):
      try destination.write(
        "# Coverage\n\n" + texts.map(\.markdown).joined() + CoverageTraces(report).markdown)
    case .report(.json):
      try destination.write(CoverageJSON(report: report).document.document(levels: 4))
    case .report(.drawing(let format)):
      try MachineDrawings(drawings: texts.map(\.drawing), format: format)
        .write(to: trace.output, in: context)
    case .cobertura: try destination.write(Cobertura.text(report))
    case .lcov: try destination.write(LCOV.text(report))
    }
  }

  private func judge(_ figure: Coverage, in context: Context) -> ExitStatus {
    guard let threshold = threshold ?? context.project.configuration.coverage,
      figure.fraction * 100 < threshold
    else { return .fine }
    context.console.say(
      """
      \("error:", .red) \(Self.words(figure, criterion)) is under the threshold of \
      \(threshold.formatted) %
      """)
    return .drift
  }

  private static func words(_ figure: Coverage, _ criterion: CoverageCriterion) -> Styled {
    let share = Figure.percent(figure.seen, of: figure.declared)
    return "\(figure.seen) of \(figure.declared) \(criterion.rawValue) covered (\(share))"
  }
}

extension CoverageExclusion {
  /// `Login: idle –crash→ *`.
  fileprivate var words: String { "\(machine): \(from ?? "*") –\(event ?? "*")→ \(to ?? "*")" }
}

extension Double {
  /// Without the `.0` of a whole number.
  fileprivate var formatted: String { self == rounded() ? String(Int(self)) : String(self) }
}
