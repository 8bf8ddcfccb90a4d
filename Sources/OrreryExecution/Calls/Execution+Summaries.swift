import OrreryModel
import OrreryProgram

/// What calls have come to: the summaries of functions.
///
/// Helpers call one another. Where each calls the next one twice, each makes twice as many calls as the
/// one before, and most of these find what another one has found.
///
/// A call is known again where all is the same that the function can ask for: what it is handed, what its
/// receiver and the machine hold, what is known of values, and what the path has left to others. Its ends
/// are those that were found, behind what the path has done so far.
///
/// Source: Sharir and Pnueli, Two Approaches to Interprocedural Data Flow Analysis, 1981.
extension Execution {
  /// How many steps a call takes at least that is worth to be kept.
  private static let leastSteps = 4
  /// How many calls of one function are kept: those that were made last.
  private static let mostSummaries = 32

  /// The summaries of all functions.
  struct Summaries {
    /// What calls have come to, by what they call.
    fileprivate var known: [NodeID: [Summary]] = [:]
    /// How often a function was found among those that are being followed.
    var recursions = 0
  }

  /// What a call has come to.
  fileprivate struct Summary {
    var entry: Entry
    var ends: [Flow]
    var thrown: [Flow]
    var trapped: [Flow]
    var skippedThrows: Int
    /// Whether a value in it depends on when it was asked for, or on what code has run before.
    var isTimed: Bool
    var isStamped: Bool
    /// Whether it has logged changes, which say under how many conditions they stand.
    var logs: Bool
    /// Its parameters in the caller's words, where something of it is told in these.
    var words: [String]?
  }

  /// How a path has entered a function.
  fileprivate struct Entry {
    var path: Path
    var surroundings: Surroundings
    /// The variables around it that it may ask for or change.
    var roots: [Place]
  }

  /// What is around a call.
  fileprivate struct Surroundings: Equatable {
    var functions: [NodeID]
    var points: Int
    var furtherRounds: Int
    var quietDefers: Int
    var isSparing: Bool
    var dropsErrors: Bool
    var begun: Int?
  }

  /// The ends of a function that a path has entered.
  func ends(of function: Function, _ body: Body, _ path: Path) -> [Flow] {
    guard let entry = entry(of: function, path) else { return run(Body.entry, of: body, [path]) }
    if let known = summaries.known[function.id]?.last(where: { isKnown(entry, $0, of: function) }) {
      return repeated(known, behind: path)
    }
    let (mark, steps, recursions) = (departed.mark, steps, summaries.recursions)
    let (timed, stamped) = (symbols.timedCount, symbols.stampedCount)
    let skipped = departed.skippedThrows
    let ends = run(Body.entry, of: body, [path])
    guard self.steps >= steps + Self.leastSteps, !isExhausted, summaries.recursions == recursions,
      departed.suspended.count == mark.suspended,
      departed.thrown.dropLast().map(\.count) == mark.thrown.dropLast()
    else { return ends }
    let thrown = departed.raised(since: mark)
    let trapped = Array(departed.trapped.dropFirst(mark.trapped))
    let all = (ends + thrown + trapped).map(\.path)
    guard all.allSatisfy({ follows($0, entry) }) else { return ends }
    let logs = all.contains { hasLogged($0, since: entry) }
    let isWorded = logs || all.contains { hasAsked($0, since: path) }
    keep(
      Summary(
        entry: entry, ends: ends, thrown: thrown, trapped: trapped,
        skippedThrows: departed.skippedThrows - skipped, isTimed: symbols.timedCount > timed,
        isStamped: symbols.stampedCount > stamped, logs: logs,
        words: isWorded ? Self.words(of: function, path) : nil), of: function)
    return ends
  }

  private func keep(_ summary: Summary, of function: Function) {
    var all = summaries.known[function.id] ?? []
    if all.count == Self.mostSummaries { all.removeFirst() }
    summaries.known[function.id] = all + [summary]
  }

  private static func words(of function: Function, _ path: Path) -> [String] {
    function.parameters.map { path.inCallersWords($0.variable.name, of: [$0.variable]) }
  }

