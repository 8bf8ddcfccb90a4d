import OrreryLowering
import OrreryTrace
import SwiftSyntax

extension Interpreter {
  /// Functions that run the closure they are given once, at once or soon.
  static let runners: Set = [
    "withLock", "withLockedValue", "withLockVoid", "sync", "async", "Task", "detached", "run",
    "withAnimation", "withTaskCancellationHandler", "withExtendedLifetime",
    "withValue", "perform", "map", "flatMap", "compactMap", "forEach", "filter", "reduce", "first",
    "contains", "allSatisfy", "sorted", "min", "max", "removeAll", "firstIndex", "index", "modify",
    "mutate", "update", "change", "onEventLoop", "assumeIsolated", "let", "also", "apply",
    "addTask", "addTaskUnlessCancelled", "synchronized", "performAndWait", "asyncAndWait",
    "autoreleasepool", "performWithoutAnimation", "Future", "addOperation", "addBarrierBlock",
  ]

  /// Those of them that run it for each of several values.
  private static let iterators: Set = [
    "map", "flatMap", "compactMap", "forEach", "filter", "reduce", "first", "contains",
    "allSatisfy", "sorted", "min", "max", "removeAll", "firstIndex", "index",
  ]

  /// Those whose closure answers a question about each element: its answer is not that of the call.
  private static let questions: Set = [
    "filter", "first", "contains", "allSatisfy", "sorted", "min", "max", "removeAll", "firstIndex",
    "index",
  ]

  /// Whether a function runs its closure before it returns, or as the body of what it starts.
  static func runsAtOnce(_ call: FunctionCallExprSyntax) -> Bool {
    let name = call.calleeName
    if call.isHandedWaitingCode, lenders.contains(name) { return false }
    return runners.contains(name) || name.hasPrefix("with") || call.isQueued || call.buildsStream
  }

  /// Those of them that, as methods of something else, may be given code that waits: when they come to
  /// it, and whether they do, is theirs.
  private static let lenders: Set = [
    "run", "perform", "modify", "mutate", "update", "change", "let", "also", "apply",
    "synchronized",
  ]

  /// Walks a closure's body in the frame in which it was written.
  ///
  /// - Parameter call: What calls it by another name, elsewhere than where it stands.
  func invoke(
    _ closure: ClosureValue, _ values: [Argument], _ path: Path, by call: Syntax? = nil
  ) -> Evaluated {
    guard !isTooDeep, path.depth < 96, spend() else {
      if !isTrialOver { cache.footprint.leave() }
      return [(path, .unknown(Unknown(id: "{}@\(path.version)", text: "{ … }")))]
    }
    invoked.insert(closure.node.id)
    let depth = path.depth
    var inner = path
    // A closure that has outlived the frame it was written in sees the one that calls it.
    let parent = min(closure.frame, depth - 1)
    let outer = path.frames[parent]
    var frame = Frame(parent: parent, selfType: outer.selfType, file: closure.file)
    for (offset, value) in values.enumerated() {
      frame.variables["$\(offset)"] = value.value
    }
    let names = parameters(of: closure.node)
    if names.isEmpty {
      // What a closure around this one was given goes by the same names.
      for offset in 0..<3 where offset >= values.count {
        frame.variables["$\(offset)"] = fresh("$\(offset)", path)
      }
    }
    for (offset, name) in names.enumerated() where name != "_" {
      frame.variables[name] =
        values.indices.contains(offset)
        ? values[offset].value
        : .unknown(Unknown(id: "\(name)@\(path.version)", text: name))
    }
    mark(&frame, handed: values.map(\.value), inside: outer.scope)
    inner.frames.append(frame)
    if let call { followedCalls.insert(call.id) }
    let (depthOfCalls, before) = (callers.count, unfollowedCalls)
    callers += [call, Syntax(closure.node)].compactMap { $0 }
    defer {
      callers.removeSubrange(depthOfCalls...)
      if call != nil { unfollowedCalls = before }
    }
    let mark = departures
    let walk = { self.ends(of: self.run(closure.node.statements, inner, value: true)) }
    let ended = closure.node.isTask && !closure.node.isAwaited ? asTask(from: path, walk) : walk()
    let found: Evaluated = ended.map { path, value in
      var path = path
      path.unwind(to: depth)
      (path.last, path.joined) = (inner.last, inner.joined)
      return (path, value)
    }
    let isOne =
      found.count > 1
      && found.allSatisfy { end, value in
        !value.isDecisive && sameOutcome(end, path)
      }
    guard isOne else { return found }
    let way = onlyWay(of: found, from: path, since: mark)
    return [(way, Self.common(found) ?? fresh("{ … }", path))]
  }

