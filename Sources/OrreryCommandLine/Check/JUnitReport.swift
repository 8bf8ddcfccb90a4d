/// A report that test reporters of CI systems read, in the shape that Ant's JUnit task gave it: a
/// test for each file or block that does not match, and one that passed for the rest.
struct JUnitReport {
  var report: DriftReport

  var text: String {
    let failures = report.drifts.map(testCase)
    let rest =
      failures.isEmpty
      ? ["    <testcase classname=\"orrery\" name=\"\(report.checked) files and blocks\"/>"] : []
    let counts = "tests=\"\(failures.count + rest.count)\" failures=\"\(failures.count)\""
    return
      (["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites \(counts)>"]
      + ["  <testsuite name=\"orrery check\" \(counts) errors=\"0\" skipped=\"0\">"] + failures
      + rest + ["  </testsuite>", "</testsuites>", ""]).joined(separator: "\n")
  }

  private func testCase(_ drift: Drift) -> String {
    let changes = report.changes.first { $0.machine == drift.machine }?.sentences ?? []
    let body = changes + drift.diff.map { "\($0.mark)\($0.text)" }
    return """
          <testcase classname="orrery.\(drift.problem.rawValue)" name="\(escaped(drift.place))">
            <failure type="\(drift.problem.rawValue)" message="\(escaped(drift.summary))">\
      \(escaped(body.joined(separator: "\n")))</failure>
          </testcase>
      """
  }

  /// Text in XML 1.0: what it cannot hold is replaced.
  private func escaped(_ text: String) -> String {
    text.harmless(keepingLines: true).unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