  /// How a path has entered a function; nothing where waits or closures decide how it goes on.
  private func entry(of function: Function, _ path: Path) -> Entry? {
    let frame = path.frames[path.depth - 1]
    let values = ([frame.me] + frame.variables).compactMap(\.self)
    guard function.kind == .function, !function.isAsync, frame.parent == nil, tasks.isEmpty,
      !path.progress.isBehindOthers, !path.isImpossible, path.doubts.handing == nil
    else { return nil }
    guard !values.contains(where: { $0.keeps { _ in true } }) else { return nil }
    let places = [Place(frame: 0, .me), setting.state.place].compactMap(\.self)
    let kept = (values.compactMap(\.target) + places).map { path.resolved($0).whole }
    let roots = kept.reduce(into: [Place]()) { roots, root in
      if root.frame < path.depth - 1, !roots.contains(root) { roots.append(root) }
    }
    // A closure that has kept values, or sees variables, asks for more than its code says.
    let knowsMore = { (closure: ClosureValue) in
      !closure.captured.isEmpty || path.isAlive(closure)
    }
    guard !roots.compactMap(path.peek).contains(where: { $0.keeps(knowsMore) }) else { return nil }
    return Entry(
      path: path,
      surroundings: Surroundings(
        functions: calls.all.map(\.function.id), points: calls.points.count,
        furtherRounds: calls.furtherRounds, quietDefers: departed.quietDefers,
        isSparing: calls.isSparing, dropsErrors: calls.dropsErrors, begun: calls.begun),
      roots: roots)
  }
}

// MARK: - Knowing a call again

extension Execution {
  private func isKnown(_ entry: Entry, _ known: Summary, of function: Function) -> Bool {
    let (a, b) = (known.entry.path, entry.path)
    return a.frames.count == b.frames.count && entry.surroundings == known.entry.surroundings
      && entry.roots == known.entry.roots
      && (!known.isTimed || a.clock == b.clock)
      && (!known.isStamped || a.clock.strangers == b.clock.strangers)
      && (!known.logs || a.conditionCount == b.conditionCount)
      && a.trail.branch?.id == b.trail.branch?.id && a.trail.wildcard == b.trail.wildcard
      && (a.trail.writeLocation == nil) == (b.trail.writeLocation == nil)
      && knowsSameFacts(a, b) && hasLeftSame(a, b)
      && isSame(a.frames[a.depth - 1], b.frames[b.depth - 1])
      && isSame(setting.state.place.flatMap(a.peek), setting.state.place.flatMap(b.peek))
      && entry.roots.allSatisfy { isSame(a.peek(at: $0), b.peek(at: $0)) }
      && (known.words == nil || known.words == Self.words(of: function, b))
  }

  private func knowsSameFacts(_ a: Path, _ b: Path) -> Bool {
    a.asksStart == b.asksStart && a.doubts.isSame(as: b.doubts) && a.reassigned == b.reassigned
      && a.facts.count == b.facts.count && a.refusals.count == b.refusals.count
      && a.commonRefusals(with: b).count == a.refusals.count
      && a.facts.allSatisfy { isSame($0.value, b.facts[$0.key]) }
  }

  /// Whether the same was left to others.
  private func hasLeftSame(_ a: Path, _ b: Path) -> Bool {
    let (left, right) = (a.progress, b.progress)
    return left.segment == right.segment && left.hasStartedSame(as: right)
      && left.tasks == right.tasks && left.begun == right.begun && left.isPostponingSame(right)
  }

  private func isSame(_ a: Frame, _ b: Frame) -> Bool {
    a.scope == b.scope && a.selfType == b.selfType && isSame(a.me, b.me)
      && a.variables.count == b.variables.count
      && zip(a.variables, b.variables).allSatisfy { isSame($0, $1) && $0?.text == $1?.text }
  }

  private func isSame(_ a: Value?, _ b: Value?) -> Bool {
    a.agrees(with: b) { $0.isStart == $1.isStart && $0.isSame(as: $1) }
  }
}

// MARK: - Going on behind a known call

extension Execution {
  /// Whether a path has gone on from where it has entered a function, so that another one can do the same.
  private func follows(_ path: Path, _ entry: Entry) -> Bool {
    let start = entry.path
    return path.depth >= start.depth && path.guards.starts(with: start.guards)
      && (path.decided == start.decided || path.decided >= start.guards.count)
      && path.trail.visited.starts(with: start.trail.visited)
      && path.progress.asked.starts(with: start.progress.asked) && hasLeftSame(path, start)
      && path.progress.lasting == start.progress.lasting
      && path.reassigned == start.reassigned && path.doubts.handing == nil
      && leavesOthers(path, entry)
  }

  /// Whether the variables of other functions hold what they did.
  private func leavesOthers(_ path: Path, _ entry: Entry) -> Bool {
    let start = entry.path
    return (0..<start.depth - 1).allSatisfy { index in
      let (now, before) = (path.frames[index], start.frames[index])
      return (entry.roots.contains(Place(frame: index, .me)) || isSame(now.me, before.me))
        && before.variables.indices.allSatisfy { slot in
          isRoot(slot, of: index, entry) || isSame(now[slot], before[slot])
        }
    }
  }

