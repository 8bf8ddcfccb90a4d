import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// A task that begins once its starter has ended or waits: what the starter writes comes first.
struct PostponedTask {
  var closure: ClosureValue
  /// By what it is started.
  var name: String
  /// The call that starts it.
  fileprivate var node: FunctionCallExprSyntax
  var values: [Argument]
  /// The variables that it sees, and the calls that it stands in.
  fileprivate var frames: [Frame]
  fileprivate var calls: [FunctionInfo]
  fileprivate var entered: [(state: String?, guards: Int)]
  fileprivate var callers: [Syntax]
  fileprivate var assigned: [Syntax]
}

extension Interpreter {
  /// What starts a task of its own, which nobody waits for on the spot.
  private static let apart: Set = ["Task", "detached", "async", mainQueue]

  /// The way with a task put off until its starter has ended or waits; nothing where the task is
  /// walked at its place, since nothing behind it there changes the state.
  func postponing(
    _ closure: ClosureValue, _ values: [Argument], by node: FunctionCallExprSyntax, _ path: Path
  ) -> Path? {
    let name = starter(in: node)
    guard awaitsAreSteps, Self.apart.contains(name), taskNames.isEmpty, trials.isEmpty,
      resumption == nil || path.segment != nil, !isInitializer, !isDisplay,
      !closure.node.isAwaited, !closure.node.capturesValues, mayChangeState(closure, path),
      !path.postponed.isEmpty || isWrittenBehind(node, path)
    else { return nil }
    // Called in a loop, it may run any number of times.
    guard !path.postponed.contains(where: { $0.closure.node.id == closure.node.id }) else {
      return path
    }
    var path = path
    path.postponed.append(
      PostponedTask(
        closure: closure, name: name, node: node, values: values, frames: path.frames, calls: calls,
        entered: entered, callers: callers,
        assigned: assigned))
    return path
  }

  /// The ways on once the tasks that a way has put off have begun, in their order.
  ///
  /// - Parameter waiting: Whether the starter waits then, in a state that others may find.
  func beginning(_ path: Path, waiting: Bool = false) -> [Path] {
    guard !path.postponed.isEmpty else { return [path] }
    var start = path
    start.postponed = []
    return path.postponed.reduce([start]) { ways, task in
      ways.flatMap { begin(task, $0, waiting: waiting) }
    }
  }

  /// Ends of a handler, behind the tasks that it has put off.
  func ending(_ flows: [Flow]) -> [Flow] {
    flows.flatMap { flow in beginning(flow.path).map { Flow(path: $0, exit: flow.exit) } }
  }

  private func begin(_ task: PostponedTask, _ path: Path, waiting: Bool) -> [Path] {
    let kept = (calls, entered, callers, assigned)
    (calls, entered, callers, assigned) = (task.calls, task.entered, task.callers, task.assigned)
    defer { (calls, entered, callers, assigned) = kept }
    var inner = path
    inner.frames = [path.frames[0]] + task.frames.dropFirst()
    if waiting, path.writeLocation != nil, let apart = apart(task, inner) {
      var way = path
      (way.tasks, way.started, way.begun) = (apart.tasks, apart.started, apart.begun)
      return [way]
    }
    return start(task.name, inner) { self.invoke(task.closure, task.values, $0) }.map { way, _ in
      var way = way
      way.frames = [way.frames[0]] + path.frames.dropFirst()
      // To assign the state that its starter has left anew is no further step.
      if let watched, let old = path.value(at: watched), let new = way.value(at: watched),
        path.writeLocation != nil, new.isSame(as: old)
      {
        way.writeLocation = path.writeLocation
      }
      (way.location, way.last, way.joined) = (path.location, path.last, path.joined)
      return way
    }
  }

  /// The way with a task that changes the state before it waits: its starter has left another one by
  /// then, in which others find the machine.
  private func apart(_ task: PostponedTask, _ path: Path) -> Path? {
    guard !isInOtherEvent(task.closure.node, apart: true),
      let continuation = continuation(of: task, path)
    else { return nil }
    let kept = (trapped, thrown, suspended, continuations, invoked, sent, sentAsking, handed)
    let ways = start(task.name, path) { self.invoke(task.closure, task.values, $0) }
    (trapped, thrown, suspended, continuations, invoked, sent, sentAsking, handed) = kept
    var path = path
    path.tasks.append(continuation)
    path.started.append(continuation)
    path.begun.formUnion(
      ways.compactMap { way, _ in
        watched.flatMap(way.value).flatMap { $0.isStart ? Self.startMark : $0.stateName }
      })
    return path
  }

  private func continuation(of task: PostponedTask, _ path: Path) -> Continuation? {
    var continuation = start(of: task.closure, by: task.node)
    if !continuations.contains(continuation) {
      guard changesState(task.closure, path) else { return nil }
      continuation.trail = trail(to: task.node)
      continuations.append(continuation)
    }
    return continuation
  }

