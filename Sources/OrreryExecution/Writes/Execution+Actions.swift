import OrreryProgram

/// The actions of a struct state of which nothing is known: each place that writes is a row, and what
/// a loop does belongs to the action around it.
extension Execution {
  /// More rows than this that do the same are better told as one.
  private static let mostApart = 6

  /// Whether rows tell the writes of an action, whatever the state is.
  var tellsActions: Bool { setting.state.structType != nil && !setting.isProjected }

  // MARK: - Values that are written

  /// `state.name = a ? b : c` is one write, as long as nothing else asks for `a`; nothing where the
  /// two sides are more than values, or tell states apart.
  func choose(
    _ target: Expression, _ value: Expression, at place: Place, _ path: Path
  ) -> Way? {
    guard tellsActions, accessors(behind: place, path).isEmpty,
      case .conditional(let condition, let yes, let no) = value.form,
      case let answers = truth(condition, path), answers.count == 1,
      case .open(let left, let right, let text)? = answers.first,
      isPure(yes, left), isPure(no, right),
      place.path.last?.hasPrefix("[") ?? false || !isDecisive(yes, left, at: place)
    else { return nil }
    var path = left.weaker(than: right)
    let new = fresh(value.text, path, type: type(at: place, path))
    var write = path.write(value.text, to: propertyText(target, path) ?? "")
    write.choice = Write.Choice(condition: text, yes: yes.text, no: no.text)
    store(new, write, at: place, &path)
    return Way(path, .void)
  }

  private func isDecisive(_ node: Expression, _ path: Path, at place: Place) -> Bool {
    evaluate(node, path, type(at: place, path).map { TypeReference(key: $0) })
      .contains(where: \.value.isDecisive)
  }

  private func isPure(_ node: Expression, _ path: Path) -> Bool {
    let found = evaluate(node, path)
    return found.count == 1 && found.allSatisfy { sameOutcome($0.path, path) }
  }

  /// A call that only answers is one value, whichever answer it gives: the call is what is written.
  func answers(_ ways: [Way], of value: Expression, at place: Place, _ path: Path) -> [Way] {
    guard tellsActions, ways.count > 1, case .call = value.form,
      ways.allSatisfy({ sameOutcome($0.path, path) }),
      !ways.contains(where: { isChangedState($0.value) })
    else { return ways }
    return [Way(path, fresh(value.text, path, type: type(at: place, path)))]
  }

  // MARK: - Paths that do the same

  /// Whether an action ends behind a construct, so that each of its paths is a row of its own.
  func mayStayApart(at behind: Block.Number, in body: Body) -> Bool {
    tellsActions && !setting.isCoarse && calls.entries.isEmpty && body.ends(at: behind)
  }

  /// The paths, with those joined whose conditions are again one; nothing where they are too many.
  func apart(_ flows: [Flow], at behind: Block.Number, from base: Path) -> [Flow]? {
    var result: [Flow] = []
    for flow in flows {
      add(flow, to: &result, by: \.path, base: base) { known in
        known.isAt(behind) && flow.isAt(behind) && isOneWay(known.path, flow.path)
          && (Self.areOne(known.path.guards, flow.path.guards)
            || areCaughtAlike(known.path, flow.path, since: base))
      }
    }
    return result.count > Self.mostApart ? nil : result
  }

  /// Whether the conditions of either of two paths are one condition again.
  private static func areOne(_ a: [Clause], _ b: [Clause]) -> Bool {
    if Clause.joinable(a, b) != nil { return true }
    let common = zip(a, b).prefix { $0 == $1 }.count
    return either(a.dropFirst(common), b.dropFirst(common)) != nil
  }

  /// Whether one clause has caught the errors of different calls: that is one thing to tell.
  private func areCaughtAlike(_ a: Path, _ b: Path, since base: Path) -> Bool {
    a.trail.branch?.id == b.trail.branch?.id
      && [a, b].allSatisfy { $0.guards.dropFirst(base.guards.count).contains(where: \.isThrow) }
  }

  // MARK: - Rounds of loops

  /// The ends of a round, those that differ in nothing but what they ask of an element and what they
  /// change as one, which changes all of it: one element may take one of them, and the next another.
  ///
  /// - Parameter names: The variables that only the loop has.
  func together(
    _ flows: [Flow], at next: Block.Number, names: Set<String>, from base: Path
  ) -> [Flow] {
    guard tellsActions else { return flows }
    var result: [(flow: Flow, outside: [Clause])] = []
    for flow in flows {
      guard flow.isAt(next), flow.path.guards.starts(with: base.guards) else {
        result.append((flow, []))
        continue
      }
      let asked = flow.path.guards.dropFirst(base.guards.count)
      let outside =
        base.guards + asked.filter { clause in !names.contains { clause.text.names($0) } }
      let known = result.firstIndex { other in
        other.flow.isAt(next) && other.outside == outside
          && differ(other.flow.path, flow.path, inWritesFrom: base)
      }
      if let known {
        result[known].flow.path = both(result[known].flow.path, flow.path, under: outside, base)
      } else {
        result.append((flow, outside))
      }
    }
    return result.map(\.flow)
  }

  /// Whether two paths have come to the same but for what they have changed of the state.
  private func differ(_ a: Path, _ b: Path, inWritesFrom base: Path) -> Bool {
    guard let place = setting.state.place.map(a.resolved), let (left, right) = states(a, b),
      left.base.symbol == right.base.symbol
    else { return false }
    var (a, b) = (a, b)
    a.set(.void, at: place.whole)
    b.set(.void, at: place.whole)
    return sameValues(a, b)
  }

  private func states(_ a: Path, _ b: Path) -> (ObjectValue, ObjectValue)? {
    guard let watched = setting.state.place, case .object(let left)? = a.peek(at: watched),
      case .object(let right)? = b.peek(at: watched)
    else { return nil }
    return (left, right)
  }

  /// Two paths as one, which changes what each of them does.
  private func both(_ a: Path, _ b: Path, under guards: [Clause], _ base: Path) -> Path {
    guard let watched = setting.state.place, var (left, right) = states(a, b) else { return a }
    let known = left.writes
    left.writes += right.writes.filter { !known.contains($0) }.map { write in
      var write = write
      write.isOneOfSeveral = true
      return write
    }
    let depth = guards.count - a.loopGuards
    for index in left.writes.indices {
      left.writes[index].depth = left.writes[index].depth.map { min($0, depth) }
    }
    right.writes = left.writes
    var (a, b) = (a, b)
    a.set(.object(left), at: watched)
    b.set(.object(right), at: watched)
    var path = join(a, b, base: base)
    path.guards = guards
    path.trail.writeLocation = a.trail.writeLocation ?? b.trail.writeLocation
    return path
  }
}

extension Body {
  /// Whether nothing follows from a block on but the end of the function.
  fileprivate func ends(at number: Block.Number) -> Bool {
    var (number, met) = (number, Set<Block.Number>())
    while blocks.indices.contains(number), met.insert(number).inserted {
      let block = blocks[number]
      guard block.instructions.allSatisfy(\.isMark) else { return false }
      switch block.end {
      case .end, .return: return true
      case .jump(let target):
        // The end of a round leads to the head of its loop, and from there behind it.
        if case .loop(let loop) = blocks[target].end {
          number = loop.behind
        } else {
          number = target
        }
      default: return false
      }
    }
    return false
  }
}
