import OrreryExecution
import OrreryLowering
import OrreryModel
import OrreryRecognition

/// The walks of what follows a wait.
extension MachineBuilder {
  /// What follows a wait.
  struct Resumed {
    var walked: [Walked] = []
    /// Whether any walk has come to the wait.
    var isMet = false
    /// Whether it does nothing, or hands on another's error, whatever the state: no event to tell.
    var isSilent = false
  }

  /// The walks that go on after a wait.
  ///
  /// A way that asks for the state may be entered in any, as far as events lead there meanwhile; one
  /// that does the same in all starts from the states that its handler left. These may turn out to be
  /// more as other walks come to it. One that does nothing in these, and something in others, asks.
  func resumed(_ wait: Waits.Wait, succeeds: Bool, _ waits: inout Waits) -> Resumed {
    let start = Waits.Start(wait, succeeds: succeeds)
    var shared = SharedWalks()
    if waits.asks[start] == nil, let sent = wait.sent {
      let report = firstReport(after: wait, succeeds: succeeds, leftIn: sent, &shared)
      waits.asks[start] = report.asksState
      if report.outcomes.contains(where: { $0.isWritten || !$0.written.isEmpty }) {
        waits.mayWrite.insert(start)
      }
      waits.noteBurden(of: report)
    }
    // All begins once more then.
    if waits.areBurdened { return Resumed(isMet: true) }
    // What is sent comes in any state, whatever its closure was handed out in.
    let sent =
      isSent(wait) ? nil : wait.sent.flatMap { $0.contains(Execution.anyState) ? nil : $0 }
    let isShown = wait.continuation.isShown
    let isAsked = !isShown && waits.asks[start] ?? true
    // What is shown may be as old as the last frame.
    let isLate = isShown && sent.map { $0 != Set(site.stateNames) } ?? false
    var starts: [(name: String, part: Waits.Part)] = []
    for name in site.stateNames {
      let isSent = sent?.contains(name) ?? true
      guard isSent || isAsked, let part = waits.part(of: start, in: name, isSent: isSent) else {
        continue
      }
      starts.append((name, part))
    }
    let all = reports(after: wait, succeeds: succeeds, starts, &shared)
    let isSilent =
      !isSent(wait)
      && isSilent(all.map(\.report), isSetUp: wait.walk.handler.isInitializer)
    if isSilent, !all.isEmpty, !isAsked, !isShown, waits.mayWrite.contains(start) {
      waits.spare(start)
      return resumed(wait, succeeds: succeeds, &waits)
    }
    if !isSilent { waits.mayWrite.remove(start) }
    let walked = all.map { name, state, report, part in
      var report = isSilent ? report : report.limited(to: part)
      for index in report.outcomes.indices where isLate { report.outcomes[index].isGuess = true }
      var walk = wait.walk
      // An event that is sent starts in each state, whatever its closure was handed out in.
      if isSent(wait) { walk.state = state }
      waits.add(report, of: walk, since: isSent(wait) ? nil : (wait, name))
      return (name, state, report)
    }
    return Resumed(
      walked: walked, isMet: all.contains { !$0.report.outcomes.isEmpty }, isSilent: isSilent)
  }

  private func reports(
    after wait: Waits.Wait, succeeds: Bool, _ starts: [(name: String, part: Waits.Part)],
    _ shared: inout SharedWalks
  ) -> [(name: String, state: Value, report: HandlerWalk.Report, part: Waits.Part)] {
    var all: [(name: String, state: Value, report: HandlerWalk.Report, part: Waits.Part)] = []
    for (name, part) in starts where !all.contains(where: \.report.isBurdened) {
      let state = entry(name)
      let report = shared.report(from: name, state) { state in
        continued(wait, succeeds: succeeds, in: state)
      }
      all.append((name, state, report, part))
    }
    return all
  }

