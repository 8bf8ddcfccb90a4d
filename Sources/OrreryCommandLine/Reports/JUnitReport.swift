/// A report that test reporters of CI systems read, in the shape that Ant's JUnit task gave it: a
/// test for each finding, or one that passed where there is none.
struct JUnitReport {
  /// The verb that looked.
  var suite: String
  var annotations: [Annotation]
  /// What the test is called that passed.
  var passed: String

  var text: String {
    let failures = annotations.map(testCase)
    let rest =
      failures.isEmpty
      ? ["    <testcase classname=\"orrery\" name=\"\(escaped(passed))\"/>"] : []
    let counts = "tests=\"\(failures.count + rest.count)\" failures=\"\(failures.count)\""
    return
      (["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites \(counts)>"]
      + ["  <testsuite name=\"orrery \(suite)\" \(counts) errors=\"0\" skipped=\"0\">"] + failures
      + rest + ["  </testsuite>", "</testsuites>", ""]).joined(separator: "\n")
  }

  private func testCase(_ found: Annotation) -> String {
    """
        <testcase classname="orrery.\(found.rule)" name="\(escaped(found.place))">
          <failure type="\(found.rule)" message="\(escaped(found.message))">\
    \(escaped(found.details.joined(separator: "\n")))</failure>
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