  /// Walks a task: what it throws ends it, and goes to nobody who stands around it.
  private func asTask(from start: Path, _ walk: () -> Evaluated) -> Evaluated {
    let (ended, failed) = uncaught(walk)
    // On the way to a wait it is enough that one way goes on.
    let isOnTheWay =
      resumption != nil && start.segment == nil && ended.contains { $0.0.segment == nil }
    return ended
      + failed.filter { !isOnTheWay || $0.path.segment != nil }.map { ($0.path, .void) }
  }

  /// Walks code that runs when whoever stands around it does not catch any more.
  func uncaught(_ walk: () -> Evaluated) -> (ended: Evaluated, failed: [Flow]) {
    let outer = (thrown, quietDefers)
    (thrown, quietDefers) = ([[]], 0)
    defer { (thrown, quietDefers) = outer }
    let ended = walk()
    return (ended, thrown[0])
  }

  private func ends(of flows: [Flow]) -> Evaluated {
    flows.compactMap { flow in
      switch flow.exit {
      case .returned(let value): return (flow.path, value)
      case .threw(let value):
        raise(flow.path, value)
        return nil
      case .trapped: return nil
      default: return (flow.path, .void)
      }
    }
  }

  private func parameters(of closure: ClosureExprSyntax) -> [String] {
    switch closure.signature?.parameterClause {
    case .simpleInput(let names): names.map { Naming.identifier($0.name.text) }
    case .parameterClause(let clause):
      clause.parameters.map { Naming.identifier(($0.secondName ?? $0.firstName).text) }
    case nil: []
    }
  }

  /// A call of something that is not walked.
  ///
  /// Closures that it is given run once where its name says so, and otherwise may run.
  func unfollowed(
    _ node: FunctionCallExprSyntax, _ values: [Argument], _ path: Path, type: String? = nil
  ) -> Evaluated {
    let name = node.calleeName
    if isEndless(node, path) { return trap(name, path) }
    unfollowedCalls += 1
    let count = unfollowedCalls
    let closures = values.compactMap { argument -> PassedClosure? in
      guard case .closure(let closure) = argument.value,
        !ExprSyntax(node).isTaskGroup || mayChangeState(closure, path)
      else { return nil }
      if let label = openLabel(of: argument.label, lentBy: node, path) {
        return PassedClosure(value: closure, label: label, isLater: true)
      }
      return PassedClosure(
        value: closure, label: argument.label,
        isLater: (runsLater(argument.label, of: node, path) || isReturn(node, named: name))
          && !isHeld(closure, argument.label, path))
    }
    // What runs a closure within its call throws what that throws.
    let handsOn =
      !awaitsAreSteps && closures.contains { !$0.isLater && Self.mayThrow($0.value.node) }
    defer { if handsOn { unfollowedCalls = count - 1 } }
    var paths = [path]
    for closure in closures where closure.isLater {
      paths = paths.flatMap { later(closure.value, labelled: closure.label, of: node, $0) }
        .map { forgetting(closure.value, handed: closure.label, to: node, $0) }
    }
    let raised = thrown[thrown.count - 1].count
    var ends: Evaluated = paths.map { ($0, made(by: node, name, $0, type: type)) }
    for (offset, closure) in closures.filter({ !$0.isLater }).enumerated() {
      ends = ends.flatMap { run(closure.value, isFirst: offset == 0, of: node, $0, result: $1) }
    }
    // What a closure throws within a wait comes out of that.
    if isWait(node, path), settle(thrownSince: raised, by: path),
      ends.allSatisfy({ sameOutcome($0.0, path) })
    {
      ends = [(path, opaque(node, path, type: type))]
    }
    return ends.map { path, value in
      var path = path
      path.version += 1
      path.meetStranger()
      for argument in values { forget(argument.value, lentTo: node, &path) }
      path = askedBack(by: node, sharing(lentTo: node, path))
      if structState != nil, let writes = values.lazy.compactMap(\.value.stateWrites).first {
        path.handing = (text(of: node), writes)
      }
      return (path, value)
    }
  }

