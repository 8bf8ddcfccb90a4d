import SwiftSyntax

/// Loops may run any number of times: a way without, and ways with as many rounds as still change
/// something.
extension Interpreter {
  /// To an action, a struct state has no cases that further rounds could reach.
  private var mostRounds: Int { belongsToAction ? 1 : 3 }

  /// What tells the state that a round has come to from others: a case, or those that a struct holds.
  private func roundMark(_ path: Path) -> String? {
    guard isProjected, let watched, case .object(let object)? = path.value(at: watched) else {
      return stateMark(path)
    }
    let marks = object.fields.compactMap { name, value -> String? in
      switch value {
      case .enumCase, .absent: value.stateName.map { "\(name)=\($0)" }
      case .bool(let flag): "\(name)=\(flag)"
      default: nil
      }
    }
    return marks.isEmpty ? nil : marks.sorted().joined(separator: ",")
  }

  /// The ways into one more round, and those that are left: behind the first few rounds all that
  /// have not reached another state.
  ///
  /// - Parameter round: How many rounds have been walked.
  func further(
    _ ways: [Path], _ walked: [Path], round: Int
  ) -> (next: [Path], left: [Path]) {
    let ways = unwalked(ways, walked)
    guard round >= mostRounds else { return (ways, []) }
    let known = Set(walked.map(roundMark))
    let reaches = ways.map { way in
      !belongsToAction && roundMark(way).map { !known.contains($0) } ?? false
    }
    let next = zip(ways, reaches).filter(\.1).map(\.0)
    return (next, zip(ways, reaches).filter { !$0.1 }.map(\.0))
  }

  /// What a round changes of a struct belongs to the action: no row of its own without a round.
  var belongsToAction: Bool { structState != nil && !isProjected }

  func loop(
    _ body: CodeBlockItemListSyntax, conditions: ConditionElementListSyntax, _ path: Path
  ) -> [Flow] {
    let mark = departures
    var result: [Flow] = []
    var frontier = [path]
    var (walked, known) = ([Path](), frontier)
    var (flows, left) = ([Flow](), [Path]())
    for count in 1... {
      walked += frontier
      flows = []
      var isEndless = true
      for path in frontier {
        let (yes, no) = branch(conditions, path)
        isEndless = isEndless && no.isEmpty
        furtherRounds += count > 1 ? 1 : 0
        let ends = yes.flatMap { round(of: body, $0, from: path) }
          .map { forgetting(unbinding(conditions, $0, since: path), since: path) }
        furtherRounds -= count > 1 ? 1 : 0
        flows += ends
        if belongsToAction, ends.contains(where: \.goesOn) { continue }
        for path in no where !result.contains(where: { isOneWay($0.path, path) }) {
          result.append(Flow(path: path))
        }
      }
      // From an endless loop a round leads to the next one, and nowhere else.
      let next =
        isEndless
        ? rounds(flows, into: &result, known: &known)
        : collect(flows, into: &result) { leaving(conditions, behind: $0, since: path) }
      let ways = further(next, walked, round: count)
      (frontier, left) = (ways.next, left + ways.left)
      if frontier.isEmpty { break }
    }
    leave(left)
    if result.isEmpty {
      return never(leaving: left.isEmpty ? flows : [], left, from: path, since: mark)
    }
    return onlyWay(result.map { coherent($0, from: path) }, from: path, since: mark)
  }

  /// The ways out of a loop behind one of its rounds: those that find its conditions false.
  ///
  /// How often it was walked is of no matter, but to where it waits once more.
  private func leaving(
    _ conditions: ConditionElementListSyntax, behind end: Path, since start: Path
  ) -> [Path] {
    let (_, no) = branch(conditions, end)
    if end.segment != start.segment { return no }
    return no.allSatisfy(\.isImpossible) ? [] : [end]
  }

  /// Ends the ways of a loop that has no way out: the handler stays in it.
  ///
  /// - Parameter cut: The ways into rounds that are not walked any more, however much they change.
  func never(
    leaving ends: [Flow], _ cut: [Path], from base: Path, since mark: Departures
  ) -> [Flow] {
    let isOnly = departures == mark
    let open = ends.filter { isOnly && $0.goesOn }.map(\.path)
    for path in open + cut.filter({ isOnly || $0.tellsMore(than: base) }) {
      suspend(path, nil, effect: nil)
    }
    return []
  }

  /// Where a loop has one way out, that is taken whatever its conditions were.
  func onlyWay(_ ways: [Flow], from base: Path, since mark: Departures) -> [Flow] {
    guard ways.count == 1, ways[0].isNext, ways[0].path.segment == base.segment,
      departures == mark, ways[0].path.guards.starts(with: base.guards)
    else { return ways }
    var way = ways[0]
    way.path.guards = base.guards
    return [way]
  }

