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
  ///
  /// - Parameter spool: Where text waits that is too much for memory.
  public func exporter(spool: any TextSpool) -> any TraceExporter {
    switch self {
    case .jsonl: JSONLExporter()
    case .csv: CSVExporter()
    case .xes: XESExporter(spool: spool)
    case .chrome: ChromeExporter()
    case .otlp: OTLPExporter()
    }
  }
}
