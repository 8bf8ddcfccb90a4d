import OrreryModel
import OrreryProgram

/// What follows a suspension: the handler goes on from the block at which it has stopped.
extension Execution {
  /// How a suspension ends.
  package struct Resumption {
    package var succeeds: Bool
    /// The state that it ends in.
    package var state: Value
    /// The state that the handler has started in; nothing where that may be any.
    package var origin: Value?
    /// What is not known behind it, since it is come to with other values too.
    package var open: Set<Suspension.Constant> = []

    package init(
      succeeds: Bool, state: Value, origin: Value?, open: Set<Suspension.Constant>
    ) {
      (self.succeeds, self.state, self.origin, self.open) = (succeeds, state, origin, open)
    }
  }

  /// Executes what follows a suspension, and returns all of its ends.
  package func resume(_ suspension: Suspension, _ resumption: Resumption) -> [Flow] {
    var flows: [Flow] = []
    for snapshot in toldApart(suspension.snapshots) {
      departed = Departed()
      calls = snapshot.calls
      calls.points = []
      let start = begin(snapshot, suspension, resumption)
      flows += go(on: snapshot, start, suspension, resumption)
      flows += departed.suspended + departed.trapped
      for flow in departed.thrown.flatMap({ $0 }) { flows.append(flow) }
    }
    for flow in flows { settleTasks(of: flow.path) }
    return flows
  }

  /// The path behind a wait: what others may have changed meanwhile is not known any more.
  private func begin(
    _ snapshot: Suspension.Snapshot, _ suspension: Suspension, _ resumption: Resumption
  ) -> Path {
    var path = snapshot.path
    path.progress = Progress()
    path.progress.segment = suspension.key.callee
    path.progress.lasting = snapshot.path.guards.filter(\.isLasting)
    path.meetStranger()
    let owner = type(path.frames[0].selfType)
    path.forget { [self] in !lastsOverWaits($0, owner) }
    (path.guards, path.visited, path.decided, path.loopGuards) = ([], [], 0, 0)
    (path.writeLocation, path.wildcard, path.written) = (nil, nil, [])
    path.asksStart = false
    renameStart(&path, resumption, in: snapshot.activations)
    forgetProperties(&path)
    if let watched = setting.watched { path.set(resumption.state, at: watched) }
    leaveRounds(of: snapshot.activations, &path)
    open(resumption.open, &path)
    return path
  }

  /// Whether what was found out about a value holds behind a wait.
  private func lastsOverWaits(_ symbol: Symbol, _ owner: NominalType?) -> Bool {
    if case .member(let whole, let name) = symbols.origin(of: symbol),
      symbols.origin(of: whole) == .me
    {
      return owner?.property(name)?.isLet ?? false
    }
    return symbols.lastsOverWaits(symbol)
  }

  /// The state that the handler has started in is not the one that it goes on in.
  private func renameStart(
    _ path: inout Path, _ resumption: Resumption, in activations: [Activation]
  ) {
    let any = Value.unknown(
      Unknown(symbols.symbol(.origin), text: "state", type: setting.stateType))
    let origin = resumption.origin
    for index in path.frames.indices {
      path.frames[index].me = path.frames[index].me.map { renamed($0, origin, any, path) }
      let mutable = activations.first { $0.depth == index + 1 }?.body.mutable ?? []
      let values = path.frames[index].variables
      path.frames[index].variables = values.enumerated().map { slot, value in
        value.map {
          forgettingShared(renamed($0, origin, any, path), isVariable: mutable.contains(slot))
        }
      }
    }
  }