  /// A walk that shows whether what follows asks for the state.
  ///
  /// It starts in a state in which the wait may end: what looks at nothing there does the same in all.
  /// The walk knows nothing of the state where that does not tell: where the state is looked at and
  /// not asked for, and where a view shows what may be as old as the last frame. So it is in loops,
  /// whose later rounds have to be known before the first row is told.
  private func firstReport(
    after wait: Waits.Wait, succeeds: Bool, leftIn states: Set<String>, _ shared: inout SharedWalks
  ) -> HandlerWalk.Report {
    let first = site.stateNames.first { name in
      (states.contains(name) || states.contains(Execution.anyState)) && entry(name).caseValue != nil
    }
    if let first, !wait.continuation.isShown, !wait.walk.isInLoop(wait.continuation) {
      let report = shared.report(from: first, entry(first)) { state in
        continued(wait, succeeds: succeeds, in: state)
      }
      if report.asksState || !report.looksAtState { return report }
    }
    let probe = Value.unknown(
      Unknown(.probe, text: "state", type: site.state.key))
    return walk(wait, succeeds: succeeds, in: probe).run()
  }

  /// What follows a wait, whichever state its handler has started in.
  ///
  /// Where a variable has kept that state over the wait, each one is walked by itself.
  private func continued(
    _ wait: Waits.Wait, succeeds: Bool, in state: Value
  ) -> HandlerWalk.Report {
    let report = walk(wait, succeeds: succeeds, in: state).run()
    guard report.keepsStart else { return report }
    let each = wait.origins.map { origin in
      walk(wait, succeeds: succeeds, in: state, since: origin).run()
    }.filter { !$0.outcomes.isEmpty }
    return each.dropFirst().reduce(each.first ?? report) { $0.joined(with: $1) }
  }

  /// - Parameter origin: The state that the handler has started in; nothing where it may be any.
  func walk(
    _ wait: Waits.Wait, succeeds: Bool, in state: Value, since origin: Value? = nil
  ) -> HandlerWalk {
    var walk = wait.walk
    walk.state = state
    walk.resumption = Resumption(
      continuation: wait.continuation, succeeds: succeeds, origin: origin, state: state,
      open: wait.open)
    return walk
  }

  /// Whether what follows does nothing, or hands on another's error, whatever the state.
  ///
  /// - Parameter isSetUp: Whether an initializer has left it to go on: to start more is nothing.
  private func isSilent(_ reports: [HandlerWalk.Report], isSetUp: Bool) -> Bool {
    guard let first = reports.first else { return true }
    return reports.allSatisfy { report in
      report.notes.isEmpty && report.endsLike(first) && first.endsLike(report)
        && report.outcomes.allSatisfy { outcome in
          guard !outcome.isWritten, outcome.effect == nil, outcome.started.isEmpty || isSetUp else {
            return false
          }
          switch outcome.ending {
          case .completed: return true
          case .threw: return !outcome.throwsItself
          default: return false
          }
        }
    }
  }
}

extension HandlerWalk.Report {
  /// What either of two walks does.
  fileprivate func joined(with other: HandlerWalk.Report) -> HandlerWalk.Report {
    var report = self
    report.outcomes += other.outcomes
    report.continuations += other.continuations.filter { !continuations.contains($0) }
    report.sent.merge(other.sent) { $0.union($1) }
    report.sentAsking.merge(other.sentAsking) { $0.union($1) }
    report.handed.merge(other.handed) { $0.union($1) }
    report.notes += other.notes.filter { !notes.contains($0) }
    report.isExhausted = isExhausted || other.isExhausted
    report.asksState = asksState || other.asksState
    report.looksAtState = looksAtState || other.looksAtState
    report.isBurdened = isBurdened || other.isBurdened
    return report
  }

  /// The ways of a walk that start in a state: all, those that ask for it, or the others.
  fileprivate func limited(to part: Waits.Part) -> HandlerWalk.Report {
    guard part != .all else { return self }
    var report = self
    report.outcomes = outcomes.filter { ($0.asksStart || !tellsAsking) == (part == .asking) }
    report.untold = outcomes.filter { ($0.asksStart || !tellsAsking) != (part == .asking) }
      .map(\.guards)
    guard part == .asking, tellsAsking else { return report }
    report.sent = sentAsking
    report.continuations = continuations.filter { sent[$0] == nil || sentAsking[$0] != nil }
    return report
  }

  /// Whether each way of a walk ends as some way of another one does.
  fileprivate func endsLike(_ other: HandlerWalk.Report) -> Bool {
    outcomes.allSatisfy { outcome in other.outcomes.contains { $0.ending == outcome.ending } }
  }
}
