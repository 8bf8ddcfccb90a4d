import OrreryExecution
import OrreryRecognition

/// The walks of what follows a wait.
extension MachineBuilder {
  /// The walks that go on after a wait, in each state.
  ///
  /// In which of them it may go on is told when all events are known. What a view shows goes on where it
  /// was shown.
  func resumed(_ wait: Waits.Wait, succeeds: Bool, _ waits: inout Waits) -> Followed {
    let start = Waits.Start(key: wait.key, succeeds: succeeds)
    // What is sent comes in any state, whatever its closure was handed out in.
    let isSent = isSent(wait)
    let shown = isSent ? nil : wait.shown
    let names = site.stateNames.filter { name in
      (shown?.contains(name) ?? true) && waits.begin(start, in: name)
    }
    var all = reports(after: wait, succeeds: succeeds, in: names)
    // What is shown may be as old as the last frame.
    if let shown, shown != Set(site.stateNames) {
      for index in all.indices { all[index].report.guess() }
    }
    let isSilent =
      !isSent && isSilent(all.map(\.report), isSetUp: wait.walk.handler.isInitializer)
    for walked in all {
      var walk = wait.walk
      // An event that is sent starts in each state, whatever its closure was handed out in.
      if isSent { walk.state = walked.entry }
      waits.add(walked.report, of: walk, since: isSent ? nil : (wait, walked.from))
    }
    // That no walk has come to the wait is told.
    let isUnmet =
      !all.isEmpty
      && all.allSatisfy {
        $0.report.outcomes.isEmpty && !$0.report.endsOtherwise
      }
    let notes = isUnmet ? [unmet(wait.continuation, of: wait.walk)] : []
    if isSilent { for walked in all { scope.footprint.tellIdle(walked.report.outcomes) } }
    return Followed(wait: wait, walked: all, isSilent: isSilent, notes: notes)
  }

  private func reports(
    after wait: Waits.Wait, succeeds: Bool, in names: [String]
  ) -> [Walked] {
    var shared = SharedWalks()
    var all: [Walked] = []
    for name in names where !all.contains(where: \.report.isBurdened) {
      let state = entry(name)
      let report = shared.report(from: name, state) { state in
        continued(wait, succeeds: succeeds, in: state)
      }
      all.append(Walked(from: name, entry: state, report: report))
    }
    return all
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
      continuation: wait.continuation,
      how: .init(succeeds: succeeds, state: state, origin: origin, open: wait.open))
    return walk
  }

  /// Whether what follows does nothing, or hands on another's error, whatever the state.
  ///
  /// - Parameter isSetUp: Whether an initializer has left it to go on: to start more is nothing.
  private func isSilent(_ reports: [HandlerWalk.Report], isSetUp: Bool) -> Bool {
    guard let first = reports.first else { return true }
    return reports.allSatisfy { report in
      report.notes.isEmpty && report.endsLike(first) && first.endsLike(report)
        && report.outcomes.allSatisfy {
          !$0.isWritten && $0.effect == nil && ($0.started.isEmpty || isSetUp) && $0.endsSilently
        }
    }
  }
}

extension HandlerWalk.Report {
  /// Notes that it is not sure that any of its ways is taken.
  fileprivate mutating func guess() {
    for index in outcomes.indices { outcomes[index].isGuess = true }
  }

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
    report.isBurdened = isBurdened || other.isBurdened
    return report
  }

  /// Whether each way of a walk ends as some way of another one does.
  fileprivate func endsLike(_ other: HandlerWalk.Report) -> Bool {
    outcomes.allSatisfy { outcome in other.outcomes.contains { $0.ending == outcome.ending } }
  }
}