  /// Snapshots that differ in what a variable is known to be: that is a condition then.
  private func toldApart(_ snapshots: [Suspension.Snapshot]) -> [Suspension.Snapshot] {
    guard snapshots.count > 1, let first = snapshots.first,
      snapshots.allSatisfy({ $0.path.depth == first.path.depth })
    else { return snapshots }
    var result = snapshots
    for (frame, activation) in first.activations.map({ ($0.depth - 1, $0) }) {
      for (slot, name) in activation.body.variableNames {
        let values = snapshots.map { $0.path.frames[frame][slot] }
        guard let known = values[0], !values.allSatisfy({ $0?.isSame(as: known) ?? false })
        else { continue }
        let answers = values.map { $0?.answer }
        if answers.contains(nil) {
          if known.isDecisive { open(slot, named: name, of: frame, known.type, in: &result) }
          continue
        }
        let symbol = symbols.symbol(.told(name, frame: frame))
        for (index, answer) in answers.enumerated() {
          guard let answer else { continue }
          result[index].path.frames[frame].variables[slot] = .unknown(Unknown(symbol, text: name))
          result[index].path.facts[symbol] = .bool(answer)
        }
      }
    }
    return result.reduce(into: []) { all, snapshot in
      if !all.contains(where: { isAlike($0, snapshot) }) { all.append(snapshot) }
    }
  }

  private func open(
    _ slot: Int, named name: String, of frame: Int, _ type: String?,
    in snapshots: inout [Suspension.Snapshot]
  ) {
    let symbol = symbols.symbol(.joined(name, version: snapshots[0].path.version))
    for index in snapshots.indices {
      snapshots[index].path.frames[frame].variables[slot] = .unknown(
        Unknown(symbol, text: name, type: type))
    }
  }

  private func isAlike(_ a: Suspension.Snapshot, _ b: Suspension.Snapshot) -> Bool {
    sameOutcome(unwatched(a.path), unwatched(b.path))
  }

  private func renamed(
    _ value: Value, _ origin: Value?, _ any: Value, _ path: Path
  ) -> Value {
    value.mapped { part in
      if part.isStart {
        if origin == nil { keepsStart = true }
        return origin ?? any
      }
      guard case .unknown(var unknown) = part else { return part }
      // What was waited for before is another value than what is now.
      let moved =
        symbols.origin(of: unknown.symbol) == .awaited
        ? symbols.symbol(.joined(unknown.text, version: path.version))
        : symbols.movedFromStart(unknown.symbol)
      guard let moved else { return part }
      unknown.symbol = moved
      return .unknown(unknown)
    }
  }

  /// What an object holds that others may have too, they may have changed.
  ///
  /// - Parameter isVariable: Whether it is kept in a variable: what is changed in a constant is an
  ///   object that others may have.
  private func forgettingShared(_ value: Value, isVariable: Bool = true) -> Value {
    guard case .object(var object) = value else { return value }
    let isValue = type(object.base.type)?.isValue ?? (isVariable && object.base.made != nil)
    object.fields = isValue ? object.fields.mapValues { forgettingShared($0) } : [:]
    return .object(object)
  }

  /// What the properties of the machine hold is what someone has given them; a value is changed by
  /// nobody else.
  private func forgetProperties(_ path: inout Path) {
    guard case .object(var object)? = path.frames[0].me,
      let info = type(path.frames[0].selfType), info.kind == .class || info.kind == .actor
    else { return }
    let kept = setting.watched?.path.first
    for property in info.properties where !property.isLet && !property.isStatic {
      guard property.name != kept else { continue }
      if case .closure? = object.fields[property.name] { continue }
      object.fields[property.name] = nil
    }
    object.fields = object.fields.mapValues { forgettingShared($0) }
    path.frames[0].me = .object(object)
  }

  /// What has decided otherwise for another call of the same helper is told where it is asked for.
  private func open(_ constants: Set<Suspension.Constant>, _ path: inout Path) {
    for constant in constants.sorted(by: { ($0.call, $0.name) < ($1.call, $1.name) }) {
      let frame = path.depth - 1 - constant.call
      guard frame > 0, path.frames.indices.contains(frame),
        let parameter = calls.entries.first(where: { $0.call?.outer.depth == frame })?.function
          .parameters.first(where: { $0.variable.name == constant.name }),
        case let slot = parameter.variable.slot, let value = path.frames[frame][slot]
      else { continue }
      guard case .bool(let known) = value else {
        path.frames[frame].variables[slot] = fresh(constant.name, path, type: value.type)
        continue
      }
      let symbol = symbols.symbol(.told(constant.name, frame: frame))
      path.frames[frame].variables[slot] = .unknown(Unknown(symbol, text: constant.name))
      path.facts[symbol] = .bool(known)
    }
  }
}

