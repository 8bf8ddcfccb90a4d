import CustomDump
import IssueReporting

/// Where in a test something is expected.
struct Place: Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  @Sendable func report(_ message: String) {
    reportIssue(message, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  func warn(_ message: String) {
    reportIssue(
      message, severity: .warning, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// The words of a failing test: the fact, the evidence, and what to do.
enum Failure {
  static func difference<State>(
    after action: some Any, expected: State, actual: State
  ) -> String {
    """
    The state after \(describe(action)) is not the expected one.

    \(lines(expected, actual))

    (Expected: −, actual: +)

    To fix, correct the expected state in the closure, or change the reducer.
    """
  }

  static func unreceived(_ waiting: some Any, before action: some Any) -> String {
    """
    \(describe(action)) was sent while a result waits: \(describe(waiting)).

    To fix, call 'await store.receive(…)' for the result first.
    """
  }

  static func nothingReceived(
    _ action: some Any, running: [String], timeout: Duration
  ) -> String {
    """
    \(describe(action)) was expected, and nothing came within \(timeout). \(list(running))

    To fix, start the effect that sends it, or give the store a longer 'timeout'.
    """
  }

  static func unexpected(_ next: some Any, instead action: some Any) -> String {
    """
    The received result is not the expected one.

    \(lines(action as Any, next as Any))

    (Expected: −, actual: +)

    To fix, expect the results in the order in which the effects send them.
    """
  }

  static func unfinished(_ running: [String], timeout: Duration) -> String {
    """
    The test ended while effects run, and they did not finish within \(timeout). \(list(running))

    To fix, let the effects finish, or replace them by a later transition.
    """
  }

  static let notFinished = """
    The test started effects and ended without 'finish()', so nobody knows what they left over.

    To fix, end the test with 'await store.finish()'.
    """

  static func unasserted(_ held: [some Any]) -> String {
    """
    The test ended with results that were not received: \
    \(held.map { describe($0) }.joined(separator: ", ")).

    To fix, call 'await store.receive(…)' for each of them.
    """
  }

  static func skipped(_ result: some Any) -> String {
    "\(describe(result)) was received, and no one asked for it: the store is not exhaustive."
  }

  static func liveUse(of key: String) -> String {
    """
    Dependency '\(key)' has no test value, so the test used its live one.

    To fix, set it with 'withDependencies', or give its key a 'testValue'.
    """
  }

  static func effects(
    of action: some Any, expected: [some Any], actual: [some Any]
  ) -> String {
    """
    \(describe(action)) does not start the expected effects.

    \(lines(expected as Any, actual as Any))

    (Expected: −, actual: +)

    To fix, list the effects in the order in which they are written, or change the reducer.
    """
  }

  /// What differs, with plain spaces before what does not.
  static func lines<Value>(_ expected: Value, _ actual: Value) -> String {
    guard let text = diff(expected, actual, format: .proportional) else { return describe(actual) }
    return String(text.map { $0 == "\u{2007}" ? " " : $0 })
  }

  private static func list(_ running: [String]) -> String {
    running.isEmpty ? "No effect runs." : "Running effects: \(running.joined(separator: ", "))."
  }

  static func describe(_ value: some Any) -> String {
    let dump = String(customDumping: value)
    let line = dump.split(separator: "\n").reduce("") { text, part in
      text + (text.hasSuffix(",") ? " " : "") + part.drop { $0 == " " }
    }
    return line.count <= 80 ? line : dump
  }
}
