import OrreryExecution

/// Walks of the same code from several states: of those that would do the same, one is made.
struct SharedWalks {
  private struct Walk {
    var from: String
    var number: Int
    var questions: CaseQuestions
    var report: HandlerWalk.Report
  }

  private var walks: [Walk] = []

  /// The report of a walk from a state: a new one, or that of a walk from another state which asked
  /// nothing that tells the two apart.
  ///
  /// - Parameters:
  ///   - name: The name of the state.
  ///   - state: The state as the walk finds it; only a case is shared.
  ///   - number: Tells walks apart that differ in more than the state.
  ///   - walk: Walks from a state.
  mutating func report(
    from name: String, _ state: Value, _ number: Int = 0, _ walk: (Value) -> HandlerWalk.Report
  ) -> HandlerWalk.Report {
    guard case .enumCase(let start) = state else { return walk(state) }
    let known = walks.first { $0.number == number && $0.questions.leaveAlike($0.from, name) }
    if let known { return known.report.starting(in: state, named: name) }
    let questions = CaseQuestions()
    let report = walk(.enumCase(start.asked(questions)))
    walks.append(Walk(from: name, number: number, questions: questions, report: report))
    return report.starting(in: state, named: name)
  }
}

extension HandlerWalk.Report {
  /// The report with a state in place of the one that its walk has started in.
  fileprivate func starting(in state: Value, named name: String) -> HandlerWalk.Report {
    var report = self
    for index in report.outcomes.indices where report.outcomes[index].state.isStart {
      report.outcomes[index].state = state
    }
    let named = { (states: Set<String>) in
      Set(states.map { $0 == Execution.startState ? name : $0 })
    }
    (report.sent, report.handed) = (sent.mapValues(named), handed.mapValues(named))
    report.sentAsking = sentAsking.mapValues(named)
    return report
  }
}
