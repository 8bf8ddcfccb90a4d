import IssueReporting
import OrreryTrace

/// Keeps what a test store complains about.
final class Complaints: IssueReporter {
  let messages = Lock<[String]>([])

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    let text = message() ?? ""
    messages.withLock { $0.append(text) }
  }

  /// The messages, without the last steps that some of them tell.
  static func during(_ test: () async -> Void) async -> [String] {
    await whole(during: test).map {
      String($0.prefix(upTo: $0.firstRange(of: "\n\nThe last steps:")?.lowerBound ?? $0.endIndex))
    }
  }

  static func whole(during test: () async -> Void) async -> [String] {
    let complaints = Complaints()
    await withIssueReporters([complaints]) { await test() }
    return complaints.messages.withLock { $0 }
  }
}
