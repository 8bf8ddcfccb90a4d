import OrreryLowering
import SwiftSyntax

/// What happens after an `await` of something that is not followed is an event of its own.
extension Interpreter {
  /// The id of the value that a continuation starts with.
  static let awaitedID = "$awaited"
  /// Stands for the case that a walk has started in.
  static let startMark = "$start"
  /// Stands for whatever state tasks may leave.
  static let anyMark = "$any"

  func wait(
    _ node: AwaitExprSyntax, _ path: Path, _ expected: String?, isStatement: Bool
  ) -> Evaluated {
    guard awaitsAreSteps else {
      return evaluate(node.expression, path, expected, isStatement: isStatement)
    }
    if let step = stepBack(node, path) {
      guard let resumption else {
        suspend(path, step, effect: nil)
        return []
      }
      return resume([(path, .void)], step, resumption, at: node).flatMap {
        evaluate(node.expression, $0.0, expected, isStatement: isStatement)
      }
    }
    if case let inner = operands(of: node), !inner.isEmpty,
      inner.map(\.id) != [node.expression.id]
    {
      let waits = inner.filter { !isHop($0, path) }
      for operand in waits { covered[operand.id] = node }
      defer { for operand in waits { covered[operand.id] = nil } }
      return evaluate(node.expression, path, expected)
    }
    guard let joined = join(node, path) else {
      if isHop(node.expression, path) {
        return evaluate(node.expression, path, expected, isStatement: isStatement)
      }
      return wait(for: node.expression, under: node, path, expected, isStatement: isStatement)
    }
    return joined.flatMap { path in
      node.expression.is(FunctionCallExprSyntax.self) && !isHop(node.expression, path)
        && !makesStranger(node.expression, path)
        ? wait(for: node.expression, under: node, path, expected, isStatement: isStatement)
        : evaluate(node.expression, path, expected, isStatement: isStatement)
    }
  }

  /// - Parameter expression: What is waited for: all that the `await` covers, or an argument in it.
  func wait(
    for expression: ExprSyntax, under node: AwaitExprSyntax, _ path: Path, _ expected: String?,
    isStatement: Bool
  ) -> Evaluated {
    if let argument = awaitedArgument(of: expression, path) {
      covered[argument.id] = node
      defer { covered[argument.id] = nil }
      return evaluate(expression, path, expected, isStatement: isStatement)
    }
    let before = unfollowedCalls
    // A getter waits within what reads it, as a function does within its call.
    let isRead = !expression.is(FunctionCallExprSyntax.self)
    if isRead { callers.append(Syntax(node)) }
    let result = evaluate(expression, path, expected, isStatement: isStatement)
    if isRead { callers.removeLast() }
    guard let callee = awaited(expression, isCall: unfollowedCalls > before, path) else {
      return result
    }
    let attempt =
      node.parent?.as(TryExprSyntax.self) ?? expression.parent?.as(TryExprSyntax.self)
    var continuation = Continuation(
      node: node.id, callee: text(of: callee), mayFail: attempt != nil, trail: trail(to: node),
      calls: callsAround)
    continuation.joinsTasks =
      expression.isTaskGroup
      || expression.as(FunctionCallExprSyntax.self)?.isHandedWaitingCode ?? false
    continuation.waitMarks = ClosureMarks(
      location: location(of: node, path),
      arguments: expression.as(FunctionCallExprSyntax.self)?.literalArguments ?? [])
    continuation.constants = constants(path)
    continuation.isOnce = true
    // Where a pause is cut short and nobody asks, it ends as it does otherwise.
    if continuation.isPause, attempt?.questionOrExclamationMark != nil {
      continuation.mayFail = false
    }
    guard let resumption else { return suspend(result, continuation) }
    return resume(result, continuation, resumption, at: node)
  }

