import ArgumentParser
import Foundation
import OrreryTrace
import OrreryTraceAnalysis
import OrreryTraceFormats

struct TraceExportCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Turns recorded runs into what other programs read.",
    discussion: """
      jsonl   the log without broken lines and the unused end that a killed process leaves
      csv     one step a line
      xes     for process miners: an instance is a trace, a step an event
      chrome  for ui.perfetto.dev: states, effects, and arrows from effects to steps
      otlp    OpenTelemetry: an instance is a trace, a state a span, an effect a child span
      scxml   the machine that was observed, one file a machine

      Example: orrery trace export run.jsonl --format chrome --output run.json
      """)

  @OptionGroup var trace: TraceFiles

  @Option(help: ArgumentHelp("What to write: \(Format.list).", valueName: "format"))
  var format: Format

  @OptionGroup(title: "Messages") var consoleOptions: ConsoleOptions

  /// What a log is turned into as it is read, or once it is counted up.
  enum Format: Hashable, CaseIterable, RawRepresentable, ExpressibleByArgument {
    case stream(ExportFormat)
    case scxml

    static let allCases: [Self] = ExportFormat.allCases.map { .stream($0) } + [.scxml]
    static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }

    var rawValue: String {
      switch self {
      case .stream(let format): format.rawValue
      case .scxml: "scxml"
      }
    }

    init?(rawValue: String) {
      guard let format = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
      self = format
    }
  }

  func run(in context: Context) throws(Failure) -> ExitStatus {
    switch format {
    case .stream(let format): try Self.export(format, trace, in: context)
    case .scxml: try exportMachines(in: context)
    }
    return .fine
  }

  /// Writes records as they are read, and nothing at all where there is none to read.
  static func export(
    _ format: ExportFormat, _ trace: TraceFiles, in context: Context
  ) throws(Failure) {
    var clock = RunClock()
    func begin(_ name: String) { clock.begin() }
    try Outlet.write(to: trace.output, in: context) { outlet throws(Failure) in
      var exporter = format.exporter(spool: FileSpool())
      var isOpen = false
      var unknown = UnknownNames(machines: trace.only)
      try RecordedRuns.forEach(trace.files, in: context, begin: begin) { record in
        unknown.note(record)
        if !isOpen { try outlet.write(exporter.opening) }
        isOpen = true
        let timed = clock.place(record)
        if trace.wants(record) { try exporter.add(timed) { try outlet.write($0) } }
      }
      try unknown.requireNone()
      do {
        try exporter.finish { try outlet.write($0) }
      } catch {
        throw error as? Failure ?? Failure("cannot export the trace: \(error)")
      }
    }
  }

  private func exportMachines(in context: Context) throws(Failure) {
    let summary = try RecordedRuns.read(trace.files, in: context)
    let machines = summary.machines.map(\.id).compactMap { summary.observedMachine($0) }
    let wanted = try machines.map(\.machine).selected(by: trace.only).map(\.id)
    let shown = machines.filter { wanted.contains($0.machine.id) }
    guard let output = trace.output else {
      guard let only = shown.first, shown.count == 1 else {
        throw Failure(
          .usage, "scxml of \(Quantity.text(shown.count, "machine")) needs a folder",
          advice: "name one with --output, or choose a machine with --only")
      }
      return context.console.data(SCXML.text(only.machine, counts: only.counts))
    }
    let names = FileNames(shown.map(\.machine.id))
    var writer = FileWriter()
    for observed in shown {
      let name = names.name(of: observed.machine.id, extension: "scxml")
      let text = SCXML.text(observed.machine, counts: observed.counts)
      try writer.add(
        Data(text.utf8), at: PathName.joined(context.project.absolute(output), name))
    }
    try writer.commit()
    context.console.note("\(Quantity.text(shown.count, "file")) written to \(output)")
  }
}
