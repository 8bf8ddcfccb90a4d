import OrreryModel
import SwiftSyntax

/// Machines whose state is a struct.
extension MachineBuilder {
  func fillActions(_ machine: inout Machine) {
    let state = Value.unknown(
      Unknown(id: Interpreter.stateID, text: "state", type: site.state.key))
    for handler in site.handlers {
      for walk in walks(handler, from: state) {
        let report = walk.run()
        machine.unresolved += report.notes
        machine.actions += Self.merged(report.outcomes.map(action))
      }
    }
    machine.unresolved += machine.actions.filter { $0.certainty == .unresolved }.map {
      Unresolved(
        location: $0.location,
        reason: "what \($0.event.name) does to the state is not told by the source")
    }
    fillProjection(&machine)
  }

  private func action(_ outcome: Outcome) -> (Action, [Clause]) {
    var action = Action(
      event: outcome.event, effect: outcome.effect, location: outcome.location,
      forwards: site.forwards[outcome.event.name])
    switch outcome.state {
    case .object(let object):
      action.writes = object.writes.map {
        Action.Write(path: $0.path, op: $0.op, value: $0.value)
      }
      if object.base.id != Interpreter.stateID { action.certainty = .unresolved }
      // The first write of the innermost branch tells the row from its neighbours.
      if let innermost = object.writes.map(\.depth).max(),
        let write = object.writes.first(where: { $0.depth == innermost })
      {
        action.location = write.location
      }
    case .unknown(let unknown) where unknown.id == Interpreter.stateID: break
    default: action.certainty = .unresolved
    }
    if outcome.ending == .exhausted { action.certainty = .unresolved }
    if action.writes.isEmpty, action.effect == nil, let branch = outcome.branch {
      action.location = branch
    }
    return (action, outcome.guards)
  }

  /// Rows that differ only in a condition that decides nothing are one.
  private static func merged(_ rows: [(Action, [Clause])]) -> [Action] {
    var result: [(Action, [Clause])] = []
    for (action, clauses) in rows {
      let index = result.firstIndex { other in
        other.0.writes == action.writes && other.0.effect == action.effect
          && other.0.location.line == action.location.line
          && Row.joinable(other.1, clauses) != nil
      }
      if let index, let joined = Row.joinable(result[index].1, clauses) {
        result[index].1 = joined
      } else {
        result.append((action, clauses))
      }
    }
    return result.map { action, clauses in
      var action = action
      var seen: Set<Clause> = []
      let clauses = clauses.filter { !$0.text.isEmpty && seen.insert($0).inserted }
      action.guard =
        clauses.isEmpty ? nil : clauses.map(\.description).joined(separator: " && ")
      return action
    }
  }
}