  /// Where a task comes back to the machine for the first time: what it does then comes after what its
  /// starter did, in a state that others may have found.
  private func stepBack(_ node: AwaitExprSyntax, _ path: Path) -> Continuation? {
    guard !taskNames.isEmpty, taskSegments.last == .some(path.segment) else { return nil }
    let isOnMain = taskNames.last == "detached" && isRunOnMain(node.expression)
    guard isOnMain || taskWrites.last == true && isHop(node.expression, path) else { return nil }
    let callee = node.expression.as(FunctionCallExprSyntax.self)?.calledExpression
    return Continuation(
      node: node.id, callee: isOnMain ? "MainActor.run" : text(of: callee ?? node.expression),
      mayFail: false, trail: trail(to: node), calls: callsAround)
  }

  private func isRunOnMain(_ node: ExprSyntax) -> Bool {
    node.as(FunctionCallExprSyntax.self).map { text(of: $0.calledExpression) } == "MainActor.run"
  }

  /// Whether the machine is an actor of its own, which is free while code runs on the main one.
  func leavesActor(_ path: Path) -> Bool {
    index.info(path.frames[0].selfType)?.kind == .actor
  }

  /// What is waited for that is not walked: a call, or a property of something else.
  private func awaited(_ node: ExprSyntax, isCall: Bool, _ path: Path) -> ExprSyntax? {
    if let call = node.as(FunctionCallExprSyntax.self) {
      // These run their closure as part of the handler, and end with it.
      let name = text(of: call.calledExpression)
      if name == "MainActor.run", !leavesActor(path) { return nil }
      if name.hasPrefix("with"), name.hasSuffix("Handler") { return nil }
      guard isCall, !followedCalls.contains(call.id) else { return nil }
      return (call.resultOf ?? call.calledExpression).firstCallee(behind: followedCalls)
    }
    guard node.is(MemberAccessExprSyntax.self), !isWalkedGetter(node, path) else { return nil }
    return node.firstCallee(behind: followedCalls)
  }

  private func suspend(_ result: Evaluated, _ continuation: Continuation) -> Evaluated {
    for (path, _) in result { suspend(path, continuation, effect: continuation) }
    return []
  }

  /// Ends a way at a wait, and notes the state in which it waits.
  ///
  /// - Parameter waiting: Where the way goes on; nothing where another event tells that.
  func suspend(_ path: Path, _ waiting: Continuation?, effect: Continuation?) {
    if taskNames.isEmpty, !path.postponed.isEmpty {
      for path in beginning(path, waiting: true) { suspend(path, waiting, effect: effect) }
      return
    }
    var path = path
    guard let continuation = waiting else {
      settleTasks(of: path)
      return end(path, effect)
    }
    path.started.append(continuation)
    if taskSegments.last == .some(path.segment) {
      if !continuations.contains(continuation) { continuations.append(continuation) }
      path.tasks.append(continuation)
    } else {
      note(continuation, path)
      settleTasks(of: path)
    }
    end(path, effect)
  }

  private func end(_ path: Path, _ effect: Continuation?) {
    var path = path
    if let effect, !effect.isPause {
      // To wait for a task that runs already starts nothing.
      if !effect.isOfRunningTask { path.effects.append(.run(effect.callee)) }
      path.waitLocation = path.waitLocation ?? path.location
    }
    suspended.append(Flow(path: path, exit: .returned(.void)))
  }

  /// Notes the state in which the tasks of a way go on: where it has ended or waits itself.
  func settleTasks(of path: Path) {
    for continuation in path.tasks { note(continuation, path) }
  }

  func note(_ continuation: Continuation, _ path: Path) {
    if continuation.isEvent {
      let name = watched.flatMap(path.value).flatMap { $0.isStart ? Self.startMark : $0.stateName }
      handed[continuation.callee, default: []].insert(name ?? Self.anyMark)
      return
    }
    if !continuations.contains(continuation) { continuations.append(continuation) }
    if let watched, let state = path.value(at: watched),
      let name = state.isStart ? Self.startMark : state.stateName
    {
      // Its tasks have ended, in whatever state they left.
      let isJoin = path.tasks.contains {
        $0 != continuation && (continuation.joinsTasks || $0.isTask && continuation.isOfTask)
      }
      let states = Set([isJoin ? Self.anyMark : name]).union(continuation.isTask ? [] : path.begun)
      sent[continuation, default: []].formUnion(states)
      if path.asksStart { sentAsking[continuation, default: []].formUnion(states) }
    }
  }

