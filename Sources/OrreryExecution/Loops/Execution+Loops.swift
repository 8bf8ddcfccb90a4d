import OrreryProgram

/// Loops may run any number of times: a path without, and paths with as many rounds as still change
/// something.
extension Execution {
  /// How many rounds are executed that come to no other state.
  private var mostRounds: Int { tellsActions ? 1 : 3 }

  func run(_ loop: Loop, at number: Block.Number, of body: Body, _ path: Path) -> [Flow] {
    let path = enteringLoop(path)
    switch loop.kind {
    case .while(let conditions): return run(loop, while: conditions, of: body, path)
    case .repeatWhile(let condition): return run(loop, repeatWhile: condition, of: body, path)
    case .forEach(_, let sequence, _, let isWaiting):
      if isWaiting, setting.isSuspending {
        for way in evaluate(sequence, path) {
          wait(forElementOf: loop, at: number, of: body, way.path)
        }
        return []
      }
      return evaluate(sequence, path).flatMap { way in
        if !isWaiting, let passed = passing(loop, of: body, way.path) {
          return [Flow(passed, .arrives(loop.behind))]
        }
        if let items = knownElements(of: way.value),
          let ends = run(loop, over: items, of: body, way.path)
        {
          return ends
        }
        let answer = hasElements(sequence, way)
        let past = answer.paths(false)
        guard let inside = answer.paths(true).first else {
          return past.map { Flow($0, .arrives(loop.behind)) }
        }
        return run(forEach: loop, of: body, inside, past: past.first)
      }
    }
  }

  /// The paths on from the end of a round.
  func runAgain(_ loop: Loop, of body: Body, _ path: Path) -> [Flow] {
    switch loop.kind {
    case .while(let conditions): return run(loop, while: conditions, of: body, path)
    case .repeatWhile(let condition):
      let (again, out) = branch([.holds(condition)], path)
      return out.map { Flow($0, .arrives(loop.behind)) }
        + again.flatMap { run(loop, repeatWhile: condition, of: body, $0) }
    case .forEach:
      let goesOn = loop.clause(in: body)
      let rounds = run(forEach: loop, of: body, path.taking(goesOn), isFirst: false)
      let out = path.ending(goesOn)
      // What further rounds have found out does not hold where there was none.
      let isLeft = rounds.contains { flow in
        flow.isAt(loop.behind) && isOneWay(flow.path, out)
          && flow.path.facts.allSatisfy { isSame($1, out.facts[$0]) }
      }
      return (isLeft ? [] : [Flow(out, .arrives(loop.behind))]) + rounds
    }
  }

  private func run(
    _ loop: Loop, while conditions: [Condition], of body: Body, _ path: Path
  ) -> [Flow] {
    execute(loop, from: path) { rounds, frontier, count in
      var isEndless = true
      for start in frontier {
        calls.loops += 1
        let (yes, no) = branch(conditions, start)
        calls.loops -= 1
        isEndless = isEndless && no.isEmpty
        let ends = yes.flatMap { round(count, of: loop, body, behindConditions: $0, from: start) }
          .map { leaving($0, at: [loop.next, loop.behind], start) }
          .map { forgetting($0, loop, since: start) }
        rounds.ends += ends
        if tellsActions, ends.contains(where: { $0.isAt(loop.next) }) { continue }
        for out in no { add(out, loop, to: &rounds.result) }
      }
      // From an endless loop a round leads to the next one, and nowhere else.
      return isEndless
        ? changing(rounds.ends, loop, &rounds)
        : collect(rounds.ends, loop, into: &rounds.result) {
          leaving(conditions, behind: $0, since: path)
        }
    }
  }

  private func run(
    _ loop: Loop, repeatWhile condition: Expression, of body: Body, _ path: Path
  ) -> [Flow] {
    execute(loop, from: path) { rounds, frontier, count in
      var again: [Flow] = []
      for start in frontier {
        let round = round(count, of: loop, body, start)
        rounds.ends += round
        again += round.flatMap { asked(condition, behind: $0, loop, out: &rounds.result) }
          .map { forgetting($0, loop, since: start) }
      }
      return changing(again, loop, &rounds)
    }
  }

  /// What the rounds of a loop have come to.
  private struct Rounds {
    /// Where they leave the loop, or what is around it.
    var result: [Flow] = []
    /// The ends of the last ones.
    var ends: [Flow] = []
    /// The paths that rounds have started from.
    var known: [Path]
  }

