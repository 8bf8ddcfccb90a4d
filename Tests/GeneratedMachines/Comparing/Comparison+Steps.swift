import OrreryModel

/// Machines that wait, held against their models step by step.
///
/// What follows a wait is an event of its own, `go#api.step1` or, where the wait stands in a helper
/// that leaves the state alone, `go#help2`. It is told for the state in which it was left waiting, and
/// where it asks for the state, for the one that it finds. What a task does at once is told as a part
/// of what has started it, or as an event `go#Task`.
extension Comparison {
  var stepDifferences: [Difference] {
    let reached = reachedStates
    let met = runs.filter { !$0.isAmongOthers && reached.contains($0.step?.start ?? "") }
    return missing(met) + untrue(met: Set(met))
  }

  /// The states that runs come to from the first one, and those that they rest in meanwhile.
  ///
  /// What a call leaves for its tasks to begin in is none of them: that is a part of the same row.
  private var reachedStates: Set<String> {
    var reached: Set<String> = ["a"]
    while true {
      let found = runs.filter { !$0.isAmongOthers && reached.contains($0.step?.start ?? "") }
      let more = Set(
        found.flatMap { run -> [String] in
          guard let step = run.step, let last = step.later.last else { return [run.to] }
          return step.isResting ? step.later : [last]
        })
      if more.isSubset(of: reached) { return reached }
      reached.formUnion(more)
    }
  }

  // MARK: Runs without a row

  private func missing(_ runs: [Run]) -> [Difference] {
    let told = Set(model.transitions.map(\.event.root))
    return runs.compactMap { run in
      // Of an event that never writes the model need not tell.
      if !told.contains(run.event), run.isWithoutWrite { return nil }
      return isTold(run) ? nil : difference(run)
    }
  }

  /// Whether rows tell a run from one of its points on: where it began, or left a helper.
  ///
  /// To wait for a helper may be told as a wait of its own, whether it waits or not, or as a part of
  /// what calls it.
  private func isTold(_ run: Run, from point: Int = 0) -> Bool {
    let helpers = run.step?.helpers ?? []
    let rows = rows(of: run, at: point).filter { $0.starts(run, at: point) }
    // The model says itself that it does not know.
    if rows.contains(where: \.isOpen) || isEndTold(run, at: point, by: rows) { return true }
    let state = run.state(at: point)
    return (point..<helpers.count).contains { next in
      let end = helpers[next].state
      let isTold = rows.isEmpty ? state == end : rows.contains { $0.leads(to: end, from: state) }
      return isTold && self.isTold(run, from: next + 1)
    }
  }

  /// Whether rows tell all that a run does from a point on, with what its tasks do.
  private func isEndTold(_ run: Run, at point: Int, by rows: [Transition]) -> Bool {
    let state = run.state(at: point)
    let states = [run.to] + (run.step?.later ?? [])
    // Of an event that never writes the model need not tell, and neither of a wait: where another one has
    // its name, which of the two a run has come to is not known.
    let all = self.rows(of: run, at: point)
    let hasNamesake = run.step?.wait.map { isNamesake($0, of: run.event) } ?? false
    // What tasks bring back to where it was is no change either.
    if all.isEmpty, run.step?.isResting == false, states.last == state { return true }
    let isQuiet = state == run.to && (run.act == nil || all.isEmpty || hasNamesake)
    if rows.isEmpty || hasNamesake, isQuiet, !(run.throwsError && run.isBeginning),
      areTasks([state] + states[...], of: run)
    {
      return true
    }
    return states.indices.contains { last in
      rows.contains { tells($0, run, from: state, to: states[last]) }
        && areTasks(states[last...], of: run)
    }
  }

  /// Whether each change in a series is what a task does as it begins, or several are what one does
  /// with those that it starts.
  private func areTasks(_ states: ArraySlice<String>, of run: Run) -> Bool {
    guard let from = states.first, let next = states.dropFirst().first else { return true }
    // A task that does nothing but call a helper is called after that.
    let rows = model.transitions.filter { $0.from == from && isTask($0, of: run.event) }
    if from == next || rows.contains(where: \.isOpen) {
      if areTasks(states.dropFirst(), of: run) { return true }
    }
    return states.indices.dropFirst().contains { end in
      rows.contains { $0.to == states[end] } && areTasks(states[end...], of: run)
    }
  }