  /// Passes by other continuations, and starts anew at the one that is walked.
  func resume(
    _ result: Evaluated, _ continuation: Continuation, _ resumption: Resumption,
    at node: AwaitExprSyntax
  ) -> Evaluated {
    let isToldElsewhere = isInOtherEvent(node)
    return result.compactMap { path, value in
      var path = path
      guard continuation == resumption.continuation else {
        if path.segment != nil {
          suspend(path, isToldElsewhere ? nil : continuation, effect: continuation)
          return nil
        }
        if continuation.mayFail { raise(path, .unknown(Unknown(id: "error", text: "error"))) }
        if continuation.calls == resumption.continuation.calls { open(resumption.open, &path) }
        return (unsettled(path), value)
      }
      if path.segment != nil {
        // The next time around it waits there again.
        suspend(path, isToldElsewhere ? nil : continuation, effect: continuation)
        return nil
      }
      begin(&path, resumption)
      if !continuation.mayFail {
        let id = Self.awaitedID
        return (path, .unknown(Unknown(id: id, text: value.text, type: value.type)))
      }
      guard resumption.succeeds else {
        raise(path, error(of: continuation.callee, path))
        return nil
      }
      return (path, value)
    }
  }

  /// A closure that a function calls back later.
  func later(
    _ closure: ClosureValue, labelled label: String?, of node: FunctionCallExprSyntax, _ path: Path
  ) -> [Path] {
    let isShown = isDisplay && calls.last?.isDisplay ?? true
    if isShown, !mayChangeState(closure, path) || isInOtherDisplay(closure, path) { return [path] }
    if isShown, isDisplay, label.map(Self.contents.contains) ?? true,
      Self.containers.contains(node.calleeName)
    {
      return [path.starting(tasksOf: invoke(closure, [], path))]
    }
    let callee =
      isShown
      ? node.displayName
      : sender(to: node)
    let handler = label.flatMap { $0.hasPrefix("on") ? ".\($0)" : nil } ?? ""
    let isOnce =
      node.isOnFuture
      || Self.completions.contains { (label ?? node.calleeName).lowercased().hasSuffix($0) }
    return later(
      closure, callee + handler, labelled: label, at: node,
      repeats: node.repeats || !isShown && node.isObserved(by: label),
      isOnce: isOnce || isStartedByInitializer(node, path),
      isShown: isShown && isDisplay && isControl(node, label, path), path)
  }

  /// What calls a closure back: the callee, or the property that publishes what comes to it.
  func sender(to node: FunctionCallExprSyntax) -> String {
    let callee = node.publisher ?? node.calledExpression
    return String(EffectReader.head(of: text(of: callee)).trimmingPrefix("."))
  }

  /// How functions and labels end by which a closure is called when something has come to its end.
  private static let completions = [
    "completion", "completionhandler", "datatask", "downloadtask", "uploadtask", "asyncafter",
    "whencomplete", "whensuccess", "whenfailure",
  ]