  /// Executes rounds for as long as they change something.
  ///
  /// - Parameter round: Executes one from each of some paths, and gives those that go on from there.
  private func execute(
    _ loop: Loop, from path: Path, round: (inout Rounds, _ starts: [Path], _ count: Int) -> [Path]
  ) -> [Flow] {
    let mark = departed.mark
    var rounds = Rounds(known: [path])
    var (frontier, walked, cut) = ([path], [Path](), [Path]())
    for count in 1... {
      walked += frontier
      rounds.ends = []
      let ways = further(round(&rounds, frontier, count), walked, round: count)
      (frontier, cut) = (ways.next, cut + ways.cut)
      if frontier.isEmpty { break }
    }
    if !cut.isEmpty { findings.isCut = true }
    if rounds.result.isEmpty {
      return never(leaving: cut.isEmpty ? rounds.ends : [], cut, loop, from: path, since: mark)
    }
    return onlyWay(rounds.result.map { coherent($0, from: path) }, loop, from: path, since: mark)
  }

  private func run(
    forEach loop: Loop, of body: Body, _ path: Path, past: Path? = nil, isFirst: Bool = true
  ) -> [Flow] {
    guard case .forEach(let pattern, let sequence, let filter, _) = loop.kind else { return [] }
    let mark = departed.mark
    let names = tellsActions ? body.names(in: loop) : []
    let goesOn = loop.clause(in: body)
    var result: [Flow] = []
    if let past, !tellsActions { result = [Flow(past.ending(goesOn), .arrives(loop.behind))] }
    var (frontier, walked) = ([path], [Path]())
    let compares = !tellsActions && body.compares(pattern.variables)
    let first = compares ? sequence.firstNumber : nil
    for count in 1... {
      let isFirst = isFirst && count == 1
      // The round of a number that is known does not stand for those of others.
      if !isFirst || first == nil { walked += frontier }
      let asked = isFirst && past == nil ? nil : goesOn
      let flows = frontier.flatMap { start in
        let round = element(
          pattern, counts: sequence.counts, start.taking(asked), from: first, isFirst: isFirst
        )
        let ends = filtered(filter, loop, body, count, round, since: start)
        return together(ends, at: loop.next, names: names, from: start)
      }
      let ends = collect(flows, loop, into: &result) { [$0.ending(goesOn)] }
      let ways = further(ends, walked, round: count)
      if !ways.cut.isEmpty { findings.isCut = true }
      frontier = ways.next
      if frontier.isEmpty { break }
    }
    if tellsActions, !result.contains(where: { $0.isAt(loop.behind) }) {
      result.append(Flow(path, .arrives(loop.behind)))
    }
    return onlyWay(result, loop, from: path, since: mark)
  }

  /// The path into a round, with an element that is not known, or is one of the numbers from one on.
  func element(
    _ pattern: Pattern, counts: Bool, _ path: Path, from number: Int? = nil, isFirst: Bool = true
  ) -> Path {
    var start = path
    for variable in pattern.variables {
      let name = isFirst || number == nil ? variable.name : variable.name + "'"
      let symbol = symbols.symbol(.joined(name, version: path.clock.version))
      var element = Unknown(symbol, text: variable.name)
      element.isOrdered = counts
      if let number, isFirst {
        start.facts[isNumber(number, symbol)] = .bool(true)
      } else if let number {
        element.atLeast = min(number, 0) + 1
      }
      start.declare(variable, .unknown(element))
    }
    return start
  }

  /// Tells whether an element of a loop is a number.
  func isNumber(_ number: Int, _ element: Symbol) -> Symbol {
    symbols.symbol(.relation(.symbol(element, stamp: nil), "==", .text("\(number)")))
  }

  func filtered(
    _ filter: Expression?, _ loop: Loop, _ body: Body, _ count: Int, _ path: Path,
    since start: Path
  ) -> [Flow] {
    guard let filter else { return round(count, of: loop, body, path) }
    return truth(filter, path).flatMap { answer -> [Flow] in
      switch answer {
      case .known(let taken, true): return round(count, of: loop, body, taken)
      case .known: return [Flow(start, .arrives(loop.next))]
      // That no element is asked for belongs to the action too.
      case .open(let taken, _, _) where tellsActions && !taken.isImpossible:
        return round(count, of: loop, body, taken)
      case .open(let taken, let passed, let text):
        let others = passed.isImpossible ? [] : [Flow(start, .arrives(loop.next))]
        if taken.isImpossible { return others }
        return round(count, of: loop, body, taken.under(Clause(text: text))) + others
      }
    }
  }

  /// A round: its ends, those that go on at the end of the round.
  private func round(_ count: Int, of loop: Loop, _ body: Body, _ path: Path) -> [Flow] {
    let further = count > 1 ? 1 : 0
    calls.loops += 1
    calls.furtherRounds += further
    defer {
      calls.loops -= 1
      calls.furtherRounds -= further
    }
    return run(loop.body, of: body, [path]).map { leaving($0, at: [loop.next, loop.behind], path) }
  }

