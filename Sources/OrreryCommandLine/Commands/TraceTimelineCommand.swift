import ArgumentParser
import OrreryTrace
import OrreryTraceAnalysis
import OrreryTraceFormats

struct TraceTimelineCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "timeline",
    abstract: "Draws when each instance was in which state.",
    discussion: """
      svg     a row for each instance, a band for each stay in a state, a red mark for each event \
      that was rejected
      chrome  for ui.perfetto.dev, of runs of any length, with arrows from effects to the steps that \
      they cause

      Example: orrery trace timeline run.jsonl --output run.svg
      """)

  /// What is written.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case svg, chrome
  }

  @OptionGroup var trace: TraceFiles

  @Option(help: "What to write: svg, chrome.")
  var format: Format = .svg

  @OptionGroup(title: "Messages") var consoleOptions: ConsoleOptions

  func run(in context: Context) throws(Failure) -> ExitStatus {
    switch format {
    case .svg: try draw(in: context)
    case .chrome: try TraceExportCommand.export(.chrome, trace, in: context)
    }
    return .fine
  }

  private func draw(in context: Context) throws(Failure) {
    var timeline = Timeline()
    var unknown = UnknownNames(machines: trace.only)
    try RecordedRuns.forEachByTime(trace.files, in: context) { record in
      unknown.note(record.record)
      if trace.wants(record.record) { timeline.add(record) }
    }
    try unknown.requireNone()
    timeline.finish()
    try Destination(trace.output, in: context).write(TimelineSVG.text(timeline))
  }
}
