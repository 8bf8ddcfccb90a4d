import OrreryTrace
import OrreryTraceAnalysis

/// Logs, counted up.
enum RecordedRuns {
  /// Reads logs one after the other; lines that are no records become warnings with their place.
  ///
  /// - Throws: `Failure` where a log cannot be read, is of another schema or holds nothing.
  static func read(_ paths: [String], in context: Context) throws(Failure) -> TraceSummary {
    var summary = TraceSummary()
    func count(_ record: Record) { summary.add(record) }
    for path in paths {
      do {
        let reader = try TraceReader(path: context.project.absolute(path))
        let warnings = try reader.forEach(count)
        for warning in warnings { context.console.warn("\(path): \(warning.description)") }
      } catch {
        throw failure(path, error)
      }
    }
    if summary.lost > 0 {
      context.console.warn("\(Quantity.text(Int(clamping: summary.lost), "record")) lost")
    }
    return summary
  }

  private static func failure(_ path: String, _ error: any Error) -> Failure {
    error is TraceError
      ? Failure("\(error)") : Failure("cannot read '\(path)': \(error)")
  }
}