  /// A round behind the conditions of its loop.
  ///
  /// One that belongs to its action says nothing of when the loop goes on: after it, the conditions no
  /// longer hold.
  private func round(
    _ count: Int, of loop: Loop, _ body: Body, behindConditions way: Path, from start: Path
  ) -> [Flow] {
    guard tellsActions, way.guards.starts(with: start.guards) else {
      return round(count, of: loop, body, way)
    }
    var inside = way
    inside.loopGuards += way.guards.count - start.guards.count
    return round(count, of: loop, body, inside).map { flow in
      guard flow.isAt(loop.next), flow.path.guards.starts(with: way.guards) else { return flow }
      var flow = flow
      flow.path.guards.removeSubrange(start.guards.count..<way.guards.count)
      flow.path.loopGuards = start.loopGuards
      for symbol in way.facts.keys { flow.path.facts[symbol] = start.facts[symbol] }
      return flow
    }
  }

  private func asked(
    _ condition: Expression, behind flow: Flow, _ loop: Loop, out: inout [Flow]
  ) -> [Flow] {
    guard flow.isAt(loop.next) else { return [flow] }
    return truth(condition, flow.path).flatMap { answer -> [Flow] in
      switch answer {
      case .known(let path, true): return [Flow(path, .arrives(loop.next))]
      case .known(let path, false):
        add(path, loop, to: &out)
        return []
      case .open(let yes, let no, _):
        if !no.isImpossible { add(no, loop, to: &out) }
        return yes.isImpossible ? [] : [Flow(yes, .arrives(loop.next))]
      }
    }
  }

  /// The ways out of a loop behind one of its rounds: those that find its conditions false.
  ///
  /// How often it was executed is of no matter.
  private func leaving(_ conditions: [Condition], behind end: Path, since start: Path) -> [Path] {
    calls.loops += 1
    let (_, no) = branch(conditions, end)
    calls.loops -= 1
    if end.progress.segment != start.progress.segment { return no }
    return no.allSatisfy(\.isImpossible) ? [] : [end]
  }

  /// The paths into one more round, and those that are cut: behind the first few rounds all that have
  /// not reached another state.
  func further(_ ways: [Path], _ walked: [Path], round: Int) -> (next: [Path], cut: [Path]) {
    let ways = joined(ways).filter { way in
      !walked.contains {
        // That more tasks were put off asks for another round, and leaves nothing out.
        covers($0, way, since: walked.first)
          && (round >= mostRounds || $0.progress.isPostponingSame(way.progress))
      }
    }
    guard round >= mostRounds else { return (ways, []) }
    // A loop that counts in its state comes to another number in each round.
    let tellsLiterals = round < 2 * mostRounds
    let known = Set(walked.map { roundMark($0, tellsLiterals) })
    let reaches = ways.map { way in
      !tellsActions && roundMark(way, tellsLiterals).map { !known.contains($0) } ?? false
    }
    return (zip(ways, reaches).filter(\.1).map(\.0), zip(ways, reaches).filter { !$0.1 }.map(\.0))
  }