  /// Runs a closure that a call is given, where the call gives some result.
  private func run(
    _ closure: ClosureValue, isFirst: Bool, of node: FunctionCallExprSyntax, _ path: Path,
    result: Value
  ) -> Evaluated {
    let name = node.calleeName
    let values = handed(to: closure, by: node, path)
    if let ended = resuming(closure, values, by: node, path) { return ended }
    if let later = postponing(closure, values, by: node, path) { return [(later, result)] }
    let ran = start(closure, starter(in: node), values, path)
    if Self.iterators.contains(name), ran.contains(where: { !sameOutcome($0.0, path) }) {
      if !Self.questions.contains(name), ran.contains(where: { tellsMore($0.0, than: path) }) {
        return rounds(of: closure, name, values, ran.map(\.0), since: path).map { ($0, result) }
      }
      // Further calls of the closure start from what it has changed.
      cache.footprint.leave()
    }
    if isFirst, !Self.questions.contains(name) {
      return ran.map { way, value in
        guard Self.iterators.contains(name) else { return (way, value.isVoid ? result : value) }
        return (withoutLists(way, since: path), value.isVoid ? result : value.maybeAbsent)
      }
    }
    let changed = ran.filter { !sameOutcome($0.0, path) }
    return [(loosened(path.starting(tasksOf: ran), by: ran.map(\.0)), result)]
      + changed.map { ($0.0, result) }
  }

  /// The ways behind a call that runs its closure for each of several values: one without, and ones
  /// with as many rounds as still change something.
  private func rounds(
    of closure: ClosureValue, _ name: String, _ values: [Argument], _ first: [Path],
    since path: Path
  ) -> [Path] {
    var result = belongsToAction ? [] : [Flow(path: path)]
    var (walked, ends) = ([path], first)
    for count in 1... {
      for end in ends { add(withoutLists(end, since: path), to: &result) }
      let ways = further(ends, walked, round: count)
      leave(ways.left)
      if ways.next.isEmpty { break }
      walked += ways.next
      ends = ways.next.flatMap { way in start(closure, name, values, way).map(\.0) }
    }
    return result.map(\.path)
  }

  /// Whether a way has written the state, or started something, since.
  private func tellsMore(_ way: Path, than start: Path) -> Bool {
    way.writeLocation != start.writeLocation || way.effects != start.effects
      || way.segment != start.segment
  }

  /// Whether a call is waited for as something that another event goes on from.
  private func isWait(_ node: FunctionCallExprSyntax, _ path: Path) -> Bool {
    guard awaitsAreSteps, !node.calleeName.hasPrefix("with"),
      text(of: node.calledExpression) != "MainActor.run" || leavesActor(path)
    else { return false }
    return node.parent?.is(AwaitExprSyntax.self) ?? false
  }

  /// Forgets the ways that have only thrown: another event tells of them.
  ///
  /// - Returns: Whether there were any.
  private func settle(thrownSince count: Int, by path: Path) -> Bool {
    let flows = thrown[thrown.count - 1]
    guard flows.count > count else { return false }
    let kept = flows[count...].filter { $0.path.writeLocation != path.writeLocation }
    thrown[thrown.count - 1] = flows[..<count] + kept
    return kept.count < flows.count - count
  }

  /// Closures that a function was handed and has kept: they are called later.
  func keep(
    _ values: [Argument], of node: FunctionCallExprSyntax, _ found: Evaluated
  ) -> Evaluated {
    values.reduce(found) { found, argument in
      guard case .closure(let closure) = argument.value, !invoked.contains(closure.node.id),
        !calledLater.contains(closure.node.id)
      else { return found }
      return found.flatMap { path, value in
        later(closure, labelled: argument.label, of: node, path).map { ($0, value) }
      }
    }
  }

  /// What an object or an actor makes with closures of its own may call them whenever it likes.
  func handedOut(
    _ values: [Argument], of node: FunctionCallExprSyntax, _ made: Evaluated
  ) -> Evaluated {
    awaitsAreSteps ? keep(values, of: node, made) : made
  }

