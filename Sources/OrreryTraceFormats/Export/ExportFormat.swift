import OrreryTraceAnalysis

/// What a trace can be turned into, record by record; one file of this folder for each.
public enum ExportFormat: String, CaseIterable, Sendable {
  /// The log itself, without lines that are no records.
  case jsonl
  case csv
  /// The format of process miners, IEEE 1849.
  case xes
  /// The JSON that Perfetto and `chrome://tracing` show.
  case chrome
  /// Spans in the JSON encoding of OpenTelemetry's protocol.
  case otlp

  /// What writes the format.
  public var exporter: any TraceExporter {
    switch self {
    case .jsonl: JSONLExporter()
    case .csv: CSVExporter()
    case .xes: XESExporter()
    case .chrome: ChromeExporter()
    case .otlp: OTLPExporter()
    }
  }
}

/// Writes a format as records come, those of one recording after those of another.
public protocol TraceExporter {
  /// The text that comes before all records.
  var opening: String { get }
  /// The text that a record adds, and of those before it that were not written yet.
  mutating func add(_ record: TimedRecord) -> String
  /// The text that is left.
  mutating func finish() -> String
}
