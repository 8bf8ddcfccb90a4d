import OrreryModel
import OrreryProgram

/// Suspension points: what follows the wait for something that is not followed is an event of its own.
extension Execution {
  /// Stands for whatever state tasks may leave.
  package static let anyState = "$any"
  /// Stands for the state that an execution has started in.
  package static let startState = "$start"

  /// Executes a suspension point: the paths that go on at once, since nothing is waited for.
  ///
  /// - Parameter hasJoined: Whether the tasks have ended that it asks for.
  func suspend(
    _ point: Suspend, at block: Block.Number, of body: Body, _ path: Path, hasJoined: Bool = false
  ) -> [Flow] {
    calls.points.append(
      CallStack.Point(
        body: body, block: block, depth: path.depth, entries: calls.entries.count,
        hasJoined: hasJoined))
    let expected = point.type ?? (point.isReturned ? path.frames[path.depth - 1].returnType : nil)
    let ways = evaluate(point.expression, path, expected)
    calls.points.removeLast()
    return ways.map {
      Flow($0.path.declaring(point.variable, $0.value), .arrives(point.next))
    }
  }

  /// What an `await` gives.
  func wait(
    for inner: Expression, _ node: Expression, _ path: Path, _ expected: TypeReference?
  ) -> [Way] {
    guard setting.isSuspending else { return evaluate(inner, path, expected) }
    guard let point = calls.points.last, case .suspend(let suspend) = point.end,
      point.depth == path.depth
    else { return leavingOut(node, "it waits inside of an expression", path) }
    if let step = stepBack(to: inner, node, path) {
      stop(Way(path, .void), at: step, asks: false)
      return []
    }
    if let outer = suspend.outer {
      return isAwaited(inner, inside: outer, path)
        ? wait(forAnswer: inner, node, suspend, path, expected) : evaluate(inner, path, expected)
    }
    if point.hasJoined, !isAskedBehindTasks(inner, path) {
      // The `try` before it was for the tasks.
      let before = departed.strangeCalls
      defer { departed.strangeCalls = before }
      return evaluate(inner, path, expected)
    }
    let tasks = tasks(in: inner, path)
    if !tasks.isEmpty { return join(tasks, node, suspend, path) }
    if isHop(inner, path) || hasAwaitedArgument(inner, path) {
      return evaluate(inner, path, expected)
    }
    return wait(forAnswer: inner, node, suspend, path, expected)
  }

  private func wait(
    forAnswer inner: Expression, _ node: Expression, _ point: Suspend, _ path: Path,
    _ expected: TypeReference?
  ) -> [Way] {
    let before = departed.strangeCalls
    let raised = departed.thrown.last?.count ?? 0
    var ways = evaluate(inner, path, expected)
    guard let callee = callee(of: inner, isCall: departed.strangeCalls > before, path)
    else { return ways }
    var suspension = suspension(at: node, callee, mayFail: point.attempt != nil, path)
    if case .call(let call) = inner.form {
      suspension.arguments = call.literalArguments
      suspension.kind.isAside = setting.stepsOver && findings.asides.contains(call.name)
      suspension.joinsTasks = Library.isTaskGroup(call.name) || call.isHandedWaitingCode
    }
    // Where a pause is cut short and nobody asks, it ends as it does otherwise.
    if suspension.isPause, point.attempt == .optional || point.attempt == .forced {
      suspension.key.mayFail = false
    }
    ways += raisedWithin(since: raised, path)
    for way in ways {
      if suspension.joinsTasks {
        suspension.group = Set(way.path.progress.tasks.dropFirst(path.progress.tasks.count))
      }
      stop(way, at: suspension, asks: true)
    }
    return []
  }

  /// What the closures have thrown that a call was handed which is waited for: it comes out of the wait.
  private func raisedWithin(since count: Int, _ start: Path) -> [Way] {
    guard let last = departed.thrown.indices.last else { return [] }
    let raised = departed.thrown[last][count...]
    departed.thrown[last].replaceSubrange(
      count..., with: raised.filter { $0.path.depth <= start.depth })
    return raised.filter { $0.path.depth > start.depth }.map { flow in
      var path = flow.path.unwound(to: start.depth)
      if path.guards.last?.isThrow ?? false { path.guards.removeLast() }
      return Way(path, .void)
    }
  }

  func suspension(
    at node: Expression, _ callee: String, mayFail: Bool, _ path: Path
  ) -> Suspension {
    var suspension = Suspension(
      of: node.id, by: callee, mayFail: mayFail, in: calls.string, at: node.location)
    suspension.constants = constants(path)
    return suspension
  }