// MARK: - Going on

extension Execution {
  private func go(
    on snapshot: Suspension.Snapshot, _ start: Path, _ suspension: Suspension,
    _ resumption: Resumption
  ) -> [Flow] {
    let activations = snapshot.activations
    for activation in activations { prepareCatching(in: activation) }
    guard let last = activations.last else { return [] }
    enter(activations.count - 1, of: activations)
    if case .loop = last.body.blocks[last.block].end {
      return goOn(inLoopOf: last, activations, start, suspension, resumption)
    }
    return climb(
      activations, answers(Way(start, snapshot.value), suspension, resumption, last))
  }

  /// Goes on in each function once those that it has called have.
  private func climb(_ activations: [Activation], _ arrived: [Way]) -> [Flow] {
    var arrived = arrived
    for (index, activation) in activations.enumerated().reversed() {
      enter(index, of: activations)
      let flows = leaving(activation, goOn(activation, arrived))
      guard index > 0, let call = activation.call else { return flows }
      enter(index - 1, of: activations)
      arrived = returned(flows, from: call)
    }
    return []
  }

  /// Makes known which calls are being followed where one of several functions goes on: one for each
  /// of those before.
  private func enter(_ index: Int, of activations: [Activation]) {
    calls.entries = Array(calls.entries.prefix(index))
    calls.points = activations.prefix(index).enumerated().map { number, activation in
      CallStack.Point(
        body: activation.body, block: activation.block, depth: activation.depth, entries: number)
    }
  }

  /// What is given where a function goes on: the answer, or an error that it catches or not.
  private func answers(
    _ way: Way, _ suspension: Suspension, _ resumption: Resumption, _ last: Activation
  ) -> [Way] {
    let (start, value) = (way.path, way.value)
    if suspension.isAskedAgain {
      guard resumption.succeeds else {
        departed.raise(start, .unknown(strangeError(start)))
        return []
      }
      return askedAgain(last, start)
    }
    if !suspension.key.mayFail {
      return [
        Way(
          start,
          .unknown(Unknown(symbols.symbol(.awaited), text: value.text, type: value.type)))
      ]
    }
    guard resumption.succeeds else {
      departed.raise(start, error(of: suspension.key.callee, start))
      return []
    }
    return [Way(start, value)]
  }

  /// The answers of a point that has only waited for tasks.
  private func askedAgain(_ activation: Activation, _ path: Path) -> [Way] {
    guard case .suspend(let point) = activation.body.blocks[activation.block].end else { return [] }
    return suspend(
      point, at: activation.block, of: activation.body, path, hasJoined: true
    ).map { flow in
      Way(flow.path, flow.path.place(of: point.variable).flatMap(flow.path.value) ?? .void)
    }
  }

  /// Executes what stands behind a suspension point.
  private func goOn(_ activation: Activation, _ ways: [Way]) -> [Flow] {
    let body = activation.body
    guard case .suspend(let point) = body.blocks[activation.block].end else { return [] }
    var ways = ways
    if point.attempt == .optional {
      ways += departed.thrown.removeLast().map { flow in
        var path = flow.path
        path.unwind(to: activation.depth)
        return Way(path, .absent)
      }
    }
    let paths = ways.map { way in
      var path = way.path
      path.declare(point.variable, way.value)
      return path
    }
    return run(point.next, of: body, paths)
  }