  /// A closure that is called back later: where it changes the state it is an event of its own.
  ///
  /// - Parameters:
  ///   - callee: Who calls it back.
  ///   - label: By what label it is handed out.
  ///   - node: Where it is handed out.
  ///   - repeats: Whether it is called time and again.
  ///   - isOnce: Whether it is known to be called once.
  ///   - isShown: Whether it can only be called while a view shows what it is handed to.
  func later(
    _ closure: ClosureValue, _ callee: String, labelled label: String? = nil,
    at node: some SyntaxProtocol, repeats: Bool, isOnce: Bool = false, isShown: Bool = false,
    _ path: Path
  ) -> [Path] {
    // A method that is an event tells what it does itself.
    if let name = closure.node.handsOnTo, eventNames.contains(name),
      closure.node.forwarding == name || !namesState(closure)
    {
      return [handing(name, closure, repeats: repeats, path)]
    }
    var continuation = Continuation(
      node: closure.node.id, callee: callee, mayFail: false, trail: [], isOnce: isOnce,
      isShown: isShown)
    if isInOtherEvent(closure.node, apart: true) {
      var path = path
      continuation.isToldElsewhere = true
      path.started.append(continuation)
      return [path]
    }
    continuation.isSent = sentClosures.contains(closure.node.id)
    continuation.isRepeated = repeats
    if let resumption, path.segment == nil {
      return goingOn(in: closure, continuation, resumption, labelled: label, at: node, path)
    }
    let begins =
      node.as(FunctionCallExprSyntax.self).map { isStartedByInitializer($0, path) } ?? false
    if !isFound(continuation, at: node) {
      let found = continuations.count
      guard mayChangeState(closure, path),
        changesState(closure, path, orWaits: true, begins: begins)
      else {
        var path = path
        if begins { path.tasks += continuations.dropFirst(found).filter(isAwaitedOnce) }
        return [path]
      }
      continuation.trail = trail(to: node)
      continuation.marks = ClosureMarks(
        location: closure.file.location(of: closure.node),
        arguments: node.as(FunctionCallExprSyntax.self)?.literalArguments ?? [],
        label: label ?? node.as(FunctionCallExprSyntax.self)?.operatorName)
      continuations.append(continuation)
    }
    calledLater.formUnion(closures(calledBy: closure, path))
    // What is set up when the machine is made, or called time and again, may be in any state; else
    // in the one that the way ends in.
    var path = path
    path.started.append(continuation)
    if isShown { noteShown(continuation, path) }
    let isSetUp = isInitializer && path.segment == nil
    if !isSetUp || begins, !repeats { path.tasks.append(continuation) }
    return [path]
  }

  /// The way to a wait, or to a closure that is called back later, where that is this one or stands in
  /// it.
  private func goingOn(
    in closure: ClosureValue, _ continuation: Continuation, _ resumption: Resumption,
    labelled label: String?, at node: some SyntaxProtocol, _ path: Path
  ) -> [Path] {
    let isInside = resumption.continuation.trail.contains(closure.node.id)
    guard isInside || resumption.continuation == continuation else { return [path] }
    var paths = [path]
    let event = sentClosures.contains(closure.node.id) ? sentEvent : nil
    let sent = event.map { [Argument(label: nil, value: $0)] } ?? []
    if resumption.continuation == continuation {
      begin(&paths[0], resumption)
      paths = passing(filtersOf: Syntax(node), sent: sent, paths)
    }
    for (path, values) in isInside || !sent.isEmpty
      ? paths.map({ ($0, sent) }) : handed(label, by: Syntax(node), paths)
    {
      callBack(closure, values, [path])
    }
    return []
  }

  /// The closures of the functions around it that a closure calls: what they do is part of its event.
  ///
  /// So is what these call in turn.
  private func closures(calledBy closure: ClosureValue, _ path: Path) -> Set<SyntaxIdentifier> {
    var found: Set<SyntaxIdentifier> = []
    var open = [(node: closure.node, frame: path.depth - 1)]
    while let next = open.popLast() {
      for name in cache.assigned(in: next.node).called {
        guard let place = path.place(of: name, from: next.frame),
          case .closure(let known)? = path.value(at: place),
          found.insert(known.node.id).inserted
        else { continue }
        open.append((known.node, known.frame))
      }
    }
    return found
  }

  /// Walks code that is an event of its own to its ends.
  func callBack(_ closure: ClosureValue, _ values: [Argument], _ paths: [Path]) {
    // Whoever calls back is no task of this one.
    taskNames.append("")
    let (walked, failed) = uncaught { paths.flatMap { invoke(closure, values, $0) } }
    taskNames.removeLast()
    let ended = walked.map { Flow(path: $0.0, exit: .returned(.void)) } + failed
    for flow in ended { settleTasks(of: flow.path) }
    suspended += ended
  }