  /// What the calls around have been handed that decides conditions.
  private func constants(_ path: Path) -> [Suspension.Constant: String] {
    let state = watchedType(path)
    var result: [Suspension.Constant: String] = [:]
    for entry in calls.entries {
      guard let call = entry.call, case let frame = call.outer.depth, frame < path.depth else {
        continue
      }
      for parameter in entry.function.parameters {
        guard let text = path.frames[frame][parameter.variable.slot]?.constant(but: state) else {
          continue
        }
        let name = parameter.variable.name
        result[.init(call: path.depth - 1 - frame, name: name)] = text
      }
    }
    return result
  }

  /// Notes that an event is called, which goes for itself.
  func foundEvent(_ name: String, by node: NodeID, at location: SourceLocation) -> Suspension.Key {
    var suspension = Suspension(of: node, by: name, at: location)
    suspension.kind.isEvent = true
    found(suspension, nil)
    return suspension.key
  }

  /// Notes what goes on by being called, from a path.
  func found(_ suspension: Suspension, calling called: Suspension.Called, _ path: Path) {
    found(
      suspension,
      Suspension.Snapshot(
        path: path, value: .void, calls: calls, activations: [], called: called,
        started: path.progress.tasks))
  }

  // MARK: - Stopping

  /// Ends a path at a suspension.
  ///
  /// - Parameter asks: Whether it asks somebody for something.
  func stop(_ way: Way, at suspension: Suspension, asks: Bool) {
    if tasks.isEmpty, !way.path.progress.postponed.isEmpty {
      for path in beginning(way.path, isWaiting: true) {
        stop(Way(path, way.value), at: suspension, asks: asks)
      }
      return
    }
    guard let activations else {
      let path = leavingOut("it waits inside of a call that does not wait", way.path)
      return departed.suspended.append(Flow(path, .returned(.void)))
    }
    var path = way.path
    if path.progress.segment != nil, isInTaskOfOtherEvent(path) {
      settleTasks(of: path)
      return end(path, asking: asks ? suspension : nil)
    }
    if tellsAskingOnly, !path.asksStart { return }
    var snapshot = Suspension.Snapshot(
      path: withoutDeadVariables(path, activations), value: way.value, calls: calls,
      activations: activations)
    let key = suspension.key
    snapshot.started = path.progress.tasks.filter { !suspension.group.contains($0) }
    path.progress.start(key)
    if path.isImpossible {
      // Nobody is left waiting there.
      found(suspension, nil)
    } else if let task = tasks.last, task.segment == path.progress.segment {
      found(suspension, snapshot)
      path.progress.tasks.append(key)
    } else {
      let states = states(ofWaitAt: suspension, path)
      snapshot.left = states.count == 1 ? states.first : nil
      if snapshot.left == Self.anyState || snapshot.left == Self.startState { snapshot.left = nil }
      found(suspension, snapshot)
      note(key, path)
      settleTasks(of: path)
    }
    end(path, asking: asks ? suspension : nil)
  }

  /// Ends a path that waits, where that is told by another event or where nothing follows.
  func end(_ path: Path, asking suspension: Suspension?) {
    var path = path
    if let suspension, !suspension.isPause || suspension.isSleep {
      // To wait for a task that runs already starts nothing.
      if !suspension.isOfRunningTask { path.progress.asked.append(.run(suspension.key.callee)) }
      path.progress.location = path.progress.location ?? path.trail.location
    }
    departed.suspended.append(Flow(path, .returned(.void)))
  }

  /// Notes a suspension, and how a path has come to it.
  ///
  /// - Parameter snapshot: Nothing where another event tells what follows.
  func found(_ suspension: Suspension, _ snapshot: Suspension.Snapshot?) {
    var suspension = suspension
    if suspension.marks != nil { suspension.waits = waitsAround }
    guard let index = waits.suspensions.firstIndex(where: { $0.key == suspension.key }) else {
      suspension.snapshots = [snapshot].compactMap(\.self)
      return waits.suspensions.append(suspension)
    }
    guard let snapshot else { return }
    if suspension.marks != nil,
      waits.suspensions[index].snapshots.contains(where: {
        $0.calls.string != snapshot.calls.string
      })
    {
      waits.suspensions[index].isJoined = true
    }
    add(snapshot, to: &waits.suspensions[index].snapshots)
  }

