import OrreryProgram

/// Calls that are known to change nothing: the summaries of functions that calls of others are made of.
///
/// Helpers that call one another, each the next one twice, make twice as many calls with each helper. Most
/// of them come when there is nothing left to do.
extension Execution {
  /// A call that has changed nothing where something was known.
  struct IdleCall {
    var before: Path
    var after: Path
  }

  /// The path behind a call that is known to change nothing; nothing where the call has to be executed.
  func behindIdle(_ function: Function, _ node: Expression, _ path: Path) -> Path? {
    guard let idle = idleCalls[function.id]?.first(where: { knowsAll($0.before, path) }) else {
      return nil
    }
    var path = path
    calls.followed.insert(node.id)
    (path.trail.branch, path.trail.innerEnd) = (idle.after.trail.branch, idle.after.trail.innerEnd)
    path.trail.wildcard = idle.after.trail.wildcard
    path.clock.version += idle.after.clock.version - idle.before.clock.version
    return path
  }

  /// Notes a call that was executed, where it has changed nothing.
  func note(_ found: [Way], of function: Function, from outer: Path, since mark: Departed.Mark) {
    guard departed.mark == mark, found.count == 1, let path = found.first?.path,
      path.guards == outer.guards, path.clock.strangers == outer.clock.strangers,
      path.reassigned == outer.reassigned, sameOutcome(path, outer), knowsAll(path, outer)
    else { return }
    idleCalls[function.id, default: []].append(IdleCall(before: outer, after: path))
  }

  /// Whether a call can be noted: of a method of the machine that is handed nothing and answers nothing.
  func canBeIdle(_ function: Function, _ call: Call, on value: Value?) -> Bool {
    function.kind == .function && function.parameters.isEmpty && function.returnType == nil
      && call.isStatement && value == nil && tasks.isEmpty
  }

  /// Whether two paths know the same of all that a method without parameters can ask for.
  private func knowsAll(_ a: Path, _ b: Path) -> Bool {
    guard a.facts.count == b.facts.count, a.refusals.count == b.refusals.count,
      a.commonRefusals(with: b).count == a.refusals.count, let left = a.frames.first?.me,
      let right = b.frames.first?.me, left.isSame(as: right)
    else { return false }
    return a.facts.allSatisfy { isSame($0.value, b.facts[$0.key]) }
  }
}
