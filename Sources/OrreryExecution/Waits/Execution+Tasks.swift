import OrreryModel
import OrreryProgram

/// Tasks that are started beside a handler.
extension Execution {
  /// The ways on behind the start of a task, at the place where that stands.
  func begin(
    _ closure: ClosureValue, as start: TaskStart, isAwaited: Bool, _ values: [Labelled],
    _ path: Path
  ) -> [Way] {
    guard setting.isSuspending else { return ended(closure, isAwaited, values, path) }
    return self.start(start, path) { path in
      apart(isAlone: start.isApart && !isAwaited) { ended(closure, isAwaited, values, path) }
    }
  }

  /// What a task throws ends it, and goes to nobody who stands around it.
  private func ended(
    _ closure: ClosureValue, _ isAwaited: Bool, _ values: [Labelled], _ path: Path
  ) -> [Way] {
    if isAwaited { return invoke(closure, values, path) }
    calls.dropsErrors = true
    defer { calls.dropsErrors = false }
    let (ended, failed) = uncaught { invoke(closure, values, path) }
    return ended + failed.map { Way($0.path.unwound(to: path.depth), .void) }
  }

  /// Executes code that waits for itself: whoever has come to it goes on.
  ///
  /// - Parameter isAlone: Whether nobody waits for its end.
  func apart(isAlone: Bool = true, _ work: () -> [Way]) -> [Way] {
    let (points, base, begun) = (calls.points, calls.base, calls.begun)
    (calls.points, calls.base) = ([], calls.entries.count)
    if isAlone { calls.begun = calls.base }
    defer { (calls.points, calls.base, calls.begun) = (points, base, begun) }
    return work()
  }

  /// Executes code that runs when whoever stands around it does not catch any more.
  func uncaught(_ work: () -> [Way]) -> (ended: [Way], failed: [Flow]) {
    let (thrown, quiet) = (departed.thrown, departed.quietDefers)
    (departed.thrown, departed.quietDefers) = ([[]], 0)
    defer { (departed.thrown, departed.quietDefers) = (thrown, quiet) }
    let ended = work()
    return (ended, departed.thrown.first ?? [])
  }

  /// Where a task comes back to the machine for the first time: what it does then comes after what its
  /// starter did, in a state that others may have found.
  func stepBack(to inner: Expression, _ node: Expression, _ path: Path) -> Suspension? {
    guard let task = tasks.last, task.segment == path.progress.segment else { return nil }
    let isOnMain = task.start == .detached && inner.isRunOnMain
    guard isOnMain || task.hasWritten && isHop(inner, path) && !onlyRaises(inner, path)
    else { return nil }
    var suspension = Suspension(
      of: node.id, by: isOnMain ? "MainActor.run" : inner.head, in: calls.string, at: node.location)
    (suspension.kind.isAskedAgain, suspension.kind.isHop) = (true, true)
    return suspension
  }

  // MARK: - Postponed tasks

  /// How many tasks of one closure are told apart.
  private static let mostTwins = 4
  /// How many rounds of a loop are told apart by the tasks that they start.
  private static let mostRounds = 4
  /// How many tasks begin where their starter waits or ends: one may start itself once more.
  private static let mostBegun = 16

