import ArgumentParser
import Foundation
import OrreryTrace
import OrreryTraceAnalysis

struct TraceShowCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Shows recorded runs, one line a step.",
    discussion: """
      A line tells the time, the number of the step, the machine with its instance, what happened, \
      the effects that were started (▸) and the effect that caused the event (↩). Several traces are \
      woven together by time.

      A step must pass every kind of filter. Of several filters of one kind, one is enough.

      Example: orrery trace show run.jsonl --verdict rejected
      Example: orrery trace show run.jsonl --led-to 117
      """)

  /// What is written.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text
    /// The records of the steps, as they are in a log.
    case jsonl
  }

  @OptionGroup var trace: TraceFiles

  @Option(help: "What to write: text, jsonl.")
  var format: Format = .text

  @OptionGroup(title: "Filters") var filters: StepOptions

  @Flag(
    help: ArgumentHelp(
      "Keep running and show what is added to the traces, until stopped.",
      discussion: "Further parts of a trace, and files that join a folder, are followed as well."))
  var follow = false

  @OptionGroup(title: "Messages") var consoleOptions: ConsoleOptions

  func validate() throws {
    guard !follow || (filters.last == nil && filters.ledTo == nil) else {
      throw ValidationError("'--follow' never ends, but '--last' and '--led-to' need the end.")
    }
  }

  func run(in context: Context) throws(Failure) -> ExitStatus {
    try Outlet.write(to: trace.output, in: context) { outlet throws(Failure) in
      if follow {
        try followFiles(to: &outlet, in: context)
      } else if let target = filters.ledTo {
        try showTrail(to: target, &outlet, in: context)
      } else {
        try showAll(to: &outlet, in: context)
      }
    }
    return .fine
  }

  // MARK: Ways to show

  private func showAll(to outlet: inout Outlet, in context: Context) throws(Failure) {
    var last = filters.last.map { LastSteps<StepLine>(limit: $0) }
    var wanted = try WantedSteps(filters, of: trace, in: context)
    var unknown = UnknownNames(filters.filter(trace.only))
    try RecordedRuns.forEachByTime(trace.files, in: context) { timed in
      unknown.note(timed.record)
      guard let line = wanted.line(of: timed) else { return }
      if last != nil { last?.add(line) } else { try write(line, to: &outlet) }
    }
    for line in last?.all ?? [] { try write(line, to: &outlet) }
    try unknown.requireNone()
  }

  private func showTrail(
    to target: UInt64, _ outlet: inout Outlet, in context: Context
  ) throws(Failure) {
    var trail = CauseTrail()
    var steps: [TimedRecord] = []
    try RecordedRuns.forEachByTime(trace.files, in: context) { timed in
      trail.add(timed)
      guard case .step(let step) = timed.record, step.seq == target else { return }
      steps = trail.leading(to: timed)
      throw RecordedRuns.Enough()
    }
    guard !steps.isEmpty else {
      throw Failure("the trace has no step \(target)", advice: "`orrery trace show` lists them")
    }
    var causes = Causes()
    for timed in steps {
      let cause = causes.follow(timed)
      guard case .step(let step) = timed.record else { continue }
      try write(StepLine(timed: timed, step: step, cause: cause), to: &outlet)
    }
  }

  private func followFiles(to outlet: inout Outlet, in context: Context) throws(Failure) {
    var wanted = try WantedSteps(filters, of: trace, in: context)
    var followers = try Followers(trace.files, in: context)
    while context.console.outputError == nil {
      let isMore = try followers.poll { timed throws(Failure) in
        if let line = wanted.line(of: timed) { try write(line, to: &outlet) }
      }
      if !isMore { Thread.sleep(forTimeInterval: 0.2) }
    }
  }

  private func write(_ line: StepLine, to outlet: inout Outlet) throws(Failure) {
    switch format {
    case .text: try outlet.write(line.line)
    case .jsonl: try outlet.write(RecordEncoder.line(line.timed.record))
    }
  }
}
