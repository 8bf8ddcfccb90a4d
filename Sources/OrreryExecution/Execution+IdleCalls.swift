import OrreryProgram

/// Calls that are known to change nothing: the summaries of functions that calls of others are made of.
///
/// Helpers that call one another, each the next one twice, make twice as many calls with each helper. Most
/// of them come when there is nothing left to do.
///
/// Such a call is known again where everything is the same that a method without parameters can ask for:
/// what its receiver and the machine hold, what is known of their values, where the path is, and what it
/// has asked for and waits for. Code that is not followed is never among it: that is counted as a stranger.
extension Execution {
  /// A call that has changed nothing.
  struct IdleCall {
    var receiver: Place
    var before: Path
    var after: Path
  }

  /// The path behind a call that is known to change nothing; nothing where the call has to be executed.
  func behindIdle(
    _ function: Function, on receiver: Place?, _ node: Expression, _ path: Path
  ) -> Path? {
    guard let receiver = path.receiver(receiver),
      let idle = idleCalls[function.id]?.first(where: {
        $0.receiver == receiver && knowsAll($0.before, path, receiver)
      })
    else { return nil }
    var path = path
    calls.followed.insert(node.id)
    (path.trail.branch, path.trail.innerEnd) = (idle.after.trail.branch, idle.after.trail.innerEnd)
    path.trail.wildcard = idle.after.trail.wildcard
    path.clock.version += idle.after.clock.version - idle.before.clock.version
    return path
  }

  /// Notes a call that was executed, where it has changed nothing.
  func note(
    _ found: [Way], of function: Function, on receiver: Place?, from outer: Path,
    since mark: Departed.Mark
  ) {
    guard departed.mark == mark, found.count == 1, let path = found.first?.path,
      path.guards == outer.guards, path.clock.strangers == outer.clock.strangers,
      path.trail.visited == outer.trail.visited,
      path.trail.writeLocation == outer.trail.writeLocation, path.reassigned == outer.reassigned,
      let receiver = outer.receiver(receiver), knowsSameValues(path, outer, receiver)
    else { return }
    idleCalls[function.id, default: []].append(
      IdleCall(receiver: receiver, before: outer, after: path))
  }

  /// Whether a call can be noted: of a method that is handed nothing and answers nothing, where no wait
  /// decides how it goes on.
  func canBeIdle(_ function: Function, _ call: Call, on value: Value?, _ path: Path) -> Bool {
    function.kind == .function && function.parameters.isEmpty && function.returnType == nil
      && call.isStatement && value == nil && tasks.isEmpty && !path.progress.isBehindOthers
  }

  private func knowsAll(_ a: Path, _ b: Path, _ receiver: Place) -> Bool {
    a.trail.branch?.id == b.trail.branch?.id && a.trail.wildcard == b.trail.wildcard
      && knowsSameValues(a, b, receiver)
  }

  /// Whether the same is known of all that the receiver and the machine hold, and the same left to others.
  private func knowsSameValues(_ a: Path, _ b: Path, _ receiver: Place) -> Bool {
    guard a.asksStart == b.asksStart, a.doubts.isSame(as: b.doubts), hasLeftSame(a, b),
      a.facts.count == b.facts.count, a.refusals.count == b.refusals.count,
      a.commonRefusals(with: b).count == a.refusals.count,
      a.facts.allSatisfy({ isSame($0.value, b.facts[$0.key]) })
    else { return false }
    let machine = Place(frame: 0, .me)
    return [receiver, machine, setting.state.place].compactMap(\.self).allSatisfy { place in
      switch (a.value(at: place), b.value(at: place)) {
      case (let left?, let right?): left.isStart == right.isStart && left.isSame(as: right)
      case (nil, nil): true
      default: false
      }
    }
  }

  private func hasLeftSame(_ a: Path, _ b: Path) -> Bool {
    let (left, right) = (a.progress, b.progress)
    return left.segment == right.segment && left.asked == right.asked
      && left.hasStartedSame(as: right) && left.tasks == right.tasks && left.begun == right.begun
      && left.isPostponingSame(right)
  }
}

extension Path {
  /// Whose method a call is of.
  fileprivate func receiver(_ place: Place?) -> Place? { (place ?? self.place).map(resolved) }
}

extension Doubts {
  fileprivate func isSame(as other: Doubts) -> Bool {
    isCoarse == other.isCoarse && isGuess == other.isGuess
      && (handing == nil) == (other.handing == nil)
  }
}
