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
      evaluated. For each instance, the report names the first step that the declaration does not \
      have.

      Each step has to begin in the state in which the last one left its instance. Where it does \
      not, the recording has a gap: steps were taken that nobody recorded. The report says where, \
      and what to do.

      A step of a state that was observed names no event. It confirms the edge between its states where \
      only one event leads from the one to the other, and the report says how many steps were joined \
      by states alone. Where several do, they are named and none is confirmed. Where there is no edge \
      but a way over several, states in between were not observed: the recording has a gap.

      Recorded names that are not declared come before all else, with the nearest ones.

      The fitness is the share of the steps that the declaration confirms or explains; a gap counts \
      as one step more. Ends with 3 if a step contradicts the declaration or a recording has a gap, \
      else with 2 if a recorded machine is not declared.

      Example: orrery trace conform run.jsonl --source Sources --format svg --output Diagrams
      """)

  @OptionGroup var trace: TraceOptions

  @OptionGroup(title: "Declaration") var declaration: DeclarationOptions

  @OptionGroup(title: "Messages") var consoleOptions: ConsoleOptions

  func run(in context: Context) throws(Failure) -> ExitStatus {
    let machines = try declaration.machines(in: context)
    let report = try selected(RecordedRuns.judge(trace.files, declared: machines, in: context))
    let strays = StrayNamesText(names: report.strayNames)
    for failure in strays.failures(declared: machines.map(\.id)) { context.console.report(failure) }
    try write(report.machines.map(ConformanceText.init), report, in: context)
    for id in report.notRecorded { context.console.note("\(id): no run recorded") }
    for id in report.composites {
      context.console.note("\(id): made of other machines, which are compared in its place")
    }
    guard report.machines.allSatisfy(\.conforms) else { return .drift }
    guard report.strayMachines.isEmpty else { return .usage }
    return report.isEmpty ? .drift : .fine
  }

  /// The report of the machines that were asked for.
  private func selected(_ whole: ConformanceReport) throws(Failure) -> ConformanceReport {
    guard !trace.only.isEmpty else { return whole }
    var report = whole
    let ids = Set(try report.machines.map(\.machine).selected(by: trace.only).map(\.id))
    report.machines.removeAll { !ids.contains($0.machine.id) }
    let recorded = Set(report.machines.map(\.recordedID))
    report.strayNames.removeAll { !recorded.contains($0.machine) }
    return report
  }

  private func write(
    _ found: [ConformanceText], _ report: ConformanceReport, in context: Context
  ) throws(Failure) {
    let destination = Destination(trace.output, in: context)
    let strays = StrayNamesText(names: report.strayNames)
    switch trace.form {
    case .text:
      try destination.write(strays.lines + found.flatMap(\.lines) + [verdict(report)])
    case .markdown:
      let verdict = Markdown.escaped(verdict(report).text(colored: false))
      try destination.write(
        "# Conformance\n\n\(verdict)\n\n" + strays.markdown + found.map(\.markdown).joined())
    case .json:
      let json: JSONText = [
        "schema": .string("orrery.conformance/1"), "conforms": .bool(report.conforms),
        "fitness": .fraction(report.fitness), "strayNames": strays.json,
        "machines": .array(found.map(\.json)), "notRecorded": .strings(report.notRecorded),
      ]
      try destination.write(json.document(levels: 4))
    case .drawing(let format):
      warnOfGaps(found, on: context.console)
      try MachineDrawings(drawings: found.map(\.drawing), format: format)
        .write(to: trace.output, in: context)
    }
  }

  private func verdict(_ report: ConformanceReport) -> Styled {
    let fitness = report.fitness.map { ", fitness \(Figure.share($0))" } ?? ""
    func names(_ isMeant: (MachineConformance) -> Bool) -> String? {
      let found = report.machines.filter(isMeant).map(\.machine.id)
      return found.isEmpty ? nil : found.joined(separator: ", ")
    }
    let undeclared = names { !$0.undeclared.isEmpty }.map { "undeclared steps in \($0)" }
    let gaps = names { $0.missingSteps > 0 }.map { "gaps in the recording of \($0)" }
    let unknown = report.strayMachines.map(\.name).joined(separator: ", ")
    let unjoined = unknown.isEmpty ? nil : "no declaration of \(unknown)"
    let nothing = report.isEmpty && unjoined == nil ? "no step was recorded" : nil
    let faults = [undeclared, gaps, unjoined, nothing].compactMap(\.self).joined(separator: "; ")
    let byStates = report.machines.reduce(0) {
      $0 + $1.steps(of: .edge) + $1.steps(of: .alternatives)
    }
    let unnamed = byStates > 0 ? ", \(byStates) of them by their states alone" : ""
    if faults.isEmpty { return "\("conforms", .green): every step is declared\(unnamed)\(fitness)" }
    let verdict: Styled =
      undeclared == nil ? "\("incomplete", .red)" : "\("contradicts", .red)"
    return "\(verdict): \(faults)\(fitness)"
  }

  /// A picture has no place for what was not recorded.
  private func warnOfGaps(_ found: [ConformanceText], on console: Console) {
    for text in found where text.found.missingSteps > 0 {
      console.warn(
        "\(text.found.machine.id): \(text.gapCount); `--format text` says where")
    }
  }
}