  /// What tells the state that a round has come to from others: a case with its literals, or those that
  /// a struct holds.
  private func roundMark(_ path: Path, _ tellsLiterals: Bool) -> String? {
    guard setting.isProjected, case .object(let object)? = setting.state.place.flatMap(path.value)
    else {
      guard let mark = stateMark(path), tellsLiterals else { return stateMark(path) }
      let parts = setting.state.place.flatMap(path.value)?.caseValue?.payload ?? []
      return parts.reduce(mark) { mark, part in
        if case .literal(let text) = part.value { "\(mark),\(text)" } else { mark + ",?" }
      }
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

  /// Ends the paths of a loop that has no way out: the handler stays in it.
  ///
  /// - Parameter cut: The paths into rounds that are not executed any more, however much they change.
  private func never(
    leaving ends: [Flow], _ cut: [Path], _ loop: Loop, from base: Path, since mark: Departed.Mark
  ) -> [Flow] {
    let isOnly = departed.mark == mark
    let open = ends.filter { isOnly && $0.isAt(loop.next) }.map(\.path)
    let told = cut.filter { isOnly || $0.trail.writeLocation != base.trail.writeLocation }
    departed.trapped += (open + told).map { Flow($0, .ends) }
    return []
  }

  /// Where a loop has one way out, that is taken whatever its conditions were.
  private func onlyWay(
    _ ways: [Flow], _ loop: Loop, from base: Path, since mark: Departed.Mark
  ) -> [Flow] {
    let ways = joiningRounds(ways, of: loop, from: base)
    guard ways.count == 1, ways[0].isAt(loop.behind), departed.mark == mark,
      ways[0].path.guards.starts(with: base.guards)
    else { return ways }
    var way = ways[0]
    way.path.guards = base.guards
    return [way]
  }

  /// The end of a round, behind which what it has asked of others is asked anew: a loop goes on until
  /// an answer changes.
  private func forgetting(_ flow: Flow, _ loop: Loop, since start: Path) -> Flow {
    guard flow.isAt(loop.next) else { return flow }
    var (own, kept): (Set<Symbol>, Set<Symbol>) = ([], [.start, .me])
    for frame in flow.path.frames {
      for case .unknown(let value)? in frame.variables + [frame.me] {
        own.insert(value.symbol)
        // What nobody else has changes by what is executed alone.
        if type(value.type ?? value.domain?.type)?.kind == .struct { kept.insert(value.symbol) }
      }
    }
    var flow = flow
    flow.path.forget { [symbols] symbol in
      if start.facts[symbol] != nil || own.contains(symbol) { return false }
      // What was found out by comparing numbers that are kept holds while they are.
      if case .relation(.symbol(let a, nil), _, .text) = symbols.origin(of: symbol) {
        return !own.contains(a)
      }
      return !sequence(first: symbol) { symbols.origin(of: $0).whole }.dropFirst()
        .contains(where: kept.contains)
    }
    return flow
  }

  /// The ends of a round that the next one starts from, and have changed something.
  private func changing(_ flows: [Flow], _ loop: Loop, _ rounds: inout Rounds) -> [Path] {
    let known = rounds.known
    var frontier: [Path] = []
    _ = collect(flows, loop, into: &rounds.result) { path in
      let isCovered =
        known.contains { covers($0, path, since: known.first) }
        || frontier.contains {
          covers($0, path, since: known.first)
            && $0.trail.writeLocation == path.trail.writeLocation
        }
      if !isCovered { frontier.append(path) }
      return []
    }
    rounds.known += frontier
    return frontier
  }

  /// The conditions of the last round, without those of a round before that they deny.
  func coherent(_ flow: Flow, from base: Path) -> Flow {
    guard flow.path.guards.starts(with: base.guards) else { return flow }
    var flow = flow
    let told = flow.path.guards.dropFirst(base.guards.count).reduce(into: [Clause]()) {
      told, clause in
      told.removeAll { $0 == clause.negated }
      told.append(clause)
    }
    flow.path.guards = base.guards + told
    return flow
  }

  /// Sorts the ends of a round: those that may leave the loop, and those that may go on.
  private func collect(
    _ flows: [Flow], _ loop: Loop, into result: inout [Flow], leaving: (Path) -> [Path]
  ) -> [Path] {
    var frontier: [Path] = []
    for flow in flows {
      if flow.isAt(loop.next) {
        for path in leaving(flow.path) { add(path, loop, to: &result) }
        frontier.append(flow.path)
      } else if flow.isAt(loop.behind) {
        add(flow.path, loop, to: &result)
      } else {
        result.append(flow)
      }
    }
    return frontier
  }

  /// Adds a way out of a loop, or joins it with one that has done the same.
  private func add(_ path: Path, _ loop: Loop, to result: inout [Flow]) {
    add(Flow(path, .arrives(loop.behind)), to: &result, by: \.path, base: path) {
      $0.isAt(loop.behind) && isOneWay($0.path, path)
    }
  }
}

extension Loop {
  /// What a loop with a wait in it asks before each round: what follows the wait is one row where it
  /// goes on, and another where that was the last one.
  fileprivate func clause(in body: Body) -> Clause? {
    guard case .forEach(_, _, _, false) = kind, body.waits(inside: self) else { return nil }
    return Clause(text: "for \(elementText) in \(sequenceText)")
  }
}

extension Body {
  func waits(inside loop: Loop) -> Bool {
    guard let header = blocks[loop.body].around else { return false }
    return blocks.indices.contains { number in
      switch blocks[number].end {
      case .suspend: return isInside(number, of: header)
      case .loop(let inner):
        guard case .forEach(_, _, _, true) = inner.kind else { return false }
        return isInside(number, of: header)
      default: return false
      }
    }
  }

  /// Whether a block stands in the construct that another one ends with.
  func isInside(_ block: Block.Number, of outer: Block.Number) -> Bool {
    constructs(around: block).contains(outer)
  }
}

extension Path {
  /// The path into a round for which there is a further element.
  fileprivate func taking(_ clause: Clause?) -> Path {
    guard let clause, guards.last != clause else { return self }
    return under(clause)
  }

  /// The path past a loop that has no further element.
  fileprivate func ending(_ clause: Clause?) -> Path {
    guard let clause else { return self }
    var path = self
    if let earlier = path.guards.lastIndex(of: clause) {
      path.guards.remove(at: earlier)
      if earlier < path.decided { path.decided -= 1 }
    }
    return path.under(clause.negated)
  }
}
