import OrreryInspector
import OrreryTrace

extension RecordedRuns {
  /// Collects logs for the page: one on all cores, several by time.
  ///
  /// - Throws: `Failure` where a log cannot be read, is of another schema or holds nothing.
  static func collect(
    _ paths: [String], _ options: RunCollector.Options, in context: Context
  ) throws(Failure) -> RunCollector {
    var run = RunCollector(options)
    if try TraceInput.all(paths, in: context.project).count == 1 {
      try forEachLog(paths, in: context) { try run.read($0) }
    } else {
      try forEachByTime(paths, in: context) { run.add($0) }
    }
    return run
  }
}