  /// A variable that a closure assigns is not known once the closure is handed out.
  func forgetting(_ closure: ClosureValue, _ path: Path) -> Path {
    forgetting(cache.assigned(in: closure.node).names, at: closure.node, path)
  }

  /// What code that is passed by may have changed is not known after it.
  func passing(_ item: CodeBlockItemSyntax, _ path: Path) -> Path {
    let found = cache.assigned(in: item)
    let called = found.called.compactMap { path.place(of: $0).flatMap(path.value) }
    let names = called.reduce(into: found.names) { names, value in
      switch value {
      case .closure(let closure): names.formUnion(cache.assigned(in: closure.node).names)
      case .local(let function, _): names.formUnion(cache.assigned(in: function.node).names)
      default: break
      }
    }
    var path = finishingTasks(of: item, passing(exitOf: item, path))
    path.meetStranger()
    // Others may change the state while it waits.
    return forgetting(names, at: item, cache.waits(in: item) ? unsettled(path) : path)
  }

  private func forgetting(
    _ names: Set<String>, at node: some SyntaxProtocol, _ path: Path
  ) -> Path {
    var path = path
    for name in names.sorted() {
      guard name != "self", let place = path.place(of: name), place.name == name,
        place.path.isEmpty, !isMachine(place, path), let old = path.value(at: place)
      else { continue }
      path.set(numbered(fresh(name, path, type: old.type), asLocal: name, at: node), at: place)
    }
    return path
  }

  private struct PassedClosure {
    var value: ClosureValue
    var label: String?
    var isLater: Bool
  }

  /// Whether a function keeps a closure: `onCancel:` and its like are told by their labels.
  private func runsLater(
    _ label: String?, of node: FunctionCallExprSyntax, _ path: Path
  ) -> Bool {
    if isImmediate(node, path) { return false }
    return !Self.runsAtOnce(node) || isKeeping(node, path) || node.isOnPublisher || node.isOnFuture
      || isStartedByInitializer(node, path)
      || Self.isForLater(label)
  }

  /// Whether a closure cannot outlive the call that it is given to: it changes the state of a value,
  /// or names that of an object without saying `self`, which one that is kept has to.
  private func isHeld(_ closure: ClosureValue, _ label: String?, _ path: Path) -> Bool {
    guard let watched, let name = path.resolved(watched).path.first else { return false }
    guard awaitsAreSteps else { return mayChangeState(closure, path) }
    let owner = index.info(path.frames[min(closure.frame, path.depth - 1)].selfType)
    return [.class, .actor].contains(owner?.kind) && path.place(of: name) == nil
      && !Self.isForLater(label)
      && closure.node.impliesSelf(naming: name)
  }

  /// Whether work on another queue comes back to the main queue, with what it has found.
  private func isReturn(_ node: FunctionCallExprSyntax, named name: String) -> Bool {
    isOnMainQueue(node) && [name, Self.queue].contains(taskNames.last)
  }

  private func isOnMainQueue(_ node: FunctionCallExprSyntax) -> Bool {
    ["DispatchQueue.main.async", "OperationQueue.main.addOperation"].contains(
      text(of: node.calledExpression))
  }

  /// What a call starts its closure as.
  func starter(in node: FunctionCallExprSyntax) -> String {
    if isOnMainQueue(node) { return Self.mainQueue }
    return node.isQueued || Self.operations.contains(node.calleeName) ? Self.queue : node.calleeName
  }

  private static func mayThrow(_ closure: ClosureExprSyntax) -> Bool {
    closure.tokens(viewMode: .sourceAccurate).contains {
      $0.tokenKind == .keyword(.try) || $0.tokenKind == .keyword(.throw)
    }
  }

  /// Whether a variable is the state or holds it: what changes that is told otherwise.
  private func isMachine(_ place: Place, _ path: Path) -> Bool {
    guard let root = watched.map(path.resolved) else { return isState(place, path) }
    return root.frame == place.frame && root.name == place.name
  }