  private func isRoot(_ slot: Int, of frame: Int, _ entry: Entry) -> Bool {
    entry.roots.contains { root in
      if root.frame == frame, case .variable(slot, _) = root.root { true } else { false }
    }
  }

  /// Whether a path has asked for something on its way, or others.
  private func hasAsked(_ path: Path, since start: Path) -> Bool {
    path.guards.count > start.guards.count
      || path.progress.asked.count > start.progress.asked.count
  }

  /// Whether a path has noted changes of what the machine keeps.
  private func hasLogged(_ path: Path, since entry: Entry) -> Bool {
    (entry.roots + [setting.state.place].compactMap(\.self)).contains { root in
      guard case .object(let now)? = path.peek(at: root),
        case .object(let before)? = entry.path.peek(at: root)
      else { return false }
      return now.writes.count > before.writes.count
    }
  }

  /// What a known call comes to behind another path.
  private func repeated(_ known: Summary, behind path: Path) -> [Flow] {
    _ = spend()
    if known.isTimed { symbols.noteTimed() }
    if known.isStamped { symbols.noteStamped() }
    let moved = { (flow: Flow) in
      Flow(
        path.going(as: flow.path, from: known.entry.path, changing: known.entry.roots), flow.exit)
    }
    departed.skippedThrows += known.skippedThrows
    departed.thrown[departed.thrown.count - 1] += known.thrown.map(moved)
    departed.trapped += known.trapped.map(moved)
    return known.ends.map(moved)
  }
}

extension Path {
  /// The path behind what another one has done between two places.
  fileprivate func going(as other: Path, from start: Path, changing roots: [Place]) -> Path {
    var path = self
    let call = frames[depth - 1].call
    path.frames.replaceSubrange((depth - 1)..., with: other.frames[(depth - 1)...])
    path.frames[depth - 1].call = call
    for root in roots {
      if let value = other.peek(at: root) { path.set(value, at: root) }
    }
    (path.facts, path.refusals, path.doubts) = (other.facts, other.refusals, other.doubts)
    path.guards += other.guards.dropFirst(start.guards.count)
    if other.trail.hasWritten(since: start.trail) || other.decided != start.decided {
      path.decided = guards.count + other.decided - start.guards.count
    }
    path.loopGuards += other.loopGuards - start.loopGuards
    (path.isImpossible, path.asksStart) = (other.isImpossible, other.asksStart)
    if other.throwsItself != start.throwsItself { path.throwsItself = other.throwsItself }
    path.trail = trail.going(as: other.trail, from: start.trail)
    path.clock = Clock(
      version: clock.version + other.clock.version - start.clock.version,
      strangers: clock.strangers + other.clock.strangers - start.clock.strangers)
    path.progress.asked += other.progress.asked.dropFirst(start.progress.asked.count)
    path.progress.location = progress.location ?? other.progress.location
    return path
  }
}

extension Trail {
  fileprivate func hasWritten(since start: Trail) -> Bool {
    visited.count != start.visited.count || writeLocation != start.writeLocation
      || written.count != start.written.count
  }

  fileprivate func going(as other: Trail, from start: Trail) -> Trail {
    var trail = other
    trail.joined = joined.union(other.joined.subtracting(start.joined))
    trail.written = written.union(other.written.subtracting(start.written))
    trail.visited = visited + other.visited.dropFirst(start.visited.count)
    if !other.hasWritten(since: start) { trail.writeLocation = writeLocation }
    if other.location == start.location { trail.location = location }
    if other.last == start.last { trail.last = last }
    if other.innerEnd == start.innerEnd { trail.innerEnd = innerEnd }
    if other.returnLocation == start.returnLocation { trail.returnLocation = returnLocation }
    return trail
  }
}

extension Doubts {
  fileprivate func isSame(as other: Doubts) -> Bool {
    isCoarse == other.isCoarse && isGuess == other.isGuess && changed == other.changed
  }
}

extension Value {
  /// Where what it is another name for is kept.
  fileprivate var target: Place? { if case .alias(let place) = self { place } else { nil } }

  /// Whether a closure is kept in it of which something holds.
  fileprivate func keeps(_ isMeant: (ClosureValue) -> Bool) -> Bool {
    switch self {
    case .closure(let closure): isMeant(closure)
    case .object(let object): object.fields.values.contains { $0.keeps(isMeant) }
    case .tuple(let elements): elements.contains { $0.value.keeps(isMeant) }
    case .enumCase(let value): value.carriesMade { $0.keeps(isMeant) }
    case .array(let items): items.contains { $0.keeps(isMeant) }
    case .table(let entries): entries.contains { $0.value.keeps(isMeant) }
    default: false
    }
  }
}
