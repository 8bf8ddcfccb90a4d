import OrreryModel
import OrreryProgram

/// Blocks, and the constructs that stand at their ends.
extension Execution {
  /// Executes a block and those that follow it, up to what leaves the construct that it is in.
  ///
  /// - Parameter others: Paths that have left constructs before: those that have left a labelled
  ///   statement go on behind it.
  func run(
    _ number: Block.Number, of body: Body, _ paths: [Path], beside others: [Flow] = []
  ) -> [Flow] {
    var (open, done) = (paths, others)
    var number = number
    while true {
      if open.isEmpty {
        guard let next = done.compactMap({ body.target(of: $0, inside: number) }).min() else {
          break
        }
        (open, number) = (done.filter { $0.isAt(next) }.map(\.path), next)
        done.removeAll { $0.isAt(next) }
      }
      let block = body.blocks[number]
      for instruction in block.instructions { open = step(instruction, open) }
      guard let behind = block.end.behind else {
        guard case .jump(let target) = block.end, body.isInside(target, with: number) else {
          done += open.flatMap { leave(block, number, of: body, at($0, block.statement)) }
          open = []
          continue
        }
        let early = done.filter { $0.isAt(target) }.map(\.path)
        done.removeAll { $0.isAt(target) }
        (open, number) = (bounded(narrowed(early + open)), target)
        continue
      }
      var next: [Path] = []
      for path in open {
        guard spend() else { break }
        for var flow in leave(block, number, of: body, at(path, block.statement)) {
          flow = ending(block, flow)
          if flow.isAt(behind) { next.append(flow.path) } else { done.append(flow) }
        }
      }
      (open, number) = (bounded(narrowed(next)), behind)
    }
    return done
  }

  private func step(_ instruction: Instruction, _ paths: [Path]) -> [Path] {
    bounded(
      narrowed(
        paths.flatMap { path in
          spend() ? step(instruction, at(path, instruction.statement)) : []
        }))
  }

  private func step(_ instruction: Instruction, _ path: Path) -> [Path] {
    switch instruction.operation {
    case .evaluate(let expression): return evaluate(expression, path).map(\.path)
    case .declare(let pattern, let value, let type): return declare(pattern, value, type, path)
    case .enter(let place):
      var path = path
      path.trail.branch = place
      return [path]
    case .assume(let text): return [path.under(Clause(text: text))]
    case .start(let pattern, let function, _): return start(pattern, function, path)
    }
  }

  /// The path at a statement.
  private func at(_ path: Path, _ statement: Statement?) -> Path {
    guard let statement else { return path }
    var path = path
    path.trail.location = statement.location
    if path.trail.innerEnd != nil { path.trail.innerEnd = nil }
    path.trail.last = statement.id
    findings.reached.insert(statement.id)
    return path
  }

  /// The ways on from a block: behind the construct that stands at its end, or out of the one that it
  /// ends.
  private func leave(
    _ block: Block, _ number: Block.Number, of body: Body, _ path: Path
  ) -> [Flow] {
    switch block.end {
    case .branch(let conditions, let then, let otherwise, let behind):
      return branch(conditions, then, otherwise, behind, of: body, path)
    case .match(let match): return run(match, of: body, path)
    case .loop(let loop): return run(loop, at: number, of: body, path)
    case .attempt(let inner, let handler, let error, let behind):
      return attempt(inner, handler, error, behind, of: body, path)
    case .deferring(let inner, let deferred, _):
      return deferring(inner, deferred, by: number, of: body, path)
    case .suspend(let point): return suspend(point, at: number, of: body, path)
    case .jump(let target): return [ending(block, Flow(path, .arrives(target)))]
    case .end: return [Flow(path, .ends)]
    case .unreachable:
      // What a `guard` ends with never returns; a build that is stopped has no paths.
      if case .evaluate(let last)? = block.instructions.last?.operation,
        case .call(let call) = last.form
      {
        departed.trapped.append(Flow(path, .trapped(call.name)))
      }
      return []
    case .return(let expression): return leave(with: expression, path).map { ending(block, $0) }
    case .throw(let expression):
      return evaluate(expression, path).map { way in
        var path = way.path
        path.throwsItself = true
        return ending(block, Flow(path, .threw(way.value)))
      }
    }
  }

  /// The flow out of the construct at the end of a block, which a statement that closes ends.
  func ending(_ block: Block, _ flow: Flow) -> Flow {
    guard let statement = block.statement, statement.closes else { return flow }
    var flow = flow
    flow.path.trail.joined.insert(statement.id)
    return flow
  }

  private func leave(with expression: Expression?, _ path: Path) -> [Flow] {
    guard let expression else { return [Flow(path, .returned(.void))] }
    let expected = path.frames[path.depth - 1].returnType
    return evaluate(expression, path, expected).map { way in
      var end = way.path
      if !calls.followed.contains(expression.id) { end.trail.returnLocation = path.trail.location }
      return Flow(end, .returned(way.value))
    }
  }