  /// The path with a task put off until its starter has ended or waits, or, of a task's own task, those
  /// that were started before; nothing where it is executed at its place, since nothing behind it there
  /// asks for what it changes, or for the state where it asks for that.
  func postponing(
    _ closure: ClosureValue, as start: TaskStart, by call: Call, _ values: [Labelled], _ path: Path
  ) -> Path? {
    let isWithin = tasks.last.map { $0.segment == path.progress.segment } ?? false
    guard start.isApart, tasks.isEmpty || isWithin, !call.isTaskAwaited,
      !closure.function.capturesValues, let watched = setting.state.place.map(path.resolved)
    else { return nil }
    let changed = properties(changedBy: closure, path)
    let asks = mayAsk(closure, path) || callsAsker(closure, path)
    let names = asks ? changed.union(watched.path) : changed
    guard !names.isEmpty,
      asks && (isWithin || !path.progress.postponed.isEmpty)
        || path.progress.postponed.contains(where: { $0.asks(for: changed) })
        || isConcerned(behind: closure.function.id, with: names, path)
    else { return nil }
    // Started in a loop once more, it may run any number of times.
    let twins = path.progress.postponed.indices.filter {
      let other = path.progress.postponed[$0]
      return other.closure.function.id == closure.function.id && other.isNested == isWithin
    }
    if let last = twins.last, calls.loops > 0 || calls.furtherRounds > 0 {
      var path = path
      path.progress.postponed[last].isRepeated = true
      return path
    }
    guard twins.count < Self.mostTwins else { return leavingTasks(path) }
    var path = path
    path.progress.postpone(
      PostponedTask(
        closure: closure, start: start, values: values,
        callee: closure.function.body?.forwarding ?? call.calleeText, frames: path.frames,
        entries: calls.entries, handed: handed(to: closure, path), isNested: isWithin))
    return path
  }

  /// The paths on once the tasks that a path has put off have begun, in their order.
  ///
  /// - Parameter isWaiting: Whether the starter waits then, in a state that others may find.
  func beginning(_ path: Path, isWaiting: Bool = false) -> [Path] {
    var (paths, begun) = (withRounds(path), 0)
    let isRepeated = paths.count > 1
    while begun < Self.mostBegun, paths.contains(where: { !$0.progress.postponed.isEmpty }) {
      begun += 1
      paths = bounded(
        paths.flatMap { path -> [Path] in
          guard let task = path.progress.postponed.first else { return [path] }
          var start = path
          start.progress.postponed.removeFirst()
          return begin(task, start, isWaiting: isWaiting)
        })
      if isRepeated { paths = joined(paths) }
    }
    return paths.map { $0.progress.postponed.isEmpty ? $0 : leavingTasks($0) }
  }

  /// Says that a path starts more tasks than are followed.
  private func leavingTasks(_ path: Path) -> Path {
    findings.isCut = true
    note("starts more tasks than Orrery follows; some edges are missing", at: path.trail.location)
    return path
  }

  /// The path with the tasks of one round of a loop, of two, and so on.
  private func withRounds(_ path: Path) -> [Path] {
    let round = path.progress.postponed.filter(\.isRepeated)
    guard !round.isEmpty else { return [path] }
    return (0..<Self.mostRounds).map { count in
      var path = path
      for task in (0..<count).flatMap({ _ in round }) { path.progress.postpone(task) }
      for index in path.progress.postponed.indices {
        path.progress.postponed[index].isRepeated = false
      }
      return path
    }
  }

  private func begin(_ task: PostponedTask, _ path: Path, isWaiting: Bool) -> [Path] {
    let (entries, points, base) = (calls.entries, calls.points, calls.base)
    (calls.entries, calls.points, calls.base) = (task.entries, [], task.entries.count)
    defer { (calls.entries, calls.points, calls.base) = (entries, points, base) }
    var inner = path
    inner.frames = task.frames
    inner.frames[0] = path.frames[0]
    if isWaiting, path.trail.writeLocation != nil, let waiting = apart(task, inner) {
      var way = path
      way.progress = waiting.progress
      return [way]
    }
    return begin(task.closure, as: task.start, isAwaited: false, task.values, inner).map { way in
      var end = way.path
      end.frames = path.frames
      end.frames[0] = way.path.frames[0]
      // To assign the state that its starter has left anew is no further step.
      if let watched = setting.state.place, let old = path.value(at: watched),
        let new = end.value(at: watched), path.trail.writeLocation != nil, new.isSame(as: old)
      {
        end.trail.writeLocation = path.trail.writeLocation
      }
      return end.goingOn(from: path)
    }
  }

