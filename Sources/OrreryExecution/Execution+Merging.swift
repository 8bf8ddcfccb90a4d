import OrreryProgram

/// Joining paths that a condition split and that then did the same.
extension Execution {
  /// A longer condition tells a reader less than its place in the source does.
  package static let longestGuard = 160
  /// Where nothing shorter says it, a long condition still tells more than none.
  static let longestRemainder = 400
  package static var severalConditions: Clause { Clause(text: "one of several conditions") }
  /// Errors of more calls than this are better told as one.
  private static let mostErrors = 4

  /// Whether two paths have changed nothing that a transition shows, or the same.
  ///
  /// - Parameter loosely: Whether it may differ what the properties of an object hold, where neither
  ///   path knows that.
  func sameOutcome(_ a: Path, _ b: Path, loosely: Bool = false) -> Bool {
    guard a.trail.visited == b.trail.visited, a.trail.writeLocation == b.trail.writeLocation,
      a.progress.segment == b.progress.segment,
      loosely || setting.joinsCalls
        ? a.progress.raised == b.progress.raised : a.progress.asked == b.progress.asked,
      a.progress.hasStartedSame(as: b.progress), a.progress.isPostponingSame(b.progress)
    else { return false }
    return sameValues(a, b, loosely: loosely) && sameTarget(a, b)
  }

  /// Whether two paths have found out the same of a state that the source leaves open, such as a
  /// parameter that it was set to, and of the variables that it may be set to yet.
  private func sameTarget(_ a: Path, _ b: Path) -> Bool {
    guard let type = setting.state.type, setting.state.structType == nil else { return true }
    let isNext = { (left: Value?, right: Value?) -> Bool in
      guard case .unknown(let left)? = left, case .unknown(let right)? = right,
        left.domain?.type == type
      else { return true }
      return a.caseFound(of: left) == b.caseFound(of: right)
    }
    guard a.trail.writeLocation != nil, let watched = setting.state.place else {
      return zip(a.frames, b.frames).allSatisfy { left, right in
        zip(left.variables, right.variables).allSatisfy(isNext)
      }
    }
    guard case .unknown(let left)? = a.value(at: watched),
      case .unknown(let right)? = b.value(at: watched)
    else { return true }
    return a.caseFound(of: left) == b.caseFound(of: right)
  }

  /// Whether two paths are executed on as one.
  func isOneWay(_ a: Path, _ b: Path) -> Bool {
    setting.isCoarse ? isCoarselyOneWay(a, b) : sameOutcome(a, b)
  }

  /// Joins the paths that are executed on as one.
  func joined(_ ways: [Path]) -> [Path] {
    ways.reduce(into: []) { result, way in
      add(way, to: &result, by: \.self, base: way) { isOneWay($0, way) }
    }
  }

  /// Adds what has come by a path, or joins the path with that of the first one it is executed on with.
  func add<Arrival>(
    _ new: Arrival, to known: inout [Arrival], by path: WritableKeyPath<Arrival, Path>,
    base: Path, where isOne: (Arrival) -> Bool
  ) {
    guard let index = known.firstIndex(where: isOne) else { return known.append(new) }
    known[index][keyPath: path] = join(
      known[index][keyPath: path], new[keyPath: path], base: base)
  }

  /// Joins paths where they are too many to be told apart.
  func narrowed(_ paths: [Path]) -> [Path] {
    setting.isCoarse && paths.count > 1 ? joined(paths) : paths
  }

  /// Whether all variables hold the same on two paths, as far as that can show.
  func sameValues(_ a: Path, _ b: Path, loosely: Bool = false) -> Bool {
    a.frames.count == b.frames.count
      && a.holdsAlike(b) { $0.agrees(with: $1) { isAlike($0, $1, loosely: loosely) } }
  }

  /// Whether all variables that a path had hold behind a condition what they did before.
  func keepsValues(_ way: Path, since start: Path) -> Bool {
    way.holdsAlike(start, by: keeps)
  }

