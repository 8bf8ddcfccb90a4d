import OrreryExecution
import OrreryProgram

/// Where the executions of a handler have stopped, each from another state.
final class SuspensionTable {
  private var known: [Key: Suspension] = [:]
  private var changes: [Key: Int] = [:]

  private struct Key: Hashable {
    var event: String?
    var suspension: Suspension.Key
  }

  /// - Parameter isPart: Whether it was found from an abstract state, of which the walk of the whole
  ///   state has told.
  func add(
    _ suspension: Suspension, of event: String?, by execution: Execution, isPart: Bool = false
  ) {
    let key = Key(event: event, suspension: suspension.key)
    guard var all = known[key] else {
      known[key] = suspension
      return
    }
    if isPart { return }
    if execution.add(suspension, to: &all) { changes[key, default: 0] += 1 }
    known[key] = all
  }

  /// How often more was found of how handlers come to a suspension.
  func changeCount(of key: Suspension.Key, of event: String?) -> Int {
    changes[Key(event: event, suspension: key)] ?? 0
  }

  func suspension(_ key: Suspension.Key, of event: String?) -> Suspension? {
    known[Key(event: event, suspension: key)]
  }
}

extension HandlerWalk {
  /// How often more was found of how the handler comes to a suspension.
  func changeCount(of continuation: Continuation) -> Int {
    budget.suspensions.changeCount(of: continuation.key, of: caseName(behind: continuation))
  }

  private func caseName(behind continuation: Continuation) -> String? {
    isSent(continuation) ? nil : eventCase?.name
  }
}

/// A suspension point from which a handler goes on, as rows tell of it: a key of much that is copied.
final class Continuation {
  let key: Suspension.Key
  /// The calls that lead to it, and where it stands itself.
  private let place: [NodeID]
  /// What has been handed to the calls by which an execution came to it.
  var constants: [Suspension.Constant: String] = [:]
  /// Whether it goes on once for each time that it is left waiting.
  var isOnce = false
  /// Whether it goes on time and again, as often as somebody calls.
  var isRepeated = false
  /// Whether all tasks that it waits for have ended when it goes on.
  var joinsTasks = false
  /// Whether what it waits for is executed, which tells by itself what that asks for.
  var isExecuted = false
  /// Whether it is a task that begins, and changes the state, once its starter has ended or waits.
  var isTask = false
  /// Whether it is the call of an event, which goes for itself.
  var isEvent = false
  /// Whether it goes on for each of the events that are sent to it.
  var isSent = false
  /// Whether another event tells what comes of it.
  var isToldElsewhere = false
  /// Whether several calls lead to it, which are not told apart.
  var isJoined = false
  /// Whether it goes on only in the states in which a view shows it.
  var isShown = false
  /// For a closure that is called later: what it is handed out with.
  var marks: Suspension.Marks?
  /// For an `await`: what is asked with.
  var waitMarks: Suspension.Marks?
  /// Whether it waits for a task that was started before.
  var waitsForTask = false
  /// The function with a name in which it is written: the handler, or a helper.
  var function: String?
  /// What was started on the way to it to go on later, but for what it waits for as a group.
  var started: Set<Suspension.Key> = []
  /// What is waited for that it stands in.
  private var waits: Set<NodeID> = []

  /// - Parameter suspension: Where an execution has stopped.
  init(_ suspension: Suspension) {
    (key, constants, waits) = (suspension.key, suspension.constants, suspension.waits)
    place = key.calls + [key.node]
    (marks, waitMarks) = (suspension.marks, suspension.waitMarks)
    (isOnce, joinsTasks) = (suspension.isOnce, suspension.joinsTasks)
    (isExecuted, isRepeated) = (suspension.kind.isExecuted, suspension.isRepeated)
    (isTask, isEvent) = (suspension.kind.isTask, suspension.kind.isEvent)
    (isShown, started) = (suspension.isShown, suspension.started)
    waitsForTask = suspension.isOfTask
    (isToldElsewhere, isJoined) = (suspension.isToldElsewhere, suspension.isJoined)
    function = suspension.function?.name
  }

  var node: NodeID { key.node }
  var callee: String { key.callee }
  var mayFail: Bool { key.mayFail }
  var calls: [NodeID] { key.calls }
}

extension Continuation: Hashable {
  static func == (a: Continuation, b: Continuation) -> Bool { a === b || a.key == b.key }

  func hash(into hasher: inout Hasher) { hasher.combine(key.node) }
}

extension Continuation {
  /// Whether it stands before another one, in the order in which the source is written from the handler on.
  func isBefore(_ other: Continuation) -> Bool {
    place.lexicographicallyPrecedes(other.place)
  }

  /// Whether it stands in what another one waits for.
  func stands(in other: Continuation) -> Bool { waits.contains(other.node) }
}

/// A continuation that is executed as a handler of its own.
struct Resumption {
  var continuation: Continuation
  var succeeds: Bool
  /// The state in which the handler was entered; nothing where that may be any.
  var origin: Value?
  /// The state in which the continuation is entered.
  var state: Value
  /// What is not known behind it, since the wait is come to with other values too.
  var open: Set<Suspension.Constant> = []
}
