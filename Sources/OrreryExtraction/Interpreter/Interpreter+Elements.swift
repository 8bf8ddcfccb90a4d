import OrreryLowering
import SwiftSyntax

/// `for`: a way past the loop, and ways with as many rounds as still change something.
extension Interpreter {
  func run(_ node: ForStmtSyntax, _ path: Path) -> [Flow] {
    let path = inAnyRound(of: node, path)
    if awaitsAreSteps, node.awaitKeyword != nil { return runAsynchronous(node, path) }
    return evaluate(node.sequence, path, nil).flatMap { path, _ in
      if isBookkeeping(node, path) {
        return [Flow(path: node.body.statements.reduce(path) { passing($1, $0) })]
      }
      let mark = departures
      let goesOn = clause(of: node)
      let hasElements = node.sequence.hasElements
      var result = belongsToAction || hasElements ? [] : [Flow(path: path.ending(goesOn))]
      var frontier = [path]
      var walked: [Path] = []
      for count in 1... {
        walked += frontier
        let asked = hasElements && count == 1 ? nil : goesOn
        furtherRounds += count > 1 ? 1 : 0
        let flows = frontier.flatMap { start in
          together(round(of: node, start.taking(asked)), in: node, from: start)
        }
        furtherRounds -= count > 1 ? 1 : 0
        let ends = collect(flows, into: &result) { way in
          [way.segment == path.segment ? way : way.ending(goesOn)]
        }
        let ways = further(ends, walked, round: count)
        leave(ways.left)
        frontier = ways.next
        if frontier.isEmpty { break }
      }
      if belongsToAction, !result.contains(where: \.isNext) { result.append(Flow(path: path)) }
      return onlyWay(result, from: path, since: mark)
    }
  }

  /// What a loop with a wait in it asks before each round: what follows the wait is one row where it
  /// goes on, and another where that was the last one.
  private func clause(of node: ForStmtSyntax) -> Clause? {
    guard awaitsAreSteps, node.body.statements.contains(where: cache.waits) else { return nil }
    return Clause(text: "for \(text(of: node.pattern)) in \(text(of: node.sequence))")
  }

  private func round(of node: ForStmtSyntax, _ path: Path) -> [Flow] {
    var start = path
    let sent = sentClosures.contains(node.id) ? sentEvent : nil
    for name in names(in: node.pattern) {
      var element = Unknown(id: "\(name)@\(path.version)", text: name)
      element.isOrdered = node.counts
      start.declare(name, sent ?? .unknown(element))
    }
    guard let condition = node.whereClause?.condition else {
      return run(block: node.body.statements, start)
    }
    return truth(condition, start).flatMap { answer -> [Flow] in
      switch answer {
      case .known(let taken, true): return run(block: node.body.statements, taken)
      case .known: return [Flow(path: path)]
      // That no element is asked for belongs to the action too.
      case .open(let taken, _, _) where belongsToAction && !taken.isImpossible:
        return run(block: node.body.statements, taken)
      case .open(var taken, let passed, let text):
        taken.guards.append(Clause(text: text))
        let others = passed.isImpossible ? [] : [Flow(path: path)]
        return taken.isImpossible ? others : run(block: node.body.statements, taken) + others
      }
    }
  }

  /// `for await`: each element is an event, after which the handler waits for the next one.
  private func runAsynchronous(_ node: ForStmtSyntax, _ path: Path) -> [Flow] {
    evaluate(node.sequence, path, nil).flatMap { path, _ -> [Flow] in
      let wait = continuation(of: node)
      guard let resumption else {
        suspend(path, wait, effect: node.sequence.is(FunctionCallExprSyntax.self) ? wait : nil)
        return []
      }
      guard wait == resumption.continuation else {
        if path.segment != nil {
          suspend(path, wait, effect: node.sequence.is(FunctionCallExprSyntax.self) ? wait : nil)
          return []
        }
        return waiting(round(of: node, unsettled(path)), for: wait) + [Flow(path: path)]
      }
      guard path.segment == nil else { return [] }
      var path = path
      begin(&path, resumption)
      guard resumption.succeeds else {
        raise(path, .unknown(Unknown(id: "error@\(path.version)", text: "error")))
        return []
      }
      let element = isToldElsewhere(node) ? [] : round(of: node, path)
      if sentEvent != nil, sentClosures.contains(node.id) { return waiting(element, for: wait) }
      path.guards.append(
        Clause(text: "for await \(text(of: node.pattern)) in \(wait.callee)", isNegated: true))
      return waiting(element, for: wait) + [Flow(path: path)]
    }
  }

  /// Whether a loop only hands its elements on to a method that is an event, and tells what it does
  /// itself.
  private func isToldElsewhere(_ node: ForStmtSyntax) -> Bool {
    guard node.whereClause == nil, let name = node.body.statements.forwarding,
      eventNames.contains(name)
    else { return false }
    if deferredNames.contains(name) { handed[name, default: []].insert(Self.anyMark) }
    return true
  }

  /// Ends the ways that have come to the end of a round: they wait for the next element.
  private func waiting(_ flows: [Flow], for continuation: Continuation) -> [Flow] {
    flows.compactMap { flow in
      switch flow.exit {
      case .next, .continued(label: nil):
        if flow.path.segment != nil { suspend(flow.path, continuation, effect: nil) }
        return nil
      case .broke(label: nil): return Flow(path: flow.path)
      default: return flow
      }
    }
  }
}

extension Path {
  /// The way into a round for which there is a further element.
  fileprivate func taking(_ clause: Clause?) -> Path {
    guard let clause, guards.last != clause else { return self }
    var path = self
    path.guards.append(clause)
    return path
  }

  /// The way past a loop that has no further element.
  fileprivate func ending(_ clause: Clause?) -> Path {
    guard let clause else { return self }
    var path = self
    if let earlier = path.guards.lastIndex(of: clause) {
      path.guards.remove(at: earlier)
      if earlier < path.decided { path.decided -= 1 }
    }
    path.guards.append(clause.negated)
    return path
  }
}

extension ExprSyntax {
  /// Whether a sequence has at least one element: a list with some, `1...count`.
  fileprivate var hasElements: Bool {
    if let list = self.as(ArrayExprSyntax.self) { return !list.elements.isEmpty }
    if let tuple = self.as(TupleExprSyntax.self), tuple.elements.count == 1 {
      return tuple.elements.first?.expression.hasElements ?? false
    }
    guard let elements = self.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
      elements.count == 3,
      let sign = elements[1].as(BinaryOperatorExprSyntax.self)?.operator.text
    else { return false }
    if sign == "..." { return true }
    guard sign == "..<", let first = Int(elements[0].trimmedText),
      let last = Int(elements[2].trimmedText)
    else { return false }
    return first < last
  }
}