  /// Whether a variable holds what it did, as far as that was known or is known now.
  private func keeps(_ after: Value?, _ before: Value?) -> Bool {
    guard let before else { return true }
    switch (after, before) {
    case (.unknown(let a)?, .unknown(let b)): return a.type == b.type
    case (.object(let a)?, .object(let b)):
      return a.writes.map(\.location) == b.writes.map(\.location)
        && Set(a.fields.keys).union(b.fields.keys).allSatisfy { name in
          keeps(field(name, of: a), field(name, of: b))
        }
    default: return after?.isSame(as: before) ?? false
    }
  }

  /// Whether the difference between two values cannot show: the same, or both not known.
  func isAlike(_ a: Value, _ b: Value, loosely: Bool = false) -> Bool {
    switch (a, b) {
    case (.unknown(let a), .unknown(let b)): a.type == b.type
    case (.literal, .literal), (.unknown, .literal), (.literal, .unknown): true
    // Each place in the source that changes a struct state is a row.
    case (.object(let x), .object(let y)):
      x.writes.map(\.location) == y.writes.map(\.location)
        && (a.isSame(as: b) || loosely && areAlike(x, y))
    default: a.isSame(as: b)
    }
  }

  private func areAlike(_ a: ObjectValue, _ b: ObjectValue) -> Bool {
    a.base.symbol == b.base.symbol
      && Set(a.fields.keys).union(b.fields.keys).allSatisfy { name in
        switch (a.fields[name], b.fields[name]) {
        case (let left?, let right?): isAlike(left, right, loosely: true)
        case (.unknown?, nil), (nil, .unknown?), (nil, nil): true
        default: false
        }
      }
  }

  /// Joins the paths that have come to a block and differ only in their conditions.
  ///
  /// The others stay as they are. What was declared inside of the construct is not known behind it.
  ///
  /// - Parameters:
  ///   - mark: How many paths had left before the code that the paths have run.
  ///   - keepsBindings: Whether what clauses have bound tells paths apart.
  func merged(
    _ flows: [Flow], at behind: Block.Number, of body: Body, from base: Path,
    since mark: Departed.Mark, keepsBindings: Bool = false
  ) -> [Flow] {
    var result: [Flow] = []
    for flow in keepsBindings ? flows : flows.map({ leaving($0, at: [behind], base) }) {
      let count = result.count
      add(flow, to: &result, by: \.path, base: base) {
        flow.isAt(behind) && $0.isAt(behind) && isOneWay($0.path, flow.path)
          && !differInErrors($0.path, flow.path, since: base, beside: count)
      }
    }
    // All paths are one again: the conditions between decided no more than who has left.
    if result.count == 1, flows.count > 1, result[0].isAt(behind),
      !hasFailed(beside: flows, since: mark),
      let guards = remainder(
        of: result[0].path, from: base,
        beside: departed.stopped(since: mark) + departed.raised(since: mark))
    {
      result[0].path.guards = guards
    } else if result.count < flows.count, mayStayApart(at: behind, in: body) {
      return apart(flows, at: behind, from: base) ?? result
    }
    return result
  }

  /// A path behind a construct, without the variables that only that has.
  func leaving(_ flow: Flow, at ends: [Block.Number], _ base: Path) -> Flow {
    guard ends.contains(where: flow.isAt), flow.path.depth == base.depth else { return flow }
    var flow = flow
    let known = base.frames[base.depth - 1].variables
    let slots = flow.path.frames[base.depth - 1].variables.indices
    for slot in slots where slot >= known.count || known[slot] == nil {
      flow.path.frames[base.depth - 1].variables[slot] = nil
    }
    return flow
  }

