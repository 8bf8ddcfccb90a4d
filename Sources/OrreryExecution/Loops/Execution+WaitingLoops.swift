import OrreryModel
import OrreryProgram

/// Loops that wait: for each element, or within a round.
extension Execution {
  /// The paths on behind a round that has waited.
  func again(
    _ loop: Loop, _ number: Block.Number, _ activation: Activation, _ path: Path
  ) -> [Flow] {
    guard case .forEach(_, _, _, true) = loop.kind else {
      return runAgain(loop, of: activation.body, path)
    }
    wait(forElementOf: loop, at: number, of: activation.body, path)
    return []
  }

  /// `for await`: each element is an event, after which the handler waits for the next one.
  func wait(forElementOf loop: Loop, at block: Block.Number, of body: Body, _ path: Path) {
    guard case .forEach(_, let sequence, _, _) = loop.kind else { return }
    calls.points.append(
      CallStack.Point(body: body, block: block, depth: path.depth, entries: calls.entries.count))
    defer { calls.points.removeLast() }
    var suspension = Suspension(
      of: loop.node, by: sequence.head, mayFail: loop.isTried, in: calls.string,
      at: path.trail.location)
    (suspension.isOnce, suspension.kind.isElement) = (false, true)
    var asks = false
    // Once for all elements.
    if case .call = sequence.form { asks = path.progress.segment != suspension.key.callee }
    stop(Way(path, .void), at: suspension, asks: asks)
  }

  func goOn(
    inLoopOf activation: Activation, _ activations: [Activation], _ start: Path,
    _ suspension: Suspension, _ resumption: Resumption
  ) -> [Flow] {
    let body = activation.body
    guard case .loop(let loop) = body.blocks[activation.block].end,
      case .forEach(let pattern, _, let filter, _) = loop.kind
    else { return [] }
    var flows: [Flow] = []
    if resumption.succeeds {
      var starts = [start]
      if let event = resumption.event {
        bind(pattern, event, &starts[0])
      } else if isToldElsewhere(loop, filter, activation, start) {
        starts = []
        waits.sent[suspension.key, default: []].insert(Self.anyState)
      } else {
        starts = [element(pattern, counts: false, start)]
      }
      let rounds = starts.flatMap { filtered(filter, loop, body, 1, $0, since: start) }
      for flow in rounds where flow.isAt(loop.next) {
        wait(forElementOf: loop, at: activation.block, of: body, flow.path)
      }
      flows = rounds.filter { !$0.isAt(loop.next) }
      if resumption.event == nil {
        let text = "for await \(loop.elementText) in \(suspension.key.callee)"
        let ended = start.under(Clause(text: text, isNegated: true))
        flows.append(Flow(ended, .arrives(loop.behind)))
      }
    } else {
      departed.raise(start, .unknown(strangeError(start)))
    }
    let next = flows.filter { $0.isAt(loop.behind) }.map(\.path)
    flows = flows.filter { !$0.isAt(loop.behind) } + run(loop.behind, of: body, next)
    return climb(behind: activations, leaving(activation, flows))
  }

  /// Whether a loop only hands its elements on to a method that is an event, and tells what it does
  /// itself.
  private func isToldElsewhere(
    _ loop: Loop, _ filter: Expression?, _ activation: Activation, _ path: Path
  ) -> Bool {
    guard filter == nil,
      let name = activation.body.forwarding(inRoundOf: loop, at: activation.block),
      setting.functions.events.contains(name)
    else { return false }
    if setting.functions.deferredEvents.contains(name) {
      let key = foundEvent(name, by: loop.node, at: path.trail.location)
      waits.sent[key, default: []].insert(Self.anyState)
    }
    return true
  }

  /// What earlier rounds of the loops around may have left in variables is not known.
  func leaveRounds(of activations: [Activation], _ path: inout Path) {
    for activation in activations where path.frames.indices.contains(activation.depth - 1) {
      let (body, frame) = (activation.body, activation.depth - 1)
      for outer in body.constructs(around: activation.block) {
        guard case .loop(let loop) = body.blocks[outer].end else { continue }
        leaveRound(of: outer, body, frame, &path)
        leaveFirstNumber(of: loop, frame, &path)
      }
    }
  }

  /// Whether a round that waits is the first one is not known.
  private func leaveFirstNumber(of loop: Loop, _ frame: Int, _ path: inout Path) {
    guard case .forEach(let pattern, let sequence, _, _) = loop.kind,
      let number = sequence.firstNumber
    else { return }
    for variable in pattern.variables {
      guard let element = path.frames[frame][variable.slot]?.unknown else { continue }
      path.facts[isNumber(number, element.symbol)] = nil
    }
  }

  private func leaveRound(of loop: Block.Number, _ body: Body, _ frame: Int, _ path: inout Path) {
    let left = body.leavings(ofRoundsOf: loop).sorted { $0.key < $1.key }
    for (slot, leaving) in left
    where path.resolved(Place(frame: frame, .variable(slot: slot, name: leaving.name))).frame
      == frame
    {
      guard let known = path.frames[frame][slot], known.isPlain else { continue }
      let text = leaving.name
      let symbol = symbols.symbol(.joined(text, version: path.clock.version))
      var unknown = Unknown(symbol, text: text, type: known.type)
      if let least = leaving.atLeast, let first = known.least {
        unknown.atLeast = min(least, first)
        unknown.isOrdered = true
      }
      path.frames[frame].variables[slot] = .unknown(unknown)
    }
  }
}

extension Body {
  /// What a round of a loop leaves in a variable for the next one.
  fileprivate struct Leaving {
    var name: String
    /// A number than which it leaves nothing less, where it was none before.
    var atLeast: Int?
  }

  /// The variables that a round gives something else, and the next one finds so.
  fileprivate func leavings(ofRoundsOf loop: Block.Number) -> [Int: Leaving] {
    var found: [Int: Leaving] = [:]
    let inside = blocks.indices.filter { isInside($0, of: loop) }.map { blocks[$0] }
    Body(blocks: inside, variableCount: 0).visit { note($0, in: &found) }
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
      right.least("+=", target)
    default: nil
    }
  }

  /// What is called or named, without what that is given: `api.events` of `api.events(for: id)`.
  var head: String { if case .call(let call) = form { call.calleeText } else { text } }
}

extension Value {
  /// Whether it stands for itself, and leads to no code.
  fileprivate var isPlain: Bool {
    switch self {
    case .literal, .bool, .absent, .enumCase, .unknown: true
    default: false
    }
  }
}
