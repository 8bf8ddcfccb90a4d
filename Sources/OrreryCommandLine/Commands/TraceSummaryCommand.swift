import ArgumentParser
import OrreryModelFile
import OrreryRendering
import OrreryTrace
import OrreryTraceAnalysis

struct TraceSummaryCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "summary",
    abstract: "Says what happened in recorded runs.",
    discussion: """
      Reports for each machine its steps, the time that its instances had been in the state before \
      each step, the time in each state, and what became of its effects. A diagram format draws the \
      machine as it ran: the more often an edge was taken, the wider it is.

      Of a machine with many states, text and markdown show the \(SummaryReport.rowLimit) most \
      frequent rows of each table; --all shows all of them. JSON always has all.

      p50 is the median. A percentile may be up to 3 % too high. Several files count together. A \
      torn line causes a warning, and the rest is read.

      Example: orrery trace summary run.jsonl --format svg --output Diagrams
      """)

  @OptionGroup var trace: TraceOptions

  @Flag(help: "Show all rows of each table, however many there are.")
  var all = false

  @OptionGroup(title: "Messages") var consoleOptions: ConsoleOptions

  func run(in context: Context) throws(Failure) -> ExitStatus {
    let summary = try RecordedRuns.read(trace.files, in: context)
    let reports = try machines(of: summary).map {
      SummaryReport(machine: $0, limit: all ? nil : SummaryReport.rowLimit)
    }
    let destination = Destination(trace.output, in: context)
    switch trace.form {
    case .text: try destination.write(reports.flatMap(\.lines) + [total(of: summary)])
    case .markdown:
      try destination.write("# Recorded runs\n\n" + reports.map(\.markdown).joined())
    case .json: try destination.write(json(reports, summary).document(levels: 4))
    case .drawing(let format):
      let drawings = reports.compactMap { drawing(of: $0.machine.id, in: summary) }
      try MachineDrawings(drawings: drawings, format: format).write(to: trace.output, in: context)
    }
    return .fine
  }

  private func machines(of summary: TraceSummary) throws(Failure) -> [MachineSummary] {
    for name in trace.only
    where !summary.machines.contains(where: { Naming.matches(id: $0.id, name: name) }) {
      throw Failure(
        .usage, "no recorded machine is called '\(name)'",
        advice: Suggestion.advice(for: name, among: summary.machines.map(\.id), .machines))
    }
    guard !trace.only.isEmpty else { return summary.machines }
    return summary.machines.filter { machine in
      trace.only.contains { Naming.matches(id: machine.id, name: $0) }
    }
  }

  private func drawing(of id: String, in summary: TraceSummary) -> MachineDrawings.Drawing? {
    summary.observedMachine(id, log: trace.files.first ?? "").map { observed in
      var options = RenderOptions()
      options.counts = observed.counts
      return MachineDrawings.Drawing(machine: observed.machine, options: options)
    }
  }

  private func total(of summary: TraceSummary) -> Styled {
    """
    \(Quantity.text(summary.machines.count, "machine")), \
    \(Quantity.text(summary.steps, "step")) in \(Figure.time(summary.duration))
    """
  }

  private func json(_ reports: [SummaryReport], _ summary: TraceSummary) -> JSONText {
    [
      "schema": .string("orrery.summary/1"), "steps": .number(summary.steps),
      "lost": .number(Int(clamping: summary.lost)), "machines": .array(reports.map(\.json)),
    ]
  }
}