  /// Leaves the constructs around a block, the innermost first.
  private func leaving(_ activation: Activation, _ flows: [Flow]) -> [Flow] {
    var (flows, inside) = (flows, activation.block)
    while let outer = activation.body.blocks[inside].around {
      flows = leave(outer, from: inside, activation, flows)
      inside = outer
    }
    return flows
  }

  private func leave(
    _ outer: Block.Number, from inside: Block.Number, _ activation: Activation, _ flows: [Flow]
  ) -> [Flow] {
    let body = activation.body
    var flows = flows
    switch body.blocks[outer].end {
    case .branch(_, let then, let otherwise, _?):
      for side in [otherwise, then] {
        flows = flows.flatMap { $0.isAt(side) ? run(side, of: body, [$0.path]) : [$0] }
      }
    case .match(let match): flows = flows.flatMap { fallingThrough($0, match, body) }
    case .loop(let loop):
      calls.loops = max(0, calls.loops - 1)
      flows = flows.flatMap { flow in
        flow.isAt(loop.next) ? again(loop, outer, activation, flow.path) : [flow]
      }
    case .attempt(_, let handler, let error, let behind)
    where !body.isInHandler(inside, handler):
      let thrown = flows.filter { if case .threw = $0.exit { true } else { false } }
      flows.removeAll { if case .threw = $0.exit { true } else { false } }
      flows += handled(
        departed.thrown.removeLast() + thrown, by: handler, error, behind, of: body,
        depth: activation.depth)
    case .deferring(let inner, let deferred, _) where inside != deferred && inner != deferred:
      let raised = departed.thrown.removeLast()
      for flow in raised.flatMap({ finishing($0, deferred, activation) }) {
        departed.thrown[departed.thrown.count - 1].append(flow)
      }
      flows = flows.flatMap { finishing($0, deferred, activation) }
    default: break
    }
    guard let behind = body.blocks[outer].end.behind else { return flows }
    let next = flows.filter { $0.isAt(behind) }.map(\.path)
    return flows.filter { !$0.isAt(behind) } + run(behind, of: body, next)
  }

  /// The end of a path behind the deferred statements that run then.
  private func finishing(
    _ flow: Flow, _ deferred: Block.Number, _ activation: Activation
  ) -> [Flow] {
    var start = flow.path
    start.unwind(to: activation.depth)
    return run(deferred, of: activation.body, [start]).map { end in
      var path = end.path
      path.last = flow.path.last
      return Flow(path, flow.exit)
    }
  }

  private func fallingThrough(_ flow: Flow, _ match: Match, _ body: Body) -> [Flow] {
    guard case .arrives(let target) = flow.exit, target != match.behind,
      match.clauses.contains(where: { $0.target == target })
    else { return [flow] }
    return run(target, of: body, [flow.path]).flatMap { fallingThrough($0, match, body) }
  }

  /// Makes the places known where errors are caught that are thrown inside of a function.
  private func prepareCatching(in activation: Activation) {
    let body = activation.body
    var inside = activation.block
    while let outer = body.blocks[inside].around {
      switch body.blocks[outer].end {
      case .attempt(_, let handler, _, _):
        if !body.isInHandler(inside, handler) { departed.thrown.append([]) }
      case .deferring(_, let deferred, _):
        if inside != deferred { departed.thrown.append([]) }
      default: break
      }
      inside = outer
    }
    if case .suspend(let point) = body.blocks[activation.block].end, point.attempt == .optional {
      departed.thrown.append([])
    }
  }
}

// MARK: - Loops

extension Execution {
  /// The paths on behind a round that has waited.
  private func again(
    _ loop: Loop, _ number: Block.Number, _ activation: Activation, _ path: Path
  ) -> [Flow] {
    guard case .forEach(_, _, _, true) = loop.kind else {
      return runAgain(loop, of: activation.body, path)
    }
    wait(forElementOf: loop, at: number, of: activation.body, path)
    return []
  }