  /// The event that a task is which begins when its starter has ended.
  private func start(
    of closure: ClosureValue, by node: FunctionCallExprSyntax
  ) -> Continuation {
    let callee =
      node.calledExpression.as(GenericSpecializationExprSyntax.self)?.expression
      ?? node.calledExpression
    return Continuation(
      node: closure.node.id, callee: closure.node.forwarding ?? text(of: callee), mayFail: false,
      trail: [], isOnce: true, isTask: true)
  }

  /// Walks a task that is an event of its own, where the walk is one of that; nothing elsewhere.
  func resuming(
    _ closure: ClosureValue, _ values: [Argument], by node: FunctionCallExprSyntax, _ path: Path
  ) -> Evaluated? {
    guard let resumption, path.segment == nil, resumption.continuation.node == closure.node.id,
      Self.apart.contains(starter(in: node))
    else { return nil }
    var start = path
    begin(&start, resumption)
    callBack(closure, values, [start])
    return []
  }

  /// Whether a call starts a task of an initializer, which begins once that has ended.
  func isStartedByInitializer(_ node: FunctionCallExprSyntax, _ path: Path) -> Bool {
    isInitializer && path.segment == nil && Self.starters.contains(node.calleeName)
      && !isInCallback
  }

  /// Whether the walk is in a closure that others call whenever they like: what that starts is part of
  /// its event.
  private var isInCallback: Bool {
    callers.contains { caller in
      guard let closure = caller.as(ClosureExprSyntax.self), closure.isKept else { return false }
      return !(closure.handedTo.map { followedCalls.contains($0.call.id) } ?? false)
    }
  }

  /// Whether code behind a node changes the state, in its function or in those that it was called by,
  /// and does not wait there for what was started.
  private func isWrittenBehind(_ node: FunctionCallExprSyntax, _ path: Path) -> Bool {
    guard let watched = watched.map(path.resolved) else { return false }
    let names = Set(watched.path).union(synonyms)
    let finder = StateWriteFinder(
      names: names, writers: reaching.subtracting(names), isHandedOut: isSubject || isBoxed)
    let places = callers + [Syntax(node)]
    return !places.contains { finder.find(behind: $0).waits }
      && places.contains { finder.find(behind: $0).writes }
  }
}

/// Looks by syntax alone for code that changes the state itself, not in a task or a closure for later.
private final class StateWriteFinder: SyntaxVisitor {
  private let names: Set<String>
  private let writers: Set<String>
  /// Whether the state is changed by methods of what holds it.
  private let isHandedOut: Bool
  private var found = (writes: false, waits: false)

  /// Calls that go on once other code has run.
  private static let blocking: Set = [
    "wait", "sync", "waitUntilFinished", "waitUntilAllOperationsAreFinished", "fulfillment",
    "waitForExpectations", "notify", "barrier",
  ]

  init(names: Set<String>, writers: Set<String>, isHandedOut: Bool) {
    (self.names, self.writers, self.isHandedOut) = (names, writers, isHandedOut)
    super.init(viewMode: .sourceAccurate)
  }

  /// What the statements do that follow a node, or the assignment that the node is the value of.
  func find(behind node: Syntax) -> (writes: Bool, waits: Bool) {
    found = (false, false)
    var current = node
    while let parent = current.parent, !parent.is(FunctionDeclSyntax.self) {
      if let items = parent.as(CodeBlockItemListSyntax.self) {
        for item in items where item.position > current.position || item.isDeferred { walk(item) }
      } else if let sequence = parent.as(SequenceExprSyntax.self) {
        check(sequence)
      }
      current = parent
    }
    return found
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    check(node)
    return .visitChildren
  }

  private func check(_ node: SequenceExprSyntax) {
    guard case .assignment(let target, _, _) = Operation(Array(node.elements)).form else { return }
    if names(in: target) { found.writes = true }
  }

  override func visit(_ node: InOutExprSyntax) -> SyntaxVisitorContinueKind {
    if names(in: node.expression) { found.writes = true }
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if Self.blocking.contains(node.calleeName) { found.waits = true }
    if writers.contains(node.calleeName) { found.writes = true }
    if isHandedOut, names(in: node.calledExpression) { found.writes = true }
    return .visitChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    node.isTask || node.isKept ? .skipChildren : .visitChildren
  }

  private func names(in node: ExprSyntax) -> Bool {
    node.tokens(viewMode: .sourceAccurate).contains { token in
      if case .identifier(let name) = token.tokenKind {
        return names.contains(Naming.identifier(name))
      }
      return false
    }
  }
}

extension ClosureExprSyntax {
  /// Whether it keeps what something else than `self` is when it is made: `[state]`.
  fileprivate var capturesValues: Bool {
    signature?.capture?.items.contains { item in
      item.keptName?.text != "self" && item.specifier == nil
    } ?? false
  }
}

extension CodeBlockItemSyntax {
  /// Whether it runs behind all others.
  fileprivate var isDeferred: Bool { item.as(DeferStmtSyntax.self) != nil }
}