  func join(_ a: Path, _ b: Path, base: Path) -> Path {
    var path = a
    path.doubts.isCoarse =
      a.doubts.isCoarse || b.doubts.isCoarse || (setting.isCoarse && !sameOutcome(a, b))
    path.doubts.isGuess = a.doubts.isGuess || b.doubts.isGuess
    path.doubts.changed.formUnion(b.doubts.changed)
    path.joinReassigned(with: b)
    path.isImpossible = a.isImpossible && b.isImpossible
    path.asksStart = a.asksStart || b.asksStart
    path.trail.visited =
      b.trail.visited.dropLast().filter { !a.trail.visited.contains($0) } + a.trail.visited
    path.facts = a.commonFacts(with: b)
    let common = zip(a.guards, b.guards).prefix { $0 == $1 }.map { $0.weaker(than: $1) }
    let rests = (a.guards.dropFirst(common.count), b.guards.dropFirst(common.count))
    path.guards =
      common
      + (Self.agreed(rests.0, rests.1) ?? [Self.oneOf(a, b, after: common.count, path.facts)])
    let decided = max(a.decided, b.decided)
    path.decided = decided > common.count ? path.guards.count : decided
    path.refusals = a.commonRefusals(with: b)
    path.refuseFactsOfBoth(a, b)
    (path.trail.wildcard, path.trail.branch) = (base.trail.wildcard, base.trail.branch)
    path.trail.location = max(a.trail.location, b.trail.location)
    path.trail.innerEnd = a.trail.innerEnd == b.trail.innerEnd ? a.trail.innerEnd : nil
    path.trail.joined.formUnion(
      b.trail.joined.union([a.trail.last, b.trail.last].compactMap { $0 }))
    path.trail.written.formUnion(b.trail.written)
    path.progress.join(b.progress)
    path.clock.version = max(a.clock.version, b.clock.version) + 1
    path.clock.strangers = max(a.clock.strangers, b.clock.strangers)
    for index in path.frames.indices where b.frames.indices.contains(index) {
      joinVariables(of: index, in: &path, a.facts, with: b)
    }
    return path
  }

  private func joinVariables(
    of index: Int, in path: inout Path, _ facts: Facts, with other: Path
  ) {
    let frame = other.frames[index]
    let joining = Joining(version: path.clock.version, left: facts, right: other.facts)
    if let a = path.frames[index].me, let b = frame.me {
      path.frames[index].me = join(a, b, "self", joining)
    }
    for slot in path.frames[index].variables.indices {
      guard let a = path.frames[index].variables[slot], let b = frame[slot] else { continue }
      path.frames[index].variables[slot] = join(a, b, frame.name(of: slot) ?? a.text, joining)
    }
  }

  /// What two paths know of the values that are joined.
  private struct Joining {
    var version: Int
    var left: Facts
    var right: Facts

    /// The answer that both paths know of two flags.
    func flag(_ a: Value, _ b: Value) -> Bool? {
      guard let left = Self.flag(a, left), left == Self.flag(b, right) else { return nil }
      return left
    }

    private static func flag(_ value: Value, _ facts: Facts) -> Bool? {
      switch value {
      case .bool(let known): return known
      case .unknown(let unknown):
        if case .bool(let known)? = facts[unknown.symbol] { return known }
        return nil
      default: return nil
      }
    }
  }

  /// What both of two paths ask, where one of them asks no more or they differ in one answer alone.
  private static func agreed(_ a: ArraySlice<Clause>, _ b: ArraySlice<Clause>) -> [Clause]? {
    if a.isEmpty || b.isEmpty { return [] }
    guard a.count == b.count else { return nil }
    let differences = zip(a, b).enumerated().filter { $1.0 != $1.1 }
    guard differences.count == 1, let (offset, (left, right)) = differences.first,
      left.denies(right)
    else { return nil }
    let both = zip(a, b).map { $0.weaker(than: $1) }
    return Array(both.prefix(offset) + both.dropFirst(offset + 1))
  }

