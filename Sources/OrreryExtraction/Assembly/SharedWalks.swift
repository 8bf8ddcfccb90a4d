/// Walks of the same code from several states: of those that would do the same, one is made.
struct SharedWalks {
  private struct Walk {
    var from: String
    var number: Int
    var questions: Questions
    var report: HandlerWalk.Report
  }

  private var walks: [Walk] = []

  /// The report of a walk from a state: a new one, or that of a walk from another state which asked
  /// nothing that tells the two apart.
  ///
  /// - Parameters:
  ///   - state: The name of the case that the walk starts in.
  ///   - number: Tells walks apart that differ in more than the state.
  ///   - walk: Walks, and notes what is asked of the start.
  mutating func report(
    from state: String, _ number: Int = 0, _ walk: (Questions) -> HandlerWalk.Report
  ) -> HandlerWalk.Report {
    let known = walks.first {
      $0.number == number && $0.questions.leaveAlike($0.from, state)
    }
    if let known { return known.report }
    let questions = Questions()
    let report = walk(questions)
    walks.append(Walk(from: state, number: number, questions: questions, report: report))
    return report
  }
}

extension HandlerWalk.Report {
  /// The report with a state in place of the one that its walk has started in.
  func starting(in state: Value) -> HandlerWalk.Report {
    var report = self
    for index in report.outcomes.indices where report.outcomes[index].state.isStart {
      report.outcomes[index].state = state
    }
    guard let name = state.caseValue?.name else { return report }
    report.sent = sent.mapValues { Set($0.map { $0 == Interpreter.startMark ? name : $0 }) }
    return report
  }
}
