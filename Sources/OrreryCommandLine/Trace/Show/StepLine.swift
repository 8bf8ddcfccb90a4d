import OrreryTrace
import OrreryTraceAnalysis

/// One step as one line for people.
struct StepLine {
  var timed: TimedRecord
  var step: StepRecord
  var cause: Cause?
  /// Whether steps of several recordings are shown, so that each tells its own.
  var tellsRun = false

  var line: Styled {
    var line: Styled = "\(Self.seconds(timed.time), .dim)  "
    if tellsRun { line += "\("r\(timed.run + 1)", .dim) " }
    line += "\("#\(step.seq)", .dim)  \(step.machine, .bold)[\(String(step.instance))]  "
    line += "\(step.from) –\(event, .cyan)→ \(step.to)  \(step.verdict.rawValue, verdictStyle)"
    if let effects = step.effects { line += "  ▸ \(Self.words(effects))" }
    if let cause { line += "  \("↩ \(Self.words(cause))", .dim)" }
    return line
  }

  private var event: String {
    step.origin == EventOrigin.input.rawValue ? step.event : "\(step.origin).\(step.event)"
  }

  private var verdictStyle: Styled.Style? {
    switch step.verdict {
    case .moved: .green
    case .stayed: nil
    case .ignored, .none: .dim
    case .rejected: .yellow
    }
  }

  /// Seconds with microseconds, so that the decimal points of a list are below each other.
  static func seconds(_ nanoseconds: Int64) -> String {
    let micro = nanoseconds.magnitude / 1000
    let decimals = String(micro % 1_000_000)
    let whole = (nanoseconds < 0 ? "-" : "") + String(micro / 1_000_000)
    let padding = String(repeating: " ", count: max(0, 5 - whole.count))
    let zeros = String(repeating: "0", count: 6 - decimals.count)
    return "\(padding)\(whole).\(zeros)\(decimals)"
  }

  private static func words(_ effect: RecordedEffect) -> String {
    switch effect {
    case .run(let name, let run): "\(name)#\(run)"
    case .cancel(let name): "cancel(\(name))"
    case .merge(let effects): effects.map(words).joined(separator: " ")
    case .concat(let effects): effects.map(words).joined(separator: ", then ")
    }
  }

  private static func words(_ cause: Cause) -> String {
    let name = cause.effect.map { "\($0)#\(cause.run)" } ?? "run \(cause.run) of an effect"
    let source = cause.step.map { "\(name) of step \($0)" } ?? name
    return cause.hasFailed ? source + ", failed" : source
  }
}