  /// - Parameters:
  ///   - count: How many conditions they have in common.
  ///   - facts: What both of them know.
  private static func oneOf(_ a: Path, _ b: Path, after count: Int, _ facts: Facts) -> Clause {
    let rests = [a.guards.dropFirst(count), b.guards.dropFirst(count)]
    if let either = either(rests[0], rests[1]) { return either }
    let clauses = rests.joined()
    let text = "(\(rests.map { Clause.conjunction(Array($0)) }.joined(separator: ") || (")))"
    let isTold = text.count <= longestRemainder && !clauses.contains(severalConditions)
    let said = isTold ? text : severalConditions.text
    let standing = Clause.Standing(isDoubtful: clauses.contains(where: \.isDoubtful))
    // Errors of different calls that end alike are one thing to tell.
    guard !clauses.contains(where: \.isThrow), let left = a.spread(after: count),
      let right = b.spread(after: count), left.count + right.count <= Clause.mostWays
    else { return Clause(text: said).standing(standing) }
    let ways = (left + right).map { way in
      Clause.Alternative(
        clauses: Array(way.guards.dropFirst(count)),
        facts: way.isImpossible ? nil : way.consequences?.filter { facts[$0.key] == nil })
    }
    return Clause(text: said, ways: ways).standing(standing)
  }

  /// `!(x && y)`, where either `x` does not hold, or it does and `y` does not.
  static func either(_ a: ArraySlice<Clause>, _ b: ArraySlice<Clause>) -> Clause? {
    let (short, long) = a.count < b.count ? (a, b) : (b, a)
    guard let outer = short.first, short.count == 1, outer.isNegated, long.count == 2,
      long.first == outer.negated, let inner = long.last, inner.isNegated
    else { return nil }
    return Clause.denial(of: [outer.negated, inner.negated])
  }

  /// What is known of a value that is one of two: of an object each property by itself.
  private func join(_ a: Value, _ b: Value, _ name: String, _ joining: Joining) -> Value {
    if a.isSame(as: b) { return a }
    if let flag = joining.flag(a, b) { return .bool(flag) }
    if case .enumCase(var either) = a, case .enumCase(let other) = b, either.isNamed(as: other),
      either.payload.count == other.payload.count
    {
      either.payload = zip(either.payload, other.payload).map { left, right in
        Labelled(left.label, join(left.value, right.value, left.value.text, joining))
      }
      return .enumCase(either)
    }
    guard case .object(let left) = a, case .object(let other) = b,
      left.base.symbol == other.base.symbol, left.writes == other.writes
    else {
      var unknown = Unknown(
        symbols.symbol(.joined(name, version: joining.version)), text: name, type: a.type)
      unknown.isPresent = a.isPresent && b.isPresent
      unknown.isOrdered = a.isOrdered || b.isOrdered
      return .unknown(unknown)
    }
    var object = left
    for field in Set(left.fields.keys).union(other.fields.keys) {
      object.fields[field] = join(
        self.field(field, of: left), self.field(field, of: other), "\(name).\(field)", joining)
    }
    return .object(object)
  }

  func field(_ name: String, of object: ObjectValue) -> Value {
    if let value = object.fields[name] { return value }
    let symbol = symbols.symbol(.member(object.base.symbol, name))
    return .unknown(Unknown(symbol, text: "\(object.base.text).\(name)"))
  }

  /// A path, with the numbers and texts that code on it has changed no longer known.
  func loosened(_ path: Path, by ways: [Path]) -> Path {
    var result = path
    for (index, frame) in path.frames.enumerated() {
      for (slot, value) in frame.variables.enumerated() {
        guard case .literal? = value, let value else { continue }
        let others = ways.compactMap { way in
          way.frames.indices.contains(index) ? way.frames[index][slot] : nil
        }
        guard others.contains(where: { !$0.isSame(as: value) }) else { continue }
        let symbol = symbols.symbol(.joined(value.text, version: path.clock.version))
        var unknown = Unknown(symbol, text: value.text)
        unknown.isOrdered = others.contains(where: \.isOrdered)
        result.frames[index].variables[slot] = .unknown(unknown)
      }
    }
    return result
  }

  /// Whether two clauses have caught the errors of different calls: that is two things to tell, while
  /// there are few of them.
  private func differInErrors(_ a: Path, _ b: Path, since base: Path, beside count: Int) -> Bool {
    guard !setting.isCoarse, count < Self.mostErrors, a.trail.branch?.id != b.trail.branch?.id
    else { return false }
    let errors = [a, b].map { $0.guards.dropFirst(base.guards.count).filter(\.isThrow) }
    return errors.allSatisfy { !$0.isEmpty } && errors[0] != errors[1]
  }
}

