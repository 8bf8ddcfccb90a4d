import OrreryTraceAnalysis

/// Coverage as a tracefile of LCOV: a line for each line that declares edges, a branch for each edge.
///
/// The format is that of `geninfo(1)`, https://github.com/linux-test-project/lcov.
public enum LCOV {
  /// The text, which ends with a newline; empty where no edge is declared.
  public static func text(_ report: CoverageReport) -> String {
    CoveredLine.files(report.machines).map(section).joined()
  }

  private static func section(_ path: String, _ lines: [CoveredLine]) -> String {
    var text = "TN:orrery\nSF:\(oneLine(path))\n"
    for line in lines where line.branches.count > 1 {
      for (branch, count) in line.branches.enumerated() {
        text += "BRDA:\(line.line),0,\(branch),\(line.hits == 0 ? "-" : String(count))\n"
      }
    }
    let branching = lines.filter { $0.branches.count > 1 }
    text += "BRF:\(branching.reduce(0) { $0 + $1.branches.count })\n"
    text += "BRH:\(branching.reduce(0) { $0 + $1.taken })\n"
    for line in lines { text += "DA:\(line.line),\(line.hits)\n" }
    text += "LF:\(lines.count)\nLH:\(lines.count { $0.hits > 0 })\nend_of_record\n"
    return text
  }

  /// A path cannot end its own line.
  private static func oneLine(_ path: String) -> String {
    String(String.UnicodeScalarView(path.unicodeScalars.map { $0.value < 0x20 ? "\u{FFFD}" : $0 }))
  }
}
