import ArgumentParser
import OrreryTrace
import OrreryTraceAnalysis

/// Which steps are shown.
struct StepOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Only that instance. May be repeated.", valueName: "number"))
  var instance: [UInt64] = []

  @Option(
    help: ArgumentHelp(
      "Only that event, as name or origin.name. May be repeated.", valueName: "name"))
  var event: [String] = []

  @Option(
    help: ArgumentHelp("Only steps from or to that state. May be repeated.", valueName: "name"))
  var state: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only steps of that verdict: moved, stayed, ignored, rejected, none. May be repeated.",
      valueName: "verdict"))
  var verdict: [StepRecord.Verdict] = []

  @Option(
    help: ArgumentHelp(
      "Only steps that start or cancel that effect, or that it caused. May be repeated.",
      valueName: "name"))
  var effect: [String] = []

  @Option(help: ArgumentHelp("Only from that time on.", valueName: "seconds"))
  var since: Double?

  @Option(help: ArgumentHelp("Only up to that time.", valueName: "seconds"))
  var until: Double?

  @Option(help: ArgumentHelp("Only the last so many of them.", valueName: "count"))
  var last: Int?

  @Option(help: ArgumentHelp("Only steps before that one.", valueName: "step"))
  var before: UInt64?

  @Option(help: ArgumentHelp("Only the steps whose effects led to that one.", valueName: "step"))
  var ledTo: UInt64?

  func validate() throws {
    if let last, !(1...1_000_000).contains(last) {
      throw ValidationError("'--last' must be a number from 1 to 1000000.")
    }
    for time in [since, until] where !(time?.isFinite ?? true) {
      throw ValidationError("'--since' and '--until' are seconds, such as 1.5.")
    }
    if let since, let until, since > until {
      throw ValidationError("'--since' must not be after '--until'.")
    }
  }

  /// - Parameter machines: Names of machines.
  func filter(_ machines: [String]) -> StepFilter {
    var filter = StepFilter()
    filter.machines = machines
    filter.instances = instance
    filter.events = event
    filter.states = state
    filter.verdicts = verdict
    filter.effects = effect
    filter.time = Self.nanoseconds(since ?? -1e9)...Self.nanoseconds(until ?? 9e9)
    return filter
  }

  private static func nanoseconds(_ seconds: Double) -> Int64 {
    // Centuries, which a 64-bit number of nanoseconds can hold.
    Int64((min(max(seconds, -9e9), 9e9) * 1e9).rounded())
  }
}

extension StepRecord.Verdict: ExpressibleByArgument {}
