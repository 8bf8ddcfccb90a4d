import OrreryTrace
import OrreryTraceAnalysis

/// Writes records as they were recorded.
struct JSONLExporter: TextExporter {
  let opening = ""

  func add(_ record: TimedRecord) -> String { RecordEncoder.line(record.record) }

  func finish() -> String { "" }
}