  /// `for await`: each element is an event, after which the handler waits for the next one.
  func wait(
    forElementOf loop: Loop, at block: Block.Number, of body: Body, _ path: Path
  ) {
    guard case .forEach(_, let sequence, _, _) = loop.kind else { return }
    calls.points.append(
      CallStack.Point(body: body, block: block, depth: path.depth, entries: calls.entries.count))
    defer { calls.points.removeLast() }
    var suspension = Suspension(
      key: .init(
        node: loop.node, callee: sequence.head, mayFail: loop.isTried, calls: calls.string),
      location: path.location)
    (suspension.isOnce, suspension.isElement) = (false, true)
    let isFirst = path.progress.segment != suspension.key.callee
    if case .call = sequence.form, isFirst {
      stop(Way(path, .void), at: suspension, asks: true)
    } else {
      stop(Way(path, .void), at: suspension, asks: false)
    }
  }

  private func goOn(
    inLoopOf activation: Activation, _ activations: [Activation], _ start: Path,
    _ suspension: Suspension, _ resumption: Resumption
  ) -> [Flow] {
    let body = activation.body
    guard case .loop(let loop) = body.blocks[activation.block].end,
      case .forEach(let pattern, _, let filter, _) = loop.kind
    else { return [] }
    var flows: [Flow] = []
    if resumption.succeeds {
      let rounds = element(pattern, counts: false, start).flatMap {
        filtered(filter, loop, body, $0, since: start)
      }
      for flow in rounds where flow.isAt(loop.next) {
        wait(forElementOf: loop, at: activation.block, of: body, flow.path)
      }
      flows = rounds.filter { !$0.isAt(loop.next) }
      var ended = start
      ended.guards.append(
        Clause(
          text: "for await \(loop.elementText) in \(suspension.key.callee)", isNegated: true))
      flows.append(Flow(ended, .arrives(loop.behind)))
    } else {
      departed.raise(start, .unknown(strangeError(start)))
    }
    let next = flows.filter { $0.isAt(loop.behind) }.map(\.path)
    flows = flows.filter { !$0.isAt(loop.behind) } + run(loop.behind, of: body, next)
    return climb(behind: activation, activations, leaving(activation, flows))
  }

  private func climb(
    behind last: Activation, _ activations: [Activation], _ flows: [Flow]
  ) -> [Flow] {
    guard activations.count > 1, let call = last.call else { return flows }
    enter(activations.count - 2, of: activations)
    return climb(Array(activations.dropLast()), returned(flows, from: call))
  }

  /// What earlier rounds of the loops around may have left in variables is not known.
  private func leaveRounds(of activations: [Activation], _ path: inout Path) {
    for activation in activations {
      let frame = activation.depth - 1
      guard path.frames.indices.contains(frame) else { continue }
      var number = activation.body.blocks[activation.block].around
      while let outer = number {
        if case .loop = activation.body.blocks[outer].end {
          leaveRound(of: outer, activation.body, frame, &path)
        }
        number = activation.body.blocks[outer].around
      }
    }
  }

  private func leaveRound(
    of loop: Block.Number, _ body: Body, _ frame: Int, _ path: inout Path
  ) {
    let left = body.leavings(ofRoundsOf: loop).sorted { $0.key < $1.key }
    for (slot, leaving) in left
    where path.resolved(Place(frame: frame, .variable(slot: slot, name: leaving.name))).frame
      == frame
    {
      guard let known = path.frames[frame][slot], known.isPlain else { continue }
      let text = leaving.name
      let symbol = symbols.symbol(.joined(text, version: path.version))
      var unknown = Unknown(symbol, text: text, type: known.type)
      if let least = leaving.atLeast, let first = known.number ?? known.unknown?.atLeast {
        unknown.atLeast = min(least, first, 1)
        unknown.isOrdered = true
      }
      path.frames[frame].variables[slot] = .unknown(unknown)
    }
  }
}

extension Body {
  /// Whether a block stands in the clauses of a `catch`.
  fileprivate func isInHandler(_ block: Block.Number, _ handler: Block.Number) -> Bool {
    guard case .match(let match) = blocks[handler].end else { return block == handler }
    return block == handler || block >= match.behind
  }

