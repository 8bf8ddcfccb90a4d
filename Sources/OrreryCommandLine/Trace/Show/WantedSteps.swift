import OrreryTraceAnalysis

/// Picks the steps that are shown, and knows what caused them.
struct WantedSteps {
  private let filter: StepFilter
  /// Only steps before that one.
  private let before: UInt64?
  private let tellsRun: Bool
  private var causes = Causes()

  /// - Throws: `Failure` where no trace is found.
  init(_ filters: StepOptions, of trace: TraceFiles, in context: Context) throws(Failure) {
    filter = filters.filter(trace.only)
    before = filters.before
    tellsRun = try TraceInput.all(trace.files, in: context.project).count > 1
  }

  /// The line of a record that is a step and is wanted; all records have to come by here.
  mutating func line(of timed: TimedRecord) -> StepLine? {
    let cause = causes.follow(timed)
    guard case .step(let step) = timed.record, before.map({ step.seq < $0 }) ?? true,
      filter.wants(step, at: timed.time, causedBy: cause?.effect)
    else { return nil }
    return StepLine(timed: timed, step: step, cause: cause, tellsRun: tellsRun)
  }
}