  /// Notes that a method which is an event is called later, where nothing else calls it.
  private func handing(
    _ name: String, _ closure: ClosureValue, repeats: Bool, _ path: Path
  ) -> Path {
    guard resumption == nil || path.segment != nil else { return path }
    let event = Continuation(
      node: closure.node.id, callee: name, mayFail: false, trail: [], isEvent: true)
    var path = path
    path.started.append(event)
    guard deferredNames.contains(name) else { return path }
    if repeats {
      handed[name, default: []].insert(Self.anyMark)
    } else {
      path.tasks.append(event)
    }
    return path
  }

  /// Whether a node stands in a task, or in a closure for later, of a method that is another event:
  /// the walks of that event go on behind it.
  ///
  /// - Parameter apart: Whether the node itself is such a closure.
  func isInOtherEvent(_ node: some SyntaxProtocol, apart: Bool = false) -> Bool {
    var current: Syntax? = Syntax(node)
    var isApart = apart
    while let inner = current {
      if let closure = inner.as(ClosureExprSyntax.self) {
        let isRun = closure.handedTo.map { followedCalls.contains($0.call.id) } ?? false
        isApart = isApart || closure.isTask || closure.isKept && !isRun
      }
      if inner.is(FunctionDeclSyntax.self) {
        return isApart && eventNodes.contains(inner.id) && calls.first?.node.id != inner.id
      }
      current = inner.parent
    }
    return false
  }

  /// The wait for the next element of a loop.
  func continuation(of node: ForStmtSyntax) -> Continuation {
    var continuation = Continuation(
      node: node.id, callee: EffectReader.head(of: text(of: node.sequence)),
      mayFail: node.tryKeyword != nil, trail: trail(to: node), calls: callsAround)
    continuation.isSent = sentClosures.contains(node.id)
    return continuation
  }

  /// The place that a state is kept in: where there is none, what would keep it is not there either.
  private func holder(of state: Value, _ watched: Place) -> Place {
    guard case .absent = state, memberType != nil, !isMemberOptional else { return watched }
    return Place(frame: watched.frame, name: watched.name, path: watched.path.dropLast())
  }

  func begin(_ path: inout Path, _ resumption: Resumption) {
    path.segment = resumption.continuation.callee
    path.meetStranger()
    path.isGuess = path.isGuess || resumption.continuation.isJoined
    let isWait = resumption.continuation.marks == nil
    path.lasting = isWait ? path.guards.filter(\.isLasting) : []
    let lasting = isWait ? path.lastingFacts : []
    path.forget { !lasting.contains($0) }
    (path.guards, path.effects, path.visited) = ([], [], [])
    (path.writeLocation, path.wildcard, path.written, path.decided) = (nil, nil, [], 0)
    (path.waitLocation, path.started) = (nil, [])
    forgetProperties(&path)
    forgetShared(&path)
    if let watched { path.set(resumption.state, at: holder(of: resumption.state, watched)) }
    open(resumption.open, &path, isTold: true)
    keepsStart =
      keepsStart
      || path.frames.contains { frame in
        frame.variables.values.contains { $0.holds(Self.originID) }
      }
  }
}

extension ExprSyntax {
  /// What a chain of calls begins with: `api.list` of `api.list().map { … }.first`.
  ///
  /// What makes the receiver is none of the chain, nor is a call that is walked.
  fileprivate func firstCallee(behind walked: Set<SyntaxIdentifier>) -> ExprSyntax {
    guard let member = self.as(MemberAccessExprSyntax.self), let base = member.base else {
      return self
    }
    guard let call = base.as(FunctionCallExprSyntax.self) else {
      let inner = base.firstCallee(behind: walked)
      return inner.id == base.id ? self : inner
    }
    if walked.contains(call.id) { return ExprSyntax(member.declName) }
    let name = call.calleeName
    let isWhole = name.first?.isUppercase ?? true || name.hasSuffix("Continuation")
    return isWhole && name != "Task" ? self : call.calledExpression.firstCallee(behind: walked)
  }
}