/// The conditions of the only path to the end of a piece of code: what made others leave does not hold.
extension Execution {
  /// Several paths through a helper that have changed nothing as one, which goes on where none has
  /// left; that a helper throws is said by its call.
  func onlyWay(of ways: [Way], from base: Path, since mark: Departed.Mark) -> Path {
    var way = loosened(base, by: ways.map(\.path))
    let left = departed.stopped(since: mark)
    if let guards = remainder(of: way, from: base, beside: left) {
      way.guards = guards
    } else if base.trail.writeLocation == nil || departed.suspended.count > mark.suspended {
      let guards = remainder(of: way, from: base, beside: left, upTo: Self.longestRemainder)
      way.guards = guards ?? base.guards + [Self.severalConditions]
    } else {
      // What stops the program behind the write is a row of its own: the write is made before.
      way.guards = base.guards
    }
    return way
  }

  /// Whether one of several paths is that a call has thrown which another path, one that has left, has
  /// come by: that bears no condition, and its opposite says nothing of the first.
  private func hasFailed(beside flows: [Flow], since mark: Departed.Mark) -> Bool {
    let others = departed.stopped(since: mark).map(\.path)
    return flows.map(\.path).contains { way in
      way.guards.contains(where: \.isThrow)
        && others.contains { other in
          other.progress.segment == way.progress.segment
            && other.guards.allSatisfy(way.guards.contains)
        }
    }
  }

  /// Those conditions, and nothing else; nothing where that is too much to say.
  private func remainder(
    of way: Path, from base: Path, beside others: [Flow], upTo longest: Int = longestGuard
  ) -> [Clause]? {
    let start = way.progress.segment == base.progress.segment ? base.guards : []
    let left = alternatives(of: others, in: way.progress.segment, after: start)
    if left.contains(where: \.isEmpty) { return start }
    let guards = start + left.map(Self.denied)
    let length = guards.dropFirst(start.count).reduce(0) { $0 + $1.text.count }
    return length > longest ? nil : guards
  }

  /// The conditions under which others have left, each by itself.
  private func alternatives(
    of others: [Flow], in segment: String?, after start: [Clause]
  ) -> [[Clause]] {
    others.map(\.path).reduce(into: []) { found, other in
      guard other.progress.segment == segment, other.guards.starts(with: start) else { return }
      var clauses = Array(other.guards.dropFirst(start.count))
      // A call that throws has a twin that does not, and bears no condition.
      guard !clauses.contains(where: \.isThrow) else { return }
      while let index = found.firstIndex(where: { Clause.joinable($0, clauses) != nil }),
        let joined = Clause.joinable(found[index], clauses)
      {
        clauses = joined
        found.remove(at: index)
      }
      found.append(clauses)
    }
  }

  private static func denied(_ clauses: [Clause]) -> Clause {
    clauses.count == 1 ? clauses[0].negated : Clause.denial(of: clauses)
  }
}

extension Frame {
  subscript(slot: Int) -> Value? { variables.indices.contains(slot) ? variables[slot] : nil }

  func name(of slot: Int) -> String? { names.indices.contains(slot) ? names[slot] : nil }
}

extension Optional {
  /// Whether there are two values of which something holds, or none.
  func agrees(with other: Self, by isAlike: (Wrapped, Wrapped) -> Bool) -> Bool {
    switch (self, other) {
    case (let a?, let b?): isAlike(a, b)
    case (nil, nil): true
    default: false
    }
  }
}

extension Path {
  /// Whether something holds of what two paths hold in each variable, and as `self`.
  func holdsAlike(_ other: Path, by isAlike: (Value?, Value?) -> Bool) -> Bool {
    zip(frames, other.frames).allSatisfy { left, right in
      isAlike(left.me, right.me)
        && (0..<max(left.variables.count, right.variables.count)).allSatisfy {
          isAlike(left[$0], right[$0])
        }
    }
  }

  fileprivate func caseFound(of unknown: Unknown) -> String? {
    guard case .isCase(let found)? = facts[unknown.symbol] else { return nil }
    return found.name
  }
}
