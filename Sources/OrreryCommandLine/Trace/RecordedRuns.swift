import OrreryModel
import OrreryTrace
import OrreryTraceAnalysis

/// Logs, record by record or counted up.
enum RecordedRuns {
  /// What a reader of records throws to read no more.
  struct Enough: Error {}

  /// Counts logs up, on all cores.
  ///
  /// - Throws: `Failure` where a log cannot be read, is of another schema or holds nothing.
  static func read(_ paths: [String], in context: Context) throws(Failure) -> TraceSummary {
    var summary = TraceSummary()
    try forEachLog(paths, in: context) { try summary.read($0) }
    warn(ofLost: summary.lost, on: context.console)
    return summary
  }

  /// Compares logs with what is declared, on all cores.
  ///
  /// - Throws: As ``read(_:in:)``.
  static func judge(
    _ paths: [String], declared: [Machine], in context: Context
  ) throws(Failure) -> ConformanceReport {
    var meter = ConformanceMeter(declared: declared)
    try forEachLog(paths, in: context) { try meter.read($0) }
    warn(ofLost: meter.summary.lost, on: context.console)
    return meter.report()
  }

  /// Calls `begin` with the name of each log and `body` with each of its records, one log after the
  /// other.
  ///
  /// - Throws: `Failure` where a log cannot be read, is of another schema or holds nothing; and the
  ///   `Failure` that `body` throws. After ``Enough``, nothing more is read.
  static func forEach(
    _ paths: [String], in context: Context, begin: (String) -> Void = { _ in },
    _ body: (Record) throws -> Void
  ) throws(Failure) {
    try forEachLog(paths, in: context, begin: begin) { try $0.forEach(body) }
  }

  static func forEachLog(
    _ paths: [String], in context: Context, begin: (String) -> Void = { _ in },
    _ read: (TraceReader) throws -> [TraceWarning]
  ) throws(Failure) {
    for input in try TraceInput.all(paths, in: context.project).partsInOrder() {
      begin(input.name)
      let log = try OpenLog(input)
      defer { log.close() }
      do {
        let warnings = try read(TraceReader(path: log.path))
        log.tell(warnings, on: context.console)
      } catch {
        if error is Enough { return }
        throw log.failure(error)
      }
    }
  }

  private static func warn(ofLost count: UInt64, on console: Console) {
    guard count > 0 else { return }
    console.warn("\(Quantity.text(Int(clamping: count), "record")) lost")
  }
}