  /// A round that belongs to its action says nothing of when the loop goes on: after it, the
  /// condition no longer holds.
  private func round(
    of body: CodeBlockItemListSyntax, _ way: Path, from start: Path
  ) -> [Flow] {
    guard belongsToAction, way.guards.starts(with: start.guards) else {
      return run(block: body, way)
    }
    var inside = way
    inside.loopGuards += way.guards.count - start.guards.count
    return run(block: body, inside).map { flow in
      guard flow.goesOn, flow.path.guards.starts(with: way.guards) else { return flow }
      var flow = flow
      flow.path.guards.removeSubrange(start.guards.count..<way.guards.count)
      flow.path.loopGuards = start.loopGuards
      for id in way.facts.keys { flow.path.facts[id] = start.facts[id] }
      return flow
    }
  }

  /// The end of a round, behind which what it has asked of others is asked anew: a loop goes on
  /// until an answer changes.
  func forgetting(_ flow: Flow, since start: Path) -> Flow {
    guard flow.goesOn, flow.path.facts.count > start.facts.count else { return flow }
    var (own, structs) = (Set<String>(), [Self.stateID])
    for frame in flow.path.frames {
      for case .unknown(let value) in frame.variables.values {
        own.insert(value.id)
        // What nobody else has changes by what is walked alone.
        if index.info(value.type ?? value.domain?.type)?.kind == .struct {
          structs.append(value.id + ".")
        }
      }
    }
    var flow = flow
    flow.path.forget { id in
      if start.facts[id] != nil || own.contains(id) { return false }
      if !awaitsAreSteps, id.hasPrefix("self."), id.split(separator: ".").count == 2 {
        return id.contains("(")
      }
      return !structs.contains(where: id.hasPrefix)
    }
    return flow
  }

  /// The ends of a round that the next one starts from, and have changed something.
  func rounds(
    _ flows: [Flow], into result: inout [Flow], known: inout [Path]
  ) -> [Path] {
    var frontier: [Path] = []
    for flow in flows {
      switch flow.exit {
      case .next, .continued(label: nil):
        guard !known.contains(where: { covers($0, flow.path) }),
          !frontier.contains(where: { tellsSame($0, flow.path) })
        else { continue }
        frontier.append(flow.path)
      case .broke(label: nil): add(flow.path, to: &result)
      default: result.append(flow)
      }
    }
    known += frontier
    return frontier
  }

  /// Whether two ways out of a round are one: what each has done is told where it ends.
  private func tellsSame(_ a: Path, _ b: Path) -> Bool {
    startsSame(a, b)
      && (isCoarse || (a.writeLocation == b.writeLocation && a.effects == b.effects))
  }

  /// The conditions of the last round, without those of a round before that they deny.
  func coherent(_ flow: Flow, from base: Path) -> Flow {
    guard flow.path.guards.starts(with: base.guards) else { return flow }
    var flow = flow
    var kept = base.guards
    for clause in flow.path.guards.dropFirst(base.guards.count) {
      let earlier = kept.dropFirst(base.guards.count).filter { $0 != clause.negated }
      kept = base.guards + earlier + [clause]
    }
    flow.path.guards = kept
    return flow
  }

  /// The ways into a further round that find other values than a round before: with the same ones
  /// it would do the same once more.
  func unwalked(_ ways: [Path], _ walked: [Path]) -> [Path] {
    joined(ways).filter { way in !walked.contains { covers($0, way) } }
  }

  /// Further rounds that might come to something new are not walked.
  func leave(_ frontier: [Path]) {
    if !frontier.isEmpty { cache.footprint.leave() }
  }

  /// Sorts the ends of a round: those that may leave the loop, and those that may go on.
  ///
  /// - Parameter leaving: The ways out of the loop behind the end of a round.
  func collect(
    _ flows: [Flow], into result: inout [Flow], leaving: (Path) -> [Path]
  ) -> [Path] {
    var frontier: [Path] = []
    for flow in flows {
      switch flow.exit {
      case .next, .continued(label: nil):
        for path in leaving(flow.path) { add(path, to: &result) }
        frontier.append(flow.path)
      case .broke(label: nil): add(flow.path, to: &result)
      default: result.append(flow)
      }
    }
    return frontier
  }

  /// Adds a way out of a loop, or joins it with one that has done the same.
  func add(_ path: Path, to result: inout [Flow]) {
    let known = result.firstIndex { $0.isNext && isOneWay($0.path, path) }
    guard let known else { return result.append(Flow(path: path)) }
    result[known].path = join(result[known].path, path, base: path)
  }

  func names(in pattern: PatternSyntax) -> [String] {
    if let name = pattern.as(IdentifierPatternSyntax.self) { return [name.identifier.text] }
    return pattern.children(viewMode: .sourceAccurate).flatMap { child -> [String] in
      if let inner = child.as(PatternSyntax.self) { return names(in: inner) }
      return child.children(viewMode: .sourceAccurate).compactMap { $0.as(PatternSyntax.self) }
        .flatMap(names(in:))
    }
  }
}

extension Flow {
  var isNext: Bool { if case .next = exit { true } else { false } }

  /// Whether a round has come to its end.
  var goesOn: Bool {
    if case .continued(label: nil) = exit { true } else { isNext }
  }
}

extension Path {
  /// Whether the path has written the state or made an effect since, or since it has waited.
  fileprivate func tellsMore(than base: Path) -> Bool {
    guard segment == base.segment else { return writeLocation != nil || !effects.isEmpty }
    return writeLocation != base.writeLocation || effects.count != base.effects.count
  }
}
