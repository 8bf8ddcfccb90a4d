import OrreryProgram

/// The accessors that run where a property is assigned, and those of the values around it.
extension Execution {
  /// The paths on after an assignment, through the accessors of the property, and through those of the
  /// values around it that change the state or ask others for something.
  func observed(_ place: Place, old: Value?, new: Value, _ path: Path) -> [Path] {
    let own = accessors(behind: place, path).reduce([path]) { paths, accessor in
      paths.flatMap { path -> [Path] in
        if accessor.kind == .didSet {
          return follow(accessor, handed: old ?? .void, of: place.owner, path)
        }
        var before = path
        if accessor.kind == .willSet, let old { before.set(old, at: place) }
        return follow(accessor, handed: new, of: place.owner, before).map { way in
          var after = way
          if accessor.kind == .willSet { after.set(path.value(at: place) ?? new, at: place) }
          return after
        }
      }
    }
    return own.flatMap { path in
      valuesAround(place, path).reduce([path]) { paths, outer in
        accessors(behind: outer, path).filter(isTold).reduce(paths) {
          paths, accessor in
          paths.flatMap { path in
            let value =
              accessor.kind == .didSet
              ? fresh("oldValue", path, type: type(at: outer, path))
              : path.value(at: outer) ?? .void
            return follow(accessor, handed: value, of: outer.owner, path)
          }
        }
      }
    }
  }

  /// The accessors that run where a place is assigned.
  func accessors(behind place: Place, _ path: Path) -> [Function] {
    guard let property = place.path.last, let info = type(type(at: place.owner, path)),
      !info.accessors.isEmpty, isFollowed(info.key)
    else { return [] }
    // What an initializer or a deinitializer assigns itself is not observed.
    let isMade =
      [.initializer, .deinitializer].contains(calls.innermost?.kind)
      && path.place.map(path.resolved) == path.resolved(place.owner)
    let found = info.accessors.filter {
      $0.name == property && !$0.isStatic && !(isMade && $0.isObserver)
    }
    if found.isEmpty || isLent(path.resolved(place), path) { return [] }
    guard setting.state.structType != nil else { return found }
    if calls.innermost?.kind == .initializer { return [] }
    // In an action a property is written by its own name, whatever its setter does with it.
    return setting.isProjected ? found : found.filter(\.isObserver)
  }

  func isObserved(_ place: Place, _ path: Path) -> Bool {
    !accessors(behind: place, path).isEmpty
      || valuesAround(place, path).contains {
        accessors(behind: $0, path).contains(where: isTold)
      }
  }

  /// Whether code assigns properties of the machine that tell others of it.
  func notifiesOthers(_ references: References, _ path: Path) -> Bool {
    guard let watched = setting.state.place.map(path.resolved),
      let info = type(path.frames[watched.frame].selfType)
    else { return false }
    return info.accessors.contains { references.changed.contains($0.name) && isTold($0) }
  }

  private func isTold(_ accessor: Function) -> Bool {
    setting.functions.mayWrite(accessor)
      || accessor.isObserver && accessor.body.map { asksOthers($0.blocks) } ?? false
  }

  /// Whether code that was lent a place, as a whole, is still running: its accessors run once that is
  /// given back.
  private func isLent(_ place: Place, _ path: Path) -> Bool {
    path.frames.lazy.flatMap(\.aliases).contains { lent in
      lent.path.last == place.path.last && path.resolved(lent) == place
    }
  }

  /// The values that are assigned with a place since it is a part of them, the innermost first.
  func valuesAround(_ place: Place, _ path: Path) -> [Place] {
    guard place.path.count > 1 else { return [] }
    var result: [Place] = []
    var outer = place.whole
    var info = type(type(at: outer, path))
    var element: TypeReference?
    for field in place.path.dropLast() {
      outer = outer.appending(field)
      let stored = info?.property(field)
      let declared =
        element ?? stored?.type ?? info?.getters.first { $0.name == field }?.returnType
      let next = type(declared?.key ?? stored?.key)
      let isValue = next?.isValue ?? declared?.isCollection ?? stored?.start?.value?.isList ?? false
      result = isValue ? [outer] + result : []
      element = declared?.element
      if element == nil || next != nil { info = next }
    }
    let lent = path.frames.last?.aliases.map(path.resolved) ?? []
    return result.filter { outer in !lent.contains { $0.isWithin(outer) } }
  }

