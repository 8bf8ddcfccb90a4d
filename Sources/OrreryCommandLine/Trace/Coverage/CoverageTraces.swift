import OrreryTraceAnalysis

/// Which trace covers how much.
struct CoverageTraces {
  private let table: ReportTable

  init(_ report: CoverageReport) {
    var table = ReportTable("trace", "#steps", "#edges", "#only here")
    table.rows = report.traces.map { trace in
      [
        "\(trace.name)", "\(trace.steps)", "\(trace.edges)", "\(trace.onlyHere)",
      ]
    }
    self.table = table
  }

  var lines: [Styled] { table.rows.isEmpty ? [] : table.lines + [""] }

  var markdown: String { table.rows.isEmpty ? "" : "## Traces\n\n" + table.markdown }
}