  /// Runs a closure at once; where it is a task of its own, its waits are not those of its starter.
  private func start(
    _ closure: ClosureValue, _ name: String, _ values: [Argument], _ path: Path
  ) -> Evaluated {
    guard awaitsAreSteps, Self.starters.contains(name) else {
      return invoke(closure, values, path)
    }
    return start(name, path) { self.invoke(closure, values, $0) }
  }

  /// Walks what runs beside its starter.
  func start(_ name: String, _ path: Path, _ walk: (Path) -> Evaluated) -> Evaluated {
    let waiting = suspended.count
    taskSegments.append(path.segment)
    taskWrites.append(path.writeLocation != nil)
    taskNames.append(name)
    let ran = walk(path)
    taskNames.removeLast()
    taskWrites.removeLast()
    taskSegments.removeLast()
    let waits = suspended[waiting...]
    suspended.removeSubrange(waiting...)
    // What went on after a wait ends with the task.
    suspended += waits.filter { $0.path.segment != path.segment }
    let ended = ran.filter { $0.0.segment != path.segment }.map { Flow(path: $0.0) }
    for flow in ended { settleTasks(of: flow.path) }
    suspended += ended
    return ran.filter { $0.0.segment == path.segment }
      + waits.filter { $0.path.segment == path.segment }.map { flow in
        var next = flow.path
        next.unwind(to: path.depth)
        return (next, .void)
      }
  }

  static let starters: Set = [
    "Task", "detached", queue, "addTask", "addTaskUnlessCancelled", mainQueue, "addOperation",
    "addBarrierBlock",
  ]
  /// A task that is not apart from the machine.
  static let mainQueue = "main"
  private static let queue = "async"
  /// Methods by which an operation queue is given a closure.
  private static let operations: Set = ["addOperation", "addBarrierBlock"]

  /// The result of a call; `Load()` stays known as that.
  private func made(
    by node: FunctionCallExprSyntax, _ name: String, _ path: Path, type: String?
  ) -> Value {
    let value = opaque(node, path, type: type)
    guard name.first?.isUppercase ?? false || node.startsAtType,
      case .unknown(var unknown) = value
    else { return value }
    (unknown.made, unknown.isPresent) = (unknown.text, Self.makesValue(node))
    return Value.unknown(unknown).numbered(like: ExprSyntax(node))
  }

  /// What a closure is called with: the thing that it is a method of, where that is a place.
  private func handed(
    to closure: ClosureValue, by node: FunctionCallExprSyntax, _ path: Path
  ) -> [Argument] {
    guard let base = node.calledExpression.as(MemberAccessExprSyntax.self)?.base,
      let place = place(of: base, path)
    else { return [] }
    return [Argument(label: nil, value: .alias(place))]
  }

  /// A place that was handed out with `&` holds something else afterwards.
  func forget(_ value: Value, _ path: inout Path) {
    guard case .alias(let place) = value else { return }
    if structState != nil, case .object(var object)? = path.value(at: place),
      object.base.id == Self.stateID
    {
      object.fields = [:]
      object.writes.append(
        Write(path: "state", op: "mutate", value: "&state", location: path.location))
      path.set(.object(object), at: place)
      return
    }
    let type = self.type(at: place, path)
    let text = path.value(at: place)?.text ?? place.name
    write(fresh(text, path, type: type), op: "mutate", text: "&\(text)", at: place, &path)
  }
}

extension Value {
  fileprivate var isVoid: Bool { if case .void = self { true } else { false } }

  /// What was done to a state, where that is what it is.
  fileprivate var stateWrites: [Write]? {
    guard case .object(let object) = self, object.base.id == Interpreter.stateID,
      !object.writes.isEmpty
    else { return nil }
    return object.writes
  }
}

extension FunctionCallExprSyntax {
  /// Whether it is a method of a type, or one of what such a call has made: `Just(1).share()`.
  fileprivate var startsAtType: Bool {
    guard let base = calledExpression.as(MemberAccessExprSyntax.self)?.base else { return false }
    if let call = base.as(FunctionCallExprSyntax.self) {
      return call.calleeName.first?.isUppercase ?? false || call.startsAtType
    }
    let name = base.as(GenericSpecializationExprSyntax.self)?.expression ?? base
    return name.as(DeclReferenceExprSyntax.self)?.baseName.text.first?.isUppercase ?? false
  }
}