  private func follow(
    _ accessor: Function, handed value: Value, of owner: Place, _ path: Path
  ) -> [Path] {
    // An assignment inside of an observer does not call the observer again, one in what it calls does,
    // and one in a closure that is called later.
    let isRunning =
      calls.innermost.map { $0.isAccessor && $0.name == accessor.name } ?? false
      && (calls.base == 0 || calls.entries.count > calls.base)
    guard let body = accessor.body, !isRunning, !calls.isTooDeep,
      !setting.functions.isUnrelated(accessor)
    else { return [path] }
    var inner = path
    if let last = path.trail.last { inner.trail.joined.insert(last) }
    // What several of them ask in turn goes too many ways.
    let isInner = calls.all.contains { $0.function.isObserver }
    let asked = findings.asksState
    let frame = Frame(me: .alias(owner), selfType: accessor.owner)
    let ways = run(accessor, body, in: frame, handed: [value], inner).map { flow in
      let next = flow.path.goingOn(from: path)
      return setting.state.structType == nil
        ? next : placed(next, accessor.name, at: owner, like: path)
    }
    // What an observer asks to no effect on the machine is no question of the handler.
    let isOneStart = ways.dropFirst().allSatisfy {
      $0.progress.isPostponingSame(ways[0].progress)
    }
    guard isOneStart, ways.allSatisfy({ isQuiet($0, since: path) }) else { return ways }
    findings.asksState = asked
    let isOne =
      ways.count > 1 && setting.state.structType == nil
      && (setting.isCoarse || isInner || ways.count > Self.mostQuietWays
        || ways.allSatisfy { $0.progress.asked == ways[0].progress.asked })
    return (isOne ? [quietly(ways, from: path)] : ways).map { way in
      var way = way
      way.asksStart = path.asksStart
      return way
    }
  }

  /// Whether a path has not changed the state since.
  private func isQuiet(_ way: Path, since start: Path) -> Bool {
    way.trail.writeLocation == start.trail.writeLocation && way.trail.visited == start.trail.visited
  }

  /// How many ways of an observer are told apart that differ in what they ask others for alone.
  private static let mostQuietWays = 4

  /// Paths that have done nothing to the machine as one: what they ask for they may ask for.
  private func quietly(_ ways: [Path], from start: Path) -> Path {
    var path = ways.dropFirst().reduce(ways[0]) { join($0, $1, base: start) }
    (path.guards, path.loopGuards, path.decided) = (start.guards, start.loopGuards, start.decided)
    (path.facts, path.refusals) = (start.facts, start.refusals)
    (path.trail.branch, path.trail.innerEnd, path.trail.location) = (
      start.trail.branch, start.trail.innerEnd, start.trail.location
    )
    return path
  }

  /// The ends of a function that runs with a statement, by no call that is written.
  func run(
    _ function: Function, _ body: Body, in frame: Frame, handed values: [Value], _ path: Path
  ) -> [Flow] {
    var inner = path
    inner.push(frame)
    for (parameter, value) in zip(function.parameters, values) {
      inner.declare(parameter.variable, value)
    }
    enter(function, inner)
    defer { calls.entries.removeLast() }
    return run(Body.entry, of: body, [inner])
  }

  func enter(_ function: Function, _ path: Path, by call: FollowedCall? = nil) {
    calls.entries.append(
      .init(function: function, state: stateMark(path), guards: path.guards.count, call: call))
  }
}

extension Frame {
  /// The places that its variables and its `self` are other names for.
  fileprivate var aliases: [Place] {
    (variables + [me]).compactMap { if case .alias(let place)? = $0 { place } else { nil } }
  }
}

extension Function {
  var isObserver: Bool { kind == .willSet || kind == .didSet }

  var isAccessor: Bool {
    switch kind {
    case .setter, .willSet, .didSet, .modify: true
    default: false
    }
  }
}

extension Expression {
  /// Whether it is a list that is written out.
  fileprivate var isList: Bool {
    switch form {
    case .array, .dictionary: true
    default: false
    }
  }
}