  /// What a round of a loop leaves in a variable for the next one.
  fileprivate struct Leaving {
    var name: String
    /// A number than which it leaves nothing less, where it was none before.
    var atLeast: Int?
  }

  /// The variables that a round gives something else, and the next one finds so.
  fileprivate func leavings(ofRoundsOf loop: Block.Number) -> [Int: Leaving] {
    var found: [Int: Leaving] = [:]
    for (number, block) in blocks.enumerated() where isInside(number, of: loop) {
      let body = Body(blocks: [block], variableCount: 0)
      body.visit { note($0, in: &found) }
    }
    return found
  }

  private func note(_ node: Expression, in found: inout [Int: Leaving]) {
    switch node.form {
    case .assign(let target, let op, let value):
      guard case .variable(let variable) = target.form, variable.depth == 0,
        !variable.name.isEmpty
      else { return }
      let least = value.least(op, target)
      let known = found[variable.slot]
      let both = known.map { known in known.atLeast.flatMap { a in least.map { min(a, $0) } } }
      found[variable.slot] = Leaving(name: variable.name, atLeast: both ?? least)
    case .lend(let target): noteChange(of: target, in: &found)
    case .call(let call):
      guard case .member(let base, let name) = call.callee, Library.isMutator(name) else { return }
      noteChange(of: base, in: &found)
    default: break
    }
  }

  private func noteChange(of target: Expression, in found: inout [Int: Leaving]) {
    guard case .variable(let variable) = target.form, variable.depth == 0 else { return }
    found[variable.slot] = Leaving(name: variable.name)
  }
}

extension Expression {
  /// A number than which an assignment of the expression leaves nothing less; nothing where that is
  /// not known.
  fileprivate func least(_ op: String, _ target: Expression) -> Int? {
    switch (op, form) {
    case ("+=", .literal(let text)): Int(text).flatMap { $0 < 0 ? nil : Int.max }
    case ("=", .literal(let text)): Int(text)
    case ("=", .arithmetic(let left, let right, "+")) where left.text == target.text:
      if case .literal(let text) = right.form, let step = Int(text), step >= 0 {
        Int.max
      } else {
        nil
      }
    default: nil
    }
  }
}

extension Body {
  /// The names of its variables, by their slots.
  fileprivate var variableNames: [(slot: Int, name: String)] {
    var names: [Int: String] = [:]
    visit { node in
      if case .variable(let variable) = node.form, variable.depth == 0, !variable.name.isEmpty {
        names[variable.slot] = variable.name
      }
    }
    return names.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

extension Value {
  /// The answer that it is.
  fileprivate var answer: Bool? { if case .bool(let known) = self { known } else { nil } }

  /// Whether it stands for itself, and leads to no code.
  fileprivate var isPlain: Bool {
    switch self {
    case .literal, .bool, .absent, .enumCase, .unknown: true
    default: false
    }
  }

  /// The value with something else in place of each part of it.
  fileprivate func mapped(_ change: (Value) -> Value) -> Value {
    switch self {
    case .object(let object):
      var result = object
      if case .unknown(let base) = change(.unknown(object.base)) { result.base = base }
      result.fields = object.fields.mapValues { $0.mapped(change) }
      return .object(result)
    case .tuple(let elements):
      return .tuple(elements.map { Labelled($0.label, $0.value.mapped(change)) })
    case .array(let values): return .array(values.map { $0.mapped(change) })
    case .enumCase(let known) where !known.isStart && !known.payload.isEmpty:
      var result = known
      result.payload = known.payload.map { Labelled($0.label, $0.value.mapped(change)) }
      return .enumCase(result)
    default: return change(self)
    }
  }
}

extension Expression {
  /// What is called or named, without what that is given: `api.events` of `api.events(for: id)`.
  fileprivate var head: String {
    switch form {
    case .call(let call): call.calleeText
    default: text
    }
  }
}
