import ArgumentParser
import OrreryTrace
import OrreryTraceAnalysis
import OrreryTraceFormats

struct TraceSequenceCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "sequence",
    abstract: "Draws a run as a sequence diagram of machines, their parents and their effects.",
    discussion: """
      Events that no recorded machine sends come from outside; an effect answers with the events \
      that it causes.

      Example: orrery trace sequence run.jsonl --format plantuml --output run.puml
      """)

  @OptionGroup var trace: TraceFiles

  @Option(help: "What to write: mermaid, plantuml.")
  var format: SequenceFormat = .mermaid

  @Option(help: ArgumentHelp("The most steps that are shown.", valueName: "count"))
  var limit = 100

  @OptionGroup(title: "Messages") var consoleOptions: ConsoleOptions

  func validate() throws {
    guard (1...10_000).contains(limit) else {
      throw ValidationError("'--limit' must be a number from 1 to 10000.")
    }
  }

  func run(in context: Context) throws(Failure) -> ExitStatus {
    var diagram = SequenceDiagram(limit: limit)
    var unknown = UnknownNames(machines: trace.only)
    try RecordedRuns.forEachByTime(trace.files, in: context) { record in
      unknown.note(record.record)
      if trace.wants(record.record) { diagram.add(record) }
    }
    try unknown.requireNone()
    try Destination(trace.output, in: context).write(format.text(diagram))
    return .fine
  }
}

extension SequenceFormat: ExpressibleByArgument {}