  /// The `await`s that are being executed.
  private var waitsAround: Set<NodeID> {
    calls.points.reduce(into: []) { found, point in
      guard case .suspend(let suspend) = point.end else { return }
      suspend.expression.visit { node in
        if case .wait = node.form { found.insert(node.id) }
      }
    }
  }

  /// Adds what another execution has found of a suspension.
  ///
  /// - Returns: Whether what follows it may be something else now; further rounds of a loop come to what
  ///   the first one does, since that has forgotten what they may have changed.
  package func add(_ suspension: Suspension, to known: inout Suspension) -> Bool {
    known.isJoined = known.isJoined || suspension.isJoined
    return suspension.snapshots.reduce(false) { hasChanged, snapshot in
      let before = known.snapshots
      add(snapshot, to: &known.snapshots)
      return hasChanged
        || !snapshot.isOfFurtherRound
          && !known.snapshots.elementsEqual(before) { $0.goesOn(like: $1) }
    }
  }

  /// Adds a way to come to a suspension, unless a known one that is less deep in the same calls covers it.
  ///
  /// One that is like a known one goes on with that, of which no more is known then than holds on both;
  /// those that were left in different states stay apart where they know different things.
  ///
  /// - Parameter told: What tells ways apart that are alike otherwise.
  func add(
    _ snapshot: Suspension.Snapshot, to known: inout [Suspension.Snapshot],
    apartBy told: [Symbol] = []
  ) {
    let path = snapshot.path
    let index = known.firstIndex { other in
      sameOutcome(unwatched(other.path), unwatched(path), loosely: true)
        && told.allSatisfy { isSame(other.path.facts[$0], path.facts[$0]) }
        && (other.left == snapshot.left || knowsSame(other.path, path))
    }
    if let index {
      if known[index].left != snapshot.left { known[index].left = nil }
      known[index].join(path, by: self)
    } else if !cover(snapshot, by: &known) {
      if known.count(where: { $0.left == snapshot.left }) < Suspension.mostSnapshots {
        known.append(snapshot)
      } else if !snapshot.isOfFurtherRound {
        // Further rounds of a loop forget by themselves what they may have changed.
        widen(&known, with: snapshot)
      }
    }
  }

  /// Adds one way too many: from then on the last of those that are alike stands for both.
  private func widen(_ known: inout [Suspension.Snapshot], with snapshot: Suspension.Snapshot) {
    guard let index = known.lastIndex(where: { $0.isAlike(snapshot) }) else {
      findings.isCut = true
      return note(
        "more ways lead to one wait than Orrery follows; some of its edges are missing",
        at: snapshot.path.trail.location)
    }
    known[index].join(snapshot.path, by: self)
    known[index].path.doubts.isCoarse = true
  }

  /// Ways as few: those that differ in what is known alone stand for each other.
  func joined(_ snapshots: [Suspension.Snapshot]) -> [Suspension.Snapshot] {
    snapshots.reduce(into: []) { known, snapshot in
      let path = unwatched(snapshot.path)
      let index = known.firstIndex {
        $0.isAlike(snapshot) && sameValues(unwatched($0.path), path, loosely: true)
      }
      if let index {
        known[index].join(snapshot.path, by: self)
      } else {
        known.append(snapshot)
      }
    }
  }

  /// A path without the state, which is another one where it goes on, and without what it has done.
  private func unwatched(_ path: Path) -> Path {
    var path = path
    (path.trail.visited, path.trail.writeLocation) = ([], nil)
    (path.progress.asked, path.progress.askedBeforeLoop) = ([], 0)
    if let watched = setting.state.place { path.set(.void, at: watched) }
    return path
  }

  /// Notes the states in which the tasks of a path go on: where it has ended or waits itself.
  package func settleTasks(of path: Path) {
    if tellsAskingOnly, !path.asksStart { return }
    for key in path.progress.tasks { note(key, path) }
  }

  /// Notes the states in which a path was left waiting.
  func note(_ key: Suspension.Key, _ path: Path) {
    guard let suspension = waits.suspensions.first(where: { $0.key == key }) else { return }
    let states = states(ofWaitAt: suspension, path)
    guard !states.isEmpty else { return }
    waits.sent[key, default: []].formUnion(states)
    if path.asksStart { waits.sentAsking[key, default: []].formUnion(states) }
  }

