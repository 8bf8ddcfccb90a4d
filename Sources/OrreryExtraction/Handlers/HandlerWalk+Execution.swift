import OrreryExecution
import OrreryLowering
import OrreryModel
import OrreryProgram
import OrreryRecognition

/// Handlers as the lowered program has them, executed from one state.
extension HandlerWalk {
  func executed() -> Report {
    budget.begin(isCoarse: isCoarse)
    let lowered = ([handler] + handler.next).compactMap { $0.lowered(in: scope.program) }
    guard let entry = lowered.first, lowered.count == handler.next.count + 1 else {
      return unread("it has no body")
    }
    let watched = watched(entry.names)
    let execution = Execution(scope.program, setting(watched), symbols: scope.symbols)
    let ends: [Executed]
    if let resumption {
      let point = resumption.continuation
      let name = caseName(behind: point)
      guard let suspension = budget.suspensions.suspension(point.key, of: name) else {
        return unread("what follows '\(point.callee)' is not known")
      }
      var how = resumption.how
      if isSent(point) { how.event = eventValue }
      ends = execution.resume(suspension, how).map { Executed(flow: $0) }
    } else {
      ends = self.ends(of: lowered, from: start(entry), execution)
    }
    budget.take(execution.steps, tellsCallsApart: tellsCallsApart)
    note(execution)
    let outcomes = ends.map { outcome($0, watched: watched) }
    return report(
      outcomes, isCoarse: ends.contains { $0.flow.path.doubts.isCoarse }, execution)
  }

  /// Notes where an execution came, and where it has stopped.
  private func note(_ execution: Execution) {
    for suspension in execution.waits.suspensions {
      budget.suspensions.add(
        suspension, of: eventCase?.name, by: execution, isPart: isProjected)
    }
    let footprint = scope.footprint
    for body in [handler] + handler.next {
      footprint.begin(scope.program.id(of: body))
    }
    footprint.mark(execution.findings.reached)
    for handing in execution.findings.handed {
      footprint.hand(to: handing.function, by: handing.call)
    }
    var isOpen = execution.findings.isCut || handler.only != nil || site.mayBeUnset
    // Events that only the patterns name, or that are others', are not all that there are.
    if case .asked = handler.events { isOpen = true }
    if isOpen { footprint.leave() }
  }

  func start(_ entry: LoweredHandler) -> Path {
    var frame = Frame(
      me: selfValue, selfType: handler.owner?.key,
      returnType: entry.function?.returnType
        ?? returnType.map { .nominal(key: $0, name: "", arguments: []) })
    let types = entry.function?.parameters.map(\.type) ?? []
    frame.variables = entry.names.enumerated().map { offset, name in
      let value = handler.parameters.first { $0.name == name }.map(value(of:))
      guard case .unknown(var unknown)? = value, types.indices.contains(offset) else {
        return value
      }
      unknown.note(types[offset])
      if entry.function?.parameters[offset].isInOut != true {
        unknown.domain = types[offset].flatMap { Domain(of: $0) }
      }
      return .unknown(unknown)
    }
    var path = Path(frames: [frame], location: handler.location, symbols: scope.symbols)
    path.facts = facts
    return path
  }
}

// MARK: - Reports

extension HandlerWalk {
  private func report(
    _ outcomes: [Outcome], isCoarse: Bool, _ execution: Execution
  ) -> Report {
    let continuations = execution.waits.suspensions.filter {
      !$0.kind.isEvent && !$0.isToldElsewhere
    }.map(continuation)
    let known = Dictionary(continuations.map { ($0.key, $0) }) { first, _ in first }
    let states = { (sent: [Suspension.Key: Set<String>]) in
      sent.reduce(into: [Continuation: Set<String>]()) { result, next in
        if let continuation = known[next.key] { result[continuation] = next.value }
      }
    }
    var handed: [String: Set<String>] = [:]
    for event in execution.waits.suspensions where event.kind.isEvent {
      handed[event.key.callee, default: []].formUnion(execution.waits.sent[event.key] ?? [])
    }
    return Report(
      outcomes: outcomes + (execution.isExhausted ? [exhausted] : []),
      origin: resumption?.continuation, continuations: continuations,
      sent: states(execution.waits.sent), sentAsking: states(execution.waits.sentAsking),
      handed: handed.filter { !$0.value.isEmpty },
      notes: execution.findings.notes + limits(of: execution, isCoarse: isCoarse),
      isExhausted: execution.isExhausted,
      isBurdened: detail.asides == .tried && !execution.findings.asides.isEmpty
        && execution.isExhausted,
      asksState: execution.findings.asksState, keepsStart: execution.findings.keepsStart,
      endsOtherwise: execution.findings.endsOtherwise)
  }

  /// What the execution has left out or joined because there is too much of it.
  private func limits(of execution: Execution, isCoarse: Bool) -> [Unresolved] {
    var limits: [String] = []
    if execution.isExhausted {
      limits.append("cannot be followed to the end of each path; some edges are missing")
    }
    if isCoarse {
      limits.append("cannot be followed along each path; some edges may be impossible")
    }
    if detail.asides == .skipped {
      limits += execution.findings.asides.sorted().map { name in
        "can only be followed past \(name), which never changes the state; the guards and effects of "
          + "\(name) are missing"
      }
    }
    return limits.map { Unresolved(location: handler.location, event: event.name, $0) }
  }

  func continuation(_ suspension: Suspension) -> Continuation {
    Continuation(suspension, isSent: scope.sent[suspension.key.node] != nil)
  }

  /// A handler of which something is not understood: what it does is not told.
  private func unread(_ reason: String) -> Report {
    scope.footprint.leave()
    let note = Unresolved(
      location: handler.location, reason: "Orrery does not follow \(event.name): \(reason)")
    return Report(
      outcomes: [exhausted], origin: resumption?.continuation, continuations: [], sent: [:],
      notes: [note], isExhausted: false)
  }
}

/// Initializers, executed for the state that they leave.
extension HandlerWalk {
  /// What the state is declared as, and what it is where the object is made; nothing where some way was
  /// not followed to its end.
  func made() -> (declared: [Value], made: [Value]?)? {
    guard let maker = handler.lowered(in: scope.program), let watched = watched(maker.names) else {
      return nil
    }
    budget.begin(isCoarse: true)
    var setting = setting(watched)
    (setting.isCoarse, setting.functions.areInitializersFollowed) = (true, true)
    setting.mostSteps = budget.allowance
    setting.followed.formUnion(handler.owner?.ancestors ?? [])
    if maker.function?.isAsync == true { setting.isSuspending = false }
    let execution = Execution(scope.program, setting, symbols: scope.symbols)
    let starts = execution.declaring(start(maker))
    let ends = starts.flatMap { execution.execute(maker.body, of: maker.function, from: $0) }
    let declared = starts.compactMap { $0.value(at: watched) }
    let isOpen =
      execution.isExhausted
      || execution.findings.isCut && ends.contains { $0.path.trail.writeLocation != nil }
    let made = ends.filter { end in
      // An initializer that may fail returns nothing.
      if case .returned(.absent) = end.exit { false } else { end.goesOn }
    }.compactMap { $0.path.value(at: watched) }
    return (declared, isOpen ? nil : made)
  }
}
