import CustomDump
import IssueReporting

/// Where in a test something is expected.
struct Place {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  func report(_ message: String) {
    reportIssue(message, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// The words of a failing test: the fact, the evidence, and what to do.
enum Failure {
  static func difference<State>(
    after action: some Any, expected: State, actual: State
  ) -> String {
    """
    The state after \(describe(action)) is not the expected one.

    \(diff(expected, actual, format: .proportional) ?? describe(actual))

    (Expected: −, actual: +)

    To fix, change the closure to make the expected state, or the reducer.
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
    Another result was received than the expected one.

    \(diff(action as Any, next as Any, format: .proportional) ?? describe(next))

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

  static func unasserted(_ held: [some Any]) -> String {
    """
    The test ended with results that were not received: \
    \(held.map { describe($0) }.joined(separator: ", ")).

    To fix, call 'await store.receive(…)' for each of them.
    """
  }

  private static func list(_ running: [String]) -> String {
    running.isEmpty ? "No effect runs." : "Running effects: \(running.joined(separator: ", "))."
  }

  private static func describe(_ value: some Any) -> String {
    let dump = String(customDumping: value)
    let line = dump.split(separator: "\n").reduce("") { text, part in
      text + (text.hasSuffix(",") ? " " : "") + part.drop { $0 == " " }
    }
    return line.count <= 80 ? line : dump
  }
}