  private func branch(
    _ conditions: [Condition], _ then: Block.Number, _ otherwise: Block.Number,
    _ behind: Block.Number?, of body: Body, _ path: Path
  ) -> [Flow] {
    let mark = departed.mark
    let isSpared = skipsEqual(conditions, then, otherwise, behind, of: body)
    let (yes, no) = branch(conditions, path, isSpared: isSpared)
    guard let behind else {
      // A `guard`: what its `else` ends with never returns.
      return yes.map { Flow($0, .arrives(then)) } + no.flatMap { run(otherwise, of: body, [$0]) }
    }
    // Further conditions, which wait, may turn out not to hold where the first ones do, or to hold
    // where these do not.
    let taken = yes.flatMap { run(then, of: body, [$0]) }
    let refused = no + taken.filter { $0.isAt(otherwise) }.map(\.path)
    let others = refused.flatMap { run(otherwise, of: body, [$0]) }
    let flows =
      taken.filter { !$0.isAt(otherwise) }
      + others.flatMap { $0.isAt(then) ? run(then, of: body, [$0.path]) : [$0] }
    if conditions.first?.isOfBuild ?? false, !setting.isCoarse, holdOthers(flows, at: behind) {
      return flows
    }
    return merged(flows, at: behind, of: body, from: path, since: mark)
  }

  /// Whether variables hold other values on one path to a block than on another: what follows is told
  /// of each build.
  private func holdOthers(_ flows: [Flow], at behind: Block.Number) -> Bool {
    let open = flows.filter { $0.isAt(behind) }.map(\.path)
    guard let first = open.first else { return false }
    return open.dropFirst().contains { other in
      !first.holdsAlike(other) { $0.agrees(with: $1) { $0.isSame(as: $1) } }
    }
  }

  /// A body that is left, however that is, by way of its deferred statements.
  private func deferring(
    _ inner: Block.Number, _ deferred: Block.Number, by construct: Block.Number, of body: Body,
    _ path: Path
  ) -> [Flow] {
    let region = body.region(from: deferred, in: construct).sorted().map { body.blocks[$0] }
    let writes = mayWrite(References(of: region), path)
    departed.thrown.append([])
    departed.quietDefers += writes ? 0 : 1
    let flows = run(inner, of: body, [path])
    departed.quietDefers -= writes ? 0 : 1
    return finishing(flows, by: deferred, of: body, path.depth)
  }

  /// Ends of paths behind the deferred statements that run then, also where something was raised.
  func finishing(
    _ flows: [Flow], by deferred: Block.Number, of body: Body, _ depth: Int
  ) -> [Flow] {
    let raised = departed.thrown.removeLast()
    let finish = { (flow: Flow) -> [Flow] in
      self.run(deferred, of: body, [flow.path.unwound(to: depth)]).map { end in
        var path = end.path
        path.trail.last = flow.path.trail.last
        return Flow(path, flow.exit)
      }
    }
    for flow in raised.flatMap(finish) { departed.thrown[departed.thrown.count - 1].append(flow) }
    return flows.flatMap(finish)
  }

  private func declare(
    _ pattern: Pattern, _ value: Expression?, _ type: TypeReference?, _ path: Path
  ) -> [Path] {
    guard let value else {
      var path = path
      for variable in pattern.variables {
        let symbol = symbols.symbol(.joined(variable.name, version: path.clock.version))
        let open = Unknown(symbol, text: variable.name, type: type?.key)
        path.declare(
          variable, type?.isOptional == true ? .absent : noted(.unknown(open), as: type))
      }
      return [path]
    }
    if case .bind(let variable) = pattern, let place = machine(named: value, path) {
      // Another name for the machine, where that is an object.
      return [path.declaring(variable, .alias(place))]
    }
    return settledOnOne(evaluate(value, path, type), value, path).map { way in
      var path = way.path
      bind(pattern, noted(placed(way.value, path), as: type), &path)
      return path
    }
  }

  func bind(_ pattern: Pattern, _ value: Value, _ path: inout Path) {
    switch pattern {
    case .bind(let variable):
      path.declare(variable, variable.name.isEmpty ? value : value.worded(variable.name))
    case .tuple(let elements):
      for (offset, element) in elements.enumerated() {
        bind(element.pattern, path.field("\(offset)", of: value), &path)
      }
    default: break
    }
  }

  /// A value read through an alias is the value, not the alias.
  func placed(_ value: Value, _ path: Path) -> Value {
    guard case .alias(let place) = value else { return value }
    return path.value(at: place) ?? value
  }
}

extension Body {
  /// The block that a path has come to, where that stands in the same construct as another one.
  fileprivate func target(of flow: Flow, inside other: Block.Number) -> Block.Number? {
    guard case .arrives(let target) = flow.exit, isInside(target, with: other) else { return nil }
    return target
  }

  /// Whether a block stands in the same construct as another one, and is not the end of a round.
  fileprivate func isInside(_ target: Block.Number, with other: Block.Number) -> Bool {
    guard blocks[target].around == blocks[other].around else { return false }
    guard let around = blocks[other].around else { return true }
    switch blocks[around].end {
    case .loop(let loop): return loop.next != target
    // The other side of a condition.
    case .branch(_, let then, let otherwise, _): return ![then, otherwise].contains(target)
    default: return true
    }
  }
}

extension Terminator {
  /// The block behind a construct; nothing where a block ends the one that it is in.
  var behind: Block.Number? {
    switch self {
    case .branch(_, let then, _, let behind): behind ?? then
    case .match(let match): match.behind
    case .loop(let loop): loop.behind
    case .attempt(_, _, _, let behind), .deferring(_, _, let behind): behind
    case .suspend(let point): point.next
    case .jump, .return, .throw, .end, .unreachable: nil
    }
  }
}

extension Condition {
  /// Whether it tells one build from another: `#if DEBUG`.
  fileprivate var isOfBuild: Bool {
    if case .unknown(let text) = self { text.hasPrefix("#if ") } else { false }
  }
}
