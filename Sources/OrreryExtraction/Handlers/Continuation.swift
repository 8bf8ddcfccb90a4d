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

  /// The case of the event that a continuation is told under; nothing where it is one itself.
  func caseName(behind continuation: Continuation) -> String? {
    isSent(continuation) ? nil : eventCase?.name
  }

  /// Whether what goes on is the event that the walk is for.
  func isSent(_ continuation: Continuation) -> Bool {
    eventCase != nil && scope.sent[continuation.node] != nil
  }
}

/// A suspension point from which a handler goes on, as rows tell of it: a key of much that is copied.
@dynamicMemberLookup
final class Continuation {
  let key: Suspension.Key
  /// Without the paths that have stopped there.
  private let suspension: Suspension
  /// The calls that lead to it, and where it stands itself.
  private let place: [NodeID]
  /// The function with a name in which it is written: the handler, or a helper.
  let function: String?
  /// What was started on the way to it to go on later, but for what it waits for as a group.
  let started: Set<Suspension.Key>
  /// Whether it goes on for each of the events that are sent to it.
  let isSent: Bool

  /// - Parameter suspension: Where an execution has stopped.
  init(_ suspension: Suspension, isSent: Bool) {
    (key, self.isSent) = (suspension.key, isSent)
    place = key.calls + [key.node]
    (function, started) = (suspension.function?.name, suspension.started)
    var suspension = suspension
    suspension.snapshots = []
    self.suspension = suspension
  }

  subscript<Value>(dynamicMember path: KeyPath<Suspension, Value>) -> Value {
    suspension[keyPath: path]
  }

  var node: NodeID { key.node }
  var callee: String { key.callee }
  var mayFail: Bool { key.mayFail }
  var calls: [NodeID] { key.calls }
  var isTask: Bool { suspension.kind.isTask }
  var isEvent: Bool { suspension.kind.isEvent }
  /// Whether it waits for a task that was started before.
  var waitsForTask: Bool { suspension.isOfTask }
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
  func stands(in other: Continuation) -> Bool { suspension.waits.contains(other.node) }
}

/// A continuation that is executed as a handler of its own.
struct Resumption {
  var continuation: Continuation
  var how: Execution.Resumption
}
