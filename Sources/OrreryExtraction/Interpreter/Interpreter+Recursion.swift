import OrreryLowering
import SwiftSyntax

/// How deep calls are followed: a function that calls itself again in another state goes on.
extension Interpreter {
  /// How many different functions are followed into each other.
  static let deepestCall = 16
  /// The same where functions call themselves.
  private static let deepestRecursion = 32

  var isTooDeep: Bool {
    calls.count >= Self.deepestCall
      && (calls.count >= Self.deepestRecursion
        || Set(calls.map(\.node.id)).count >= Self.deepestCall)
  }

  /// Notes that a function is walked, and the state that it is called in.
  func enter(_ function: FunctionInfo, _ path: Path) {
    calls.append(function)
    entered.append((stateMark(path), path.guards.count))
  }

  func leaveCall() {
    calls.removeLast()
    entered.removeLast()
  }

  /// A way with the conditions under which a function that calls itself was first called: what it asks
  /// again is told by the last answer; nothing where it is not being walked.
  func start(ofCalls function: FunctionInfo, _ path: Path) -> Path? {
    guard let first = zip(calls, entered).first(where: { $0.0.node.id == function.node.id })?.1,
      first.guards <= path.guards.count
    else { return nil }
    var start = path
    start.guards = Array(path.guards.prefix(first.guards))
    return start
  }

  /// Whether a function has been entered more than once in the state that holds: behind a wait, one
  /// that waits once more, since it is there that a call is walked which comes to the same wait again.
  func isRecursive(_ function: FunctionInfo, _ path: Path) -> Bool {
    guard calls.contains(where: { $0.node.id == function.node.id }) else { return false }
    let state = stateMark(path)
    return zip(calls, entered).count { $0.node.id == function.node.id && $1.state == state }
      > (path.segment != nil && function.isAsync ? 2 : 1)
  }

  /// The state that holds on a way, where it is told.
  func stateMark(_ path: Path) -> String? {
    guard let state = watched.flatMap(path.value) else { return nil }
    return state.isStart ? Self.startMark : state.stateName
  }

  /// A way behind a call that may change the state and is too deep to be followed.
  func unfollowed(_ function: FunctionInfo, _ path: Path) -> Path {
    note(
      "calls go deeper than \(Self.deepestCall) functions, so that '\(function.name)' is not followed",
      at: path.location)
    return unsettled(path)
  }
}