  /// The path with a task that changes the state before it waits: its starter has left another one by
  /// then, in which others find the machine.
  private func apart(_ task: PostponedTask, _ path: Path) -> Path? {
    guard !isInOtherEvent(task.closure, path), mayWrite(task.closure, path) else { return nil }
    let function = task.closure.function
    var suspension = Suspension(of: function.id, by: task.callee, at: function.location)
    suspension.kind.isTask = true
    let kept = (departed, waits)
    let ways = ([path] + [behindBegun(path)].compactMap(\.self)).flatMap {
      begin(task.closure, as: task.start, isAwaited: false, task.values, $0).map(\.path)
    }
    let ends = ways + ways.flatMap { beginning($0) }
    (departed, waits) = kept
    guard ends.contains(where: { $0.trail.writeLocation != path.trail.writeLocation }) else {
      return nil
    }
    found(
      suspension, calling: .init(closure: task.closure, isTask: true, values: task.values), path)
    // Those that were started before begin before.
    waits.sent[suspension.key, default: []].formUnion(path.progress.begun)
    var path = path
    path.progress.tasks.append(suspension.key)
    path.progress.start(suspension.key)
    path.progress.begun.formUnion(ends.compactMap(stateMark))
    return path
  }

  /// The path in the states that tasks may have left which begin where it waits; nothing without those.
  private func behindBegun(_ path: Path) -> Path? {
    guard !path.progress.begun.isEmpty, let place = setting.state.place else { return nil }
    var path = path
    let symbol = freshSymbol("state", path)
    path.set(.unknown(Unknown(symbol, text: "state", type: setting.state.type)), at: place)
    let names = Set(type(setting.state.type)?.cases.map(\.name) ?? [])
    if path.progress.begun.isStrictSubset(of: names) {
      path.facts[symbol] = .isNot(names.subtracting(path.progress.begun))
    }
    return path
  }

  /// The variables that a task uses of the function which starts it, in the order of their slots.
  private func handed(to task: ClosureValue, _ path: Path) -> [Value?] {
    guard path.frames.indices.contains(task.frame) else { return [] }
    return Body.slots(usedIn: [task.function]).sorted().map { path.frames[task.frame][$0] }
  }

  /// The properties of the machine that a task changes itself, at once or later, and those that what it
  /// calls gives another value.
  private func properties(changedBy task: ClosureValue, _ path: Path) -> Set<String> {
    guard let owner = type(path.frames[0].selfType) else { return [] }
    let itself = References(of: task.function)
    let others = owner.code(reachedBy: itself)
    let changed = owner.properties.filter { property in
      itself.changed.contains(property.name)
        || others.contains {
          (property.isPlainValue ? $0.changed : $0.assigned).contains(property.name)
        }
    }
    return Set(changed.map(\.name))
  }

  /// Whether code behind a path asks for properties or changes them, in its function or in those that it
  /// was called by, and does not wait there for what was started.
  ///
  /// - Parameter task: What is started, whose value may be part of what is assigned.
  private func isConcerned(behind task: NodeID, with names: Set<String>, _ path: Path) -> Bool {
    let users = type(path.frames[0].selfType)?.names(
      reaching: names, or: setting.functions.mayWrite)
    var finder = LaterUses(names: names.union(users ?? [])) { path.code(of: $0) }
    let places =
      calls.entries.compactMap(\.call).map { ($0.outer.trail.location, $0.node.id) }
      + [(path.trail.location, task)]
    let bodies = [calls.body] + calls.entries.map(\.function.body)
    for (body, (place, node)) in zip(bodies, places) {
      if let body { finder.find(in: body, behind: place, of: node) }
    }
    return finder.isFound && !finder.waits
  }
}

extension Path {
  /// The code that a call of a function inside of a function runs, or of a closure in a variable.
  fileprivate func code(of callee: Call.Callee) -> [Function] {
    switch callee {
    case .localFunction(let function, _): [function]
    case .variable(let variable):
      frames.flatMap { frame in
        frame.variables.indices.compactMap { slot in
          guard frame.name(of: slot) == variable.name, case .closure(let closure)? = frame[slot]
          else { return nil }
          return closure.function
        }
      }
    default: []
    }
  }
}

extension Call {
  /// Whether its starter waits on the spot for the value that a task gives: `await Task { … }.value`.
  var isTaskAwaited: Bool { operatorsBehind.first == "value" }
}

extension Expression {
  fileprivate var isRunOnMain: Bool {
    if case .call(let call) = form { call.calleeText == "MainActor.run" } else { false }
  }
}
