import OrreryTrace
import OrreryTraceAnalysis

extension RecordedRuns {
  /// Calls `body` for the records of all logs by time.
  ///
  /// One log is passed on as it is read. Several are held in memory, because those that were recorded
  /// at the same time are woven together.
  /// - Throws: As ``forEach(_:in:begin:_:)``.
  static func forEachByTime(
    _ paths: [String], in context: Context, _ body: (TimedRecord) throws -> Void
  ) throws(Failure) {
    let inputs = try TraceInput.all(paths, in: context.project)
    var clock = RunClock()
    func begin(_ name: String) { clock.begin() }
    guard inputs.count > 1 else {
      return try forEach(inputs, in: context, begin: begin) { try body(clock.place($0)) }
    }
    var records: [TimedRecord] = []
    try forEach(inputs, in: context, begin: begin) { records.append(clock.place($0)) }
    do {
      for record in records.merged() { try body(record) }
    } catch {
      if error is Enough { return }
      throw error as? Failure ?? Failure("cannot read the traces: \(error)")
    }
  }
}
