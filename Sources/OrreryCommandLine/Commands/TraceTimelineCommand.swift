import ArgumentParser
import OrreryTrace
import OrreryTraceAnalysis
import OrreryTraceFormats

struct TraceTimelineCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "timeline",
    abstract: "Draws when each instance was in which state.",
    discussion: """
      A row for each instance, a band for each stay in a state, a red mark for each event that was \
      rejected. For runs with more than that, `trace export --format chrome` opens in Perfetto.

      Example: orrery trace timeline run.jsonl --output run.svg
      """)

  @OptionGroup var trace: TraceFiles

  @OptionGroup(title: "Messages") var consoleOptions: ConsoleOptions

  func run(in context: Context) throws(Failure) -> ExitStatus {
    var timeline = Timeline()
    try RecordedRuns.forEachByTime(trace.files, in: context) { record in
      if trace.wants(record.record) { timeline.add(record) }
    }
    timeline.finish()
    try Destination(trace.output, in: context).write(TimelineSVG.text(timeline))
    return .fine
  }
}
