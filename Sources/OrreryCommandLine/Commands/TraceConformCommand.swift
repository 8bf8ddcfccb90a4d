import ArgumentParser
import OrreryModel
import OrreryModelFile
import OrreryTraceAnalysis

struct TraceConformCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "conform",
    abstract: "Compares recorded runs with what the source declares, edge by edge.",
    discussion: """
      Every edge gets a verdict: confirmed (declared and seen), never seen, undeclared (seen and not \
      declared), or explained (only an edge of unknown target accounts for it). Guards are not \
      evaluated.

      Ends with 3 where a step contradicts the declaration.

      Example: orrery trace conform run.jsonl --source Sources --format svg --output Diagrams
      """)

  @OptionGroup var trace: TraceOptions

  @OptionGroup(title: "Declaration") var declaration: DeclarationOptions

  @OptionGroup(title: "Messages") var consoleOptions: ConsoleOptions

  func run(in context: Context) throws(Failure) -> ExitStatus {
    let summary = try RecordedRuns.read(trace.files, in: context)
    let report = try judge(summary, try declaration.machines(in: context))
    let found = try selected(report)
    try write(found.map(ConformanceText.init), report, in: context)
    for id in report.notRecorded { context.console.note("\(id): no run recorded") }
    return found.allSatisfy(\.conforms) ? .fine : .drift
  }

  private func judge(
    _ summary: TraceSummary, _ machines: [Machine]
  ) throws(Failure) -> ConformanceReport {
    do {
      return try Conformance.judge(summary, declared: machines)
    } catch {
      throw Failure(.usage, error.description)
    }
  }

  private func selected(_ report: ConformanceReport) throws(Failure) -> [MachineConformance] {
    let ids = try report.machines.map(\.machine).selected(by: trace.only).map(\.id)
    return report.machines.filter { ids.contains($0.machine.id) }
  }

  private func write(
    _ found: [ConformanceText], _ report: ConformanceReport, in context: Context
  ) throws(Failure) {
    let destination = Destination(trace.output, in: context)
    switch trace.format {
    case .text: try destination.write(found.flatMap(\.lines) + [verdict(found)])
    case .markdown:
      try destination.write("# Conformance\n\n" + found.map(\.markdown).joined())
    case .json:
      let json: JSONText = [
        "schema": .string("orrery.conformance/1"),
        "conforms": .bool(found.allSatisfy(\.found.conforms)),
        "machines": .array(found.map(\.json)), "notRecorded": .strings(report.notRecorded),
      ]
      try destination.write(json.document(levels: 4))
    case .drawing(let format):
      try MachineDrawings(drawings: found.map(\.drawing), format: format)
        .write(to: trace.output, in: context)
    }
  }

  private func verdict(_ found: [ConformanceText]) -> Styled {
    let contradicting = found.filter { !$0.found.conforms }
    guard !contradicting.isEmpty else {
      return "\("conforms", .green): every step is declared"
    }
    let names = contradicting.map(\.found.machine.id).joined(separator: ", ")
    return "\("contradicts", .red): undeclared steps in \(names)"
  }
}