  private func isTask(_ row: Transition, of event: String) -> Bool {
    let name = row.event.wait.name
    let isOfHelper = row.event.isOfHelper && machine.ways(to: row.event.root, from: event) > 0
    guard name.hasPrefix(event + "#") || isOfHelper,
      let callee = name.split(separator: "#").dropFirst().first
    else { return false }
    return ["Task", "change", "move", "state.advance"].contains(callee)
      || callee.hasPrefix("help") && !callee.contains(".")
  }

  /// The rows of what a run is a step of, or of a helper that it left, whatever state they start in.
  private func rows(of run: Run, at point: Int) -> [Transition] {
    if point > 0, let helper = run.step?.helpers[point - 1] {
      return rows(named: "\(run.event)#\(helper.name)")
    }
    guard let wait = run.step?.wait else { return rows(named: run.event) }
    return rows(named: "\(run.event)#\(wait)", failed: run.step?.failed)
  }

  private func rows(named name: String, failed: Bool? = nil) -> [Transition] {
    let end = name[(name.firstIndex(of: "#") ?? name.endIndex)...]
    return model.transitions.filter {
      let wait = $0.event.wait
      let isOfHelper = !end.isEmpty && $0.event.isOfHelper && wait.name.hasSuffix(end)
      return (wait.name == name || isOfHelper)
        && (wait.failed == nil || failed == nil || wait.failed == failed)
    }
  }

  private func difference(_ run: Run) -> Difference {
    let event = [run.event, run.step?.wait].compactMap(\.self).joined(separator: "#")
    let helpers = (run.step?.helpers ?? []).map { ", \($0.name) in \($0.state)" }.joined()
    let later = (run.step?.later ?? []).map { ", task -> " + $0 }.joined()
    let left = run.step.map { $0.left == run.from ? "" : " left in \($0.left)" } ?? ""
    let outcome = run.throwsError ? "throw" : run.step?.isResting ?? false ? "wait" : "return"
    return Difference(
      kind: .missing, seed: machine.seed, from: run.from, event: event, to: run.to,
      outcome: outcome, effect: run.act,
      example: "e.g. \(run.example)\(helpers)\(later)\(left) from \(run.step?.start ?? "")")
  }

  // MARK: Rows without a run

  /// What no run does, not even beside others or since it was in a state that nobody comes to: the model
  /// tells what follows from these, too.
  private func untrue(met: Set<Run>) -> [Difference] {
    let places = Dictionary(grouping: runs, by: \.event)
    return model.transitions.filter { row in
      guard row.certainty == .exact, !row.isOpen, !isOthers(row), !hasNamesake(row),
        !unfinished.contains(row.event.root)
      else { return false }
      let mine = row.event.isOfHelper ? runs : places[row.event.root] ?? []
      let points = mine.flatMap { run in
        (0...(run.step?.helpers.count ?? 0)).filter { rows(of: run, at: $0).contains(row) }
          .map { (run, $0) }
      }
      // What asks for the state is told of states, too, that only other events lead to.
      return points.contains { run, point in
        met.contains(run) && run.state(at: point) == row.from && run.isLeft(in: row.from, at: point)
      }
        && !points.contains { run, point in
          // What a run did behind a wait it may do in another state, to which others come meanwhile.
          (row.starts(run, at: point) || row.event.wait.name.contains("#"))
            && isMade(row, by: run, at: point)
        }
    }.map { row in
      Difference(
        kind: .false, seed: machine.seed, from: row.from, event: row.event.name,
        to: row.to ?? row.from, outcome: row.kind.rawValue, effect: row.effect?.description,
        guard: row.guard, example: "line \(row.location.line)")
    }
  }

  /// Whether a wait is one of several of one name: which of them a run has come to is not told.
  private func hasNamesake(_ row: Transition) -> Bool {
    let wait = row.event.wait
    guard let mark = wait.name.firstRange(of: "#") else { return false }
    return isNamesake(String(wait.name[mark.upperBound...]), of: row.event.root)
      || model.transitions.contains { $0.event != row.event && $0.event.wait == wait }
  }

  /// Whether an event comes to what is waited for by a name on several ways.
  private func isNamesake(_ wait: String, of event: String) -> Bool {
    machine.ways(to: wait, from: event) > 1
  }