  /// The states in which a path is left waiting; none where that is not told.
  private func states(ofWaitAt suspension: Suspension, _ path: Path) -> Set<String> {
    let mark = stateMark(path)
    if suspension.kind.isEvent { return [mark ?? Self.anyState] }
    guard let state = mark else { return [] }
    // What it has raised comes first.
    if !path.progress.raised.isEmpty { return [Self.anyState] }
    // Its tasks have ended, in whatever state they left.
    let isJoin = path.progress.tasks.contains { other in
      other != suspension.key && (suspension.joinsTasks || suspension.isOfTask && isTask(other))
    }
    return Set([isJoin ? Self.anyState : state]).union(
      suspension.kind.isTask ? [] : path.progress.begun)
  }

  private func isTask(_ key: Suspension.Key) -> Bool {
    waits.suspensions.first { $0.key == key }?.kind.isTask ?? false
  }

  /// The functions that have stopped, the outermost first; nothing where one cannot go on.
  private var activations: [Activation]? {
    var result: [Activation] = []
    var known = calls.base
    for point in calls.points {
      let entries = calls.entries[known..<point.entries]
      guard result.isEmpty ? entries.isEmpty : entries.count == 1 else { return nil }
      result.append(
        Activation(
          body: point.body, block: point.block, depth: point.depth, call: entries.first?.call))
      known = point.entries
    }
    return result
  }
}

extension Suspend {
  /// The `await` itself.
  var wait: Expression? {
    var node = expression
    while case .attempt(_, let inner) = node.form { node = inner }
    if case .wait = node.form { return node }
    return nil
  }

  /// What stands before the `await`, or behind it.
  var attempt: Expression.AttemptKind? {
    switch expression.form {
    case .attempt(let kind, _): kind
    case .wait(let inner): if case .attempt(let kind, _) = inner.form { kind } else { nil }
    default: nil
    }
  }

  fileprivate var isReturned: Bool {
    if case .call(let call) = expression.unwaited.form { call.isReturned } else { false }
  }
}

extension Value {
  /// A value that decides conditions, as text; nothing for the state itself.
  fileprivate func constant(but state: String?) -> String? {
    switch self {
    case .bool(let known): "\(known)"
    case .literal(let text) where Int(text) != nil: text
    case .enumCase(let known) where known.type != state && !known.isStart && known.payload.isEmpty:
      known.name
    default: nil
    }
  }
}

extension Suspension {
  /// - Parameters:
  ///   - callee: What calls it, or what it calls.
  ///   - calls: Those by which a path has come to it; none for a closure, an event or a task, which is
  ///     the same by whatever calls that was.
  init(
    of node: NodeID, by callee: String, mayFail: Bool = false, in calls: [NodeID] = [],
    at location: SourceLocation
  ) {
    self.init(
      key: .init(node: node, callee: callee, mayFail: mayFail, calls: calls), location: location)
  }
}

extension Suspension.Snapshot {
  /// Goes on from then on with what holds on another path as well.
  fileprivate mutating func join(_ other: Path, by execution: Execution) {
    let first = path
    path = execution.join(first, other, base: first)
    (path.trail.location, path.trail.joined) = (first.trail.location, first.trail.joined)
  }

  /// Whether as much is known of it as of what it was before others were joined with it.
  fileprivate func goesOn(like earlier: Self) -> Bool {
    left == earlier.left && path.facts.count == earlier.path.facts.count
      && path.refusals.count == earlier.path.refusals.count
      && path.guards.count == earlier.path.guards.count
      && path.doubts.isCoarse == earlier.path.doubts.isCoarse
      && zip(path.frames, earlier.path.frames).allSatisfy { a, b in
        zip(a.variables, b.variables).allSatisfy(Self.isKnownAlike)
          && Self.isKnownAlike(a.me, b.me)
      }
  }

  /// Whether as much is known of two values: one that is not known may have another number each time.
  static func isKnownAlike(_ a: Value?, _ b: Value?) -> Bool {
    switch (a, b) {
    case (.unknown?, .unknown?), (nil, nil): true
    case (.object(let a)?, .object(let b)?):
      a.fields.count == b.fields.count
        && a.fields.allSatisfy { name, value in isKnownAlike(value, b.fields[name]) }
    case (let a?, let b?): a.isSame(as: b)
    default: false
    }
  }

  /// Whether it differs from another one in what is known alone.
  fileprivate func isAlike(_ other: Self) -> Bool {
    left == other.left && path.depth == other.path.depth && calls.string == other.calls.string
      && called?.closure?.function.id == other.called?.closure?.function.id
      && path.progress.isPostponingSame(other.path.progress)
  }

  /// Whether it stands in a loop, of which a round came before or may have come.
  fileprivate var isOfFurtherRound: Bool {
    activations.contains(where: \.isInLoop)
      && (calls.furtherRounds > 0 || path.progress.segment != nil)
  }
}
