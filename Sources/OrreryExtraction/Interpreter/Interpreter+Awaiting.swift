import SwiftSyntax

/// What happens after an `await` of something that is not followed is an event of its own.
extension Interpreter {
  /// The id of the value that a continuation starts with.
  static let awaitedID = "$awaited"

  func wait(
    _ node: AwaitExprSyntax, _ path: Path, _ expected: String?, isStatement: Bool
  ) -> Evaluated {
    guard awaitsAreSteps else {
      return evaluate(node.expression, path, expected, isStatement: isStatement)
    }
    let before = unfollowedCalls
    let result = evaluate(node.expression, path, expected, isStatement: isStatement)
    guard let callee = awaited(node.expression, isCall: unfollowedCalls > before) else {
      return result
    }
    let mayFail = node.parent.map { $0.is(TryExprSyntax.self) } ?? false
    let continuation = Continuation(
      node: node.id, callee: text(of: callee), mayFail: mayFail, trail: trail(to: node))
    guard let resumption else { return suspend(result, continuation) }
    return resume(result, continuation, resumption)
  }

  /// What is waited for that is not walked: a call, or a property of something else.
  private func awaited(_ node: ExprSyntax, isCall: Bool) -> ExprSyntax? {
    if let call = node.as(FunctionCallExprSyntax.self) {
      // These run their closure as part of the handler, and end with it.
      let name = text(of: call.calledExpression)
      if name == "MainActor.run" || name.hasPrefix("with") && name.hasSuffix("Handler") {
        return nil
      }
      return isCall && !followedCalls.contains(call.id) ? call.calledExpression : nil
    }
    return node.is(MemberAccessExprSyntax.self) ? node : nil
  }

  private func suspend(_ result: Evaluated, _ continuation: Continuation) -> Evaluated {
    for (path, _) in result { suspend(path, continuation) }
    return []
  }

  /// Ends a way at a wait, and notes the state in which it waits.
  private func suspend(_ path: Path, _ continuation: Continuation) {
    var path = path
    if taskSegments.last == .some(path.segment) {
      if !continuations.contains(continuation) { continuations.append(continuation) }
      path.tasks.append(continuation)
    } else {
      note(continuation, path)
      settleTasks(of: path)
    }
    path.effects.append(.run(continuation.callee))
    suspended.append(Flow(path: path, exit: .returned(.void)))
  }

  /// Notes the state in which the tasks of a way go on: where it has ended or waits itself.
  func settleTasks(of path: Path) {
    for continuation in path.tasks { note(continuation, path) }
  }

  private func note(_ continuation: Continuation, _ path: Path) {
    if !continuations.contains(continuation) { continuations.append(continuation) }
    if let watched, let state = path.value(at: watched)?.stateName {
      sent[continuation, default: []].insert(state)
    }
  }

  /// Passes by other continuations, and starts anew at the one that is walked.
  private func resume(
    _ result: Evaluated, _ continuation: Continuation, _ resumption: Resumption
  ) -> Evaluated {
    result.compactMap { path, value in
      var path = path
      guard continuation == resumption.continuation else {
        if path.segment != nil {
          suspend(path, continuation)
          return nil
        }
        if continuation.mayFail { raise(path, .unknown(Unknown(id: "error", text: "error"))) }
        // Whatever the state was, others may have changed it.
        if let watched, let state = path.value(at: watched) {
          path.set(fresh("state", path, type: state.type), at: watched)
        }
        return (path, value)
      }
      if path.segment != nil { return nil }
      begin(&path, resumption)
      if !continuation.mayFail {
        let id = Self.awaitedID
        return (path, .unknown(Unknown(id: id, text: value.text, type: value.type)))
      }
      guard resumption.succeeds else {
        raise(path, .unknown(Unknown(id: "error@\(path.version)", text: "error")))
        return nil
      }
      return (path, value)
    }
  }

  /// A closure that is called back later: where it changes the state it is an event of its own.
  func later(
    _ closure: ClosureValue, labelled label: String?, of node: FunctionCallExprSyntax, _ path: Path
  ) -> [Path] {
    let callee = text(of: node.calledExpression)
    let handler = label.flatMap { $0.hasPrefix("on") ? ".\($0)" : nil } ?? ""
    var continuation = Continuation(
      node: closure.node.id, callee: callee + handler, mayFail: false, trail: [])
    if let resumption {
      let isInside = resumption.continuation.trail.contains(closure.node.id)
      guard path.segment == nil, isInside || resumption.continuation == continuation else {
        return [path]
      }
      var path = path
      if resumption.continuation == continuation { begin(&path, resumption) }
      suspended += invoke(closure, [], path).map { Flow(path: $0.0, exit: .returned(.void)) }
      return []
    }
    let isKnown = path.writeLocation == nil && continuations.contains(continuation)
    if !isKnown, mayChangeState(closure, path), changesState(closure, path) {
      continuation.trail = trail(to: node)
      if path.writeLocation == nil {
        // It may be called in any state.
        continuations.append(continuation)
      } else {
        note(continuation, path)
      }
    }
    return [path]
  }

  /// Tries a closure out and forgets what it did.
  private func changesState(_ closure: ClosureValue, _ path: Path) -> Bool {
    let kept = (trapped, thrown, suspended, continuations, invoked)
    defer { (trapped, thrown, suspended, continuations, invoked) = kept }
    let before = path.writeLocation
    return invoke(closure, [], path).contains { path, _ in path.writeLocation != before }
  }

  private func trail(to node: some SyntaxProtocol) -> Set<SyntaxIdentifier> {
    // The trail of a walk that follows one already is not asked for.
    guard resumption == nil || continuations.count < 64 else { return [] }
    var result: Set<SyntaxIdentifier> = []
    for start in callers + [Syntax(node)] {
      var current: Syntax? = start
      while let parent = current, result.insert(parent.id).inserted { current = parent.parent }
    }
    return result
  }

  /// Whether a statement stands before the continuation that is walked to, and does not lead there:
  /// what it decides is of no matter, since any state may hold after the wait.
  func isPassed(_ item: CodeBlockItemSyntax, _ path: Path) -> Bool {
    guard let resumption, path.segment == nil, Self.isBranching(item) else { return false }
    return !resumption.continuation.trail.contains(item.id)
  }

  private static func isBranching(_ item: CodeBlockItemSyntax) -> Bool {
    switch Syntax(item.item).kind {
    case .guardStmt, .forStmt, .whileStmt, .repeatStmt, .doStmt, .expressionStmt, .labeledStmt:
      true
    case .functionCallExpr, .tryExpr, .awaitExpr: true
    default: false
    }
  }

  private func begin(_ path: inout Path, _ resumption: Resumption) {
    path.segment = resumption.continuation.callee
    (path.guards, path.effects, path.visited, path.facts) = ([], [], [], [:])
    (path.writeLocation, path.wildcard, path.written) = (nil, nil, [])
    if let watched { path.set(resumption.state, at: watched) }
  }
}