  /// Whether a row depends on what is not followed: on what a helper answers or throws that is named,
  /// or on what others may do meanwhile, such as to give the state another payload.
  private func isOthers(_ row: Transition) -> Bool {
    let places = model.transitions.filter { $0.event == row.event && $0.from == row.from }
    if places.contains(where: namesThrowingHelper) { return true }
    let asked = row.guard ?? ""
    if namesHelper(row) || asked.contains("try? await api") { return true }
    // A flag with an observer the runs leave alone while something waits.
    if row.event.name.contains("#"), asked.contains("flag"), !machine.form.isFlagNoted {
      return true
    }
    // Others throw what they like, not the machine's own errors.
    if asked.contains("catch Fault"), row.event.wait.failed == true { return true }
    return row.event.name.contains("#")
      && (row.from == "b" || row.event.name.contains("#help") && row.event.wait.failed != nil)
  }
}

/// What a row says of a step.
extension Comparison {
  /// Whether the row is what a run did from a state on, when its tasks had brought it to another.
  private func tells(
    _ row: Transition, _ run: Run, from start: String, to state: String
  ) -> Bool {
    if run.throwsError {
      let isWritten = row.kind == .move || row.kind == .stay
      return row.kind == .throw && start == state || isWritten && (row.to ?? row.from) == state
    }
    return row.leads(to: state, from: start)
      && (run.act == nil || mayAnswer(row, run.act) || handsOn(row))
  }

  /// Whether the row follows the wait for a helper whose answer is the call's own: the row that asks
  /// names that helper.
  private func handsOn(_ row: Transition) -> Bool {
    let wait = row.event.wait.name
    guard row.effect == nil, let mark = wait.firstRange(of: "#") else { return false }
    return machine.text.contains("return try await \(wait[mark.upperBound...])(")
  }

  /// Whether the row is what a run did from a point on, up to where it left a helper or its end.
  private func isMade(_ row: Transition, by run: Run, at point: Int) -> Bool {
    let start = run.state(at: point)
    let helpers = (run.step?.helpers ?? []).dropFirst(point)
    return ([run.to] + (run.step?.later ?? [])).contains {
      tells(row, run, from: start, to: $0)
    } || helpers.contains { row.leads(to: $0.state, from: start) }
  }
}

extension Run {
  fileprivate var isBeginning: Bool { step?.wait == nil }

  fileprivate var isAmongOthers: Bool { step?.isAmongOthers ?? false }

  /// Whether neither it nor its tasks write another state.
  fileprivate var isWithoutWrite: Bool {
    to == from && (step?.later ?? []).allSatisfy { $0 == from }
  }

  /// The state in which it began, or left a helper.
  fileprivate func state(at point: Int) -> String {
    point == 0 ? from : step?.helpers[point - 1].state ?? from
  }

  /// Whether it began to wait in a state.
  fileprivate func isLeft(in state: String, at point: Int) -> Bool {
    point > 0 || (step?.left ?? from) == state
  }
}

extension Event.ID {
  /// The event that what follows a wait belongs to.
  fileprivate var root: String { String(name.prefix { $0 != "#" }) }

  /// Whether it is told by the helper in which it waits, whichever events have called that.
  fileprivate var isOfHelper: Bool { root.hasPrefix("help") }

  /// The name without what tells namesakes apart, an argument or a number, and whether what was waited
  /// for failed.
  fileprivate var wait: (name: String, failed: Bool?) {
    var name = name
    while let start = name.firstIndex(of: "("), let end = name[start...].firstIndex(of: ")") {
      name.removeSubrange(start...end)
    }
    name.removeAll { $0 == " " }
    for (ending, failed) in [(".success", false), (".failure", true)] where name.hasSuffix(ending) {
      return (String(name.dropLast(ending.count)), failed)
    }
    return (name, nil)
  }
}

extension Transition {
  /// Whether a run comes to the row at a point: in the state that it found, or was left in.
  fileprivate func starts(_ run: Run, at point: Int) -> Bool {
    from == run.state(at: point) || run.isLeft(in: from, at: point) && point == 0
  }

  /// Whether the row leads from one state to another; one that leaves the state alone does so in any.
  fileprivate func leads(to state: String, from start: String) -> Bool {
    kind != .throw && ((to ?? from) == state || kind != .move && start == state)
  }
}
