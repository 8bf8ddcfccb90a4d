import OrreryModel

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
    let questions = Questions()
    var report = walk(.enumCase(start.asked(questions)))
    report.tellsAsking = !questions.isHidden
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
      Set(states.map { $0 == Interpreter.startMark ? name : $0 })
    }
    (report.sent, report.handed) = (sent.mapValues(named), handed.mapValues(named))
    report.sentAsking = sentAsking.mapValues(named)
    return report
  }
}

/// The walks of an event from the abstract states of a struct: of those that would do the same, one
/// is made.
struct ProjectedWalk {
  private struct Walked {
    var values: [String]
    var asked: AskedFields
    var outcomes: [Outcome]
  }

  /// The wait that the walk goes on after, and the event of the handler that waits.
  var later: Continuation? { walk.resumption?.continuation }
  let root: Event.ID

  private var walk: HandlerWalk
  private let names: [String]
  private let naming: MachineBuilder.Renaming
  private var walked: [Walked] = []

  init(
    _ walk: HandlerWalk, _ names: [String], root: Event.ID,
    naming: @escaping MachineBuilder.Renaming
  ) {
    (self.walk, self.names, self.root, self.naming) = (walk, names, root, naming)
    self.walk.isProjected = true
  }

  /// The outcomes in a state: of a new walk, or of one from another state which asked for no property
  /// that tells the two apart.
  ///
  /// - Parameters:
  ///   - values: The values of the projected properties.
  ///   - state: The object that has them, or nothing.
  ///   - facts: What is known of them beside that.
  ///   - budget: What the walks from the state may cost together.
  mutating func outcomes(
    in values: [String], _ state: Value, _ facts: [String: Fact], within budget: Budget
  ) -> [Outcome] {
    let known = walked.first { walked in
      walked.values.count == values.count
        && values.indices.allSatisfy {
          values[$0] == walked.values[$0] || !walked.asked.names.contains(names[$0])
        }
    }
    if let known { return known.outcomes.map { keeping(state, known.asked, in: $0) } }
    var walk = walk
    let asked = AskedFields()
    var start = state
    if case .object(var object) = state {
      object.asked = asked
      start = .object(object)
    }
    (walk.state, walk.facts, walk.budget) = (start, facts, budget)
    walk.resumption?.state = start
    var report = walk.run()
    naming(&report)
    walked.append(Walked(values: values, asked: asked, outcomes: report.outcomes))
    return report.outcomes
  }

  /// The outcome with the properties of a state that the walk has neither asked for nor written.
  private func keeping(
    _ start: Value, _ asked: AskedFields, in outcome: Outcome
  ) -> Outcome {
    guard case .object(let start) = start, case .object(var object) = outcome.state,
      object.base.id == Interpreter.stateID,
      !object.writes.contains(where: \.isWhole)
    else { return outcome }
    for name in names where !asked.names.contains(name) && object.fields[name] != nil {
      let isWritten = object.writes.contains { $0.path == name || $0.path.hasPrefix(name + ".") }
      if !isWritten { object.fields[name] = start.fields[name] }
    }
    var outcome = outcome
    outcome.state = .object(object)
    return outcome
  }
}
