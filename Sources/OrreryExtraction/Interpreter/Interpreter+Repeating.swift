import SwiftSyntax

/// `repeat`: a round, and more of them while what is asked behind each one holds.
extension Interpreter {
  func run(_ node: RepeatStmtSyntax, _ path: Path) -> [Flow] {
    let mark = departures
    var (flows, result) = ([Flow](), [Flow]())
    var frontier = [inAnyRound(of: node, path)]
    var (walked, known) = ([Path](), frontier)
    var left: [Path] = []
    for count in 1... {
      walked += frontier
      flows = []
      var again: [Flow] = []
      for start in frontier {
        let ends = run(block: node.body.statements, start)
        flows += ends
        again += ends.flatMap { flow in
          // How often it was walked is of no matter, but to where it waits once more.
          asked(
            node.condition, behind: flow, isTold: flow.path.segment != path.segment, out: &result)
        }.map { forgetting($0, since: start) }
      }
      let ways = further(rounds(again, into: &result, known: &known), walked, round: count)
      (frontier, left) = (ways.next, left + ways.left)
      if frontier.isEmpty { break }
    }
    leave(left)
    if result.isEmpty {
      return never(leaving: left.isEmpty ? flows : [], left, from: path, since: mark)
    }
    return onlyWay(result.map { coherent($0, from: path) }, from: path, since: mark)
  }

  /// Where the end of a round goes on.
  ///
  /// - Parameter isTold: Whether the condition is one of the ways behind it.
  private func asked(
    _ condition: ExprSyntax, behind flow: Flow, isTold: Bool, out: inout [Flow]
  ) -> [Flow] {
    guard flow.goesOn else { return [flow] }
    return truth(condition, flow.path).flatMap { answer -> [Flow] in
      switch answer {
      case .known(let path, true): return [Flow(path: path)]
      case .known(let path, false):
        add(path, to: &out)
        return []
      case .open(var yes, var no, let text):
        if isTold {
          yes.guards.append(Clause(text: text))
          no.guards.append(Clause(text: text, isNegated: true))
        }
        if !no.isImpossible { add(no, to: &out) }
        return yes.isImpossible ? [] : [Flow(path: yes)]
      }
    }
  }
}
