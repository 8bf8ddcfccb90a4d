import OrreryExecution
import OrreryModel
import OrreryProgram
import OrreryRecognition

/// What the ends of an execution say.
extension HandlerWalk {
  /// - Parameter watched: Where the state is; nothing where it is a returned value.
  func outcome(_ end: Executed, watched: Place?) -> Outcome {
    let path = end.flow.path
    let effects = end.effects + path.progress.askedInTime
    var result = start(path, effects)
    if let value = watched.flatMap({ path.value(at: $0) }) {
      result.state = value
      result.isWritten = path.trail.writeLocation != nil
      if result.isWritten { result.decided = path.decided }
    }
    nameContinuation(path, &result)
    switch end.flow.exit {
    case .trapped: result.ending = .trapped
    case .threw(let value): result.ending = .threw(value.text)
    case .returned(let value): read(answered(value, path), into: &result)
    case .ends, .arrives: break
    }
    place(end.flow, &result)
    placeWait(path, effects, &result)
    result.state = settled(result.state, path)
    if isProjected { result.facts = facts(of: result.state, path) }
    leaveOpenWhatIsHanded(in: end, effects, &result)
    if let handing = path.doubts.handing, case .unknown(let next) = result.state,
      next.text.hasPrefix(handing.call)
    {
      result.known = handing.writes
    }
    if result.isWritten, result.ending != .trapped {
      result.location =
        path.trail.writeLocation ?? result.state.caseValue?.location ?? result.location
    }
    return result
  }

  private func start(_ path: Path, _ effects: [Effect]) -> Outcome {
    let branch = path.trail.branch
    var result = Outcome(
      event: event, guards: path.guards, state: state, isWritten: false,
      effect: Effect.sequence(effects), location: path.trail.location,
      branch: branch?.place(of: path.trail.innerEnd ?? path.trail.location),
      innermost: branch.flatMap(own))
    result.end = path
    result.ends = path.trail.joined.union([path.trail.last].compactMap(\.self))
    result.written = path.trail.written
    (result.isCoarse, result.isGuess) = (path.doubts.isCoarse, path.doubts.isGuess)
    result.started = path.progress.started.compactMap { key in
      budget.suspensions.suspension(key, of: eventCase?.name).map(continuation)
    }
    return result
  }

  /// An awaited `Result` that was switched on is part of the event's name: `load#fetch.success`.
  private func nameContinuation(_ path: Path, _ result: inout Outcome) {
    guard let resumption, case .isCase(let known)? = path.facts[.awaited],
      ["success", "failure"].contains(known.name)
    else { return }
    result.event.name += ".\(known.name)"
    let callee = resumption.continuation.callee
    result.guards.removeAll { clause in
      clause.text.hasPrefix("case ") && clause.text.contains(" = await \(callee)(")
        && clause.pattern.map { !$0.asksPayload(of: known.name) } ?? false
    }
  }

  private func settled(_ value: Value, _ path: Path) -> Value {
    if isProjected, case .object(var object) = value {
      object.fields = object.fields.mapValues { presence(of: $0, path) }
      return .object(object)
    }
    guard case .unknown(let unknown) = value else { return value }
    switch path.facts[unknown.symbol] {
    case .isCase(let known): return .enumCase(known)
    case .isNot(let names): return onlyCase(of: unknown, besides: names) ?? value
    default: return value
    }
  }

  /// The case that is left of a value which has none of some names.
  private func onlyCase(of unknown: Unknown, besides names: Set<String>) -> Value? {
    guard let domain = unknown.domain, let info = scope.program.type(domain.type),
      // Of an optional `none` may be none of the enum's cases.
      !domain.isOptional || names.contains("none") && info.enumCase("none") == nil,
      case let left = info.cases.filter({ !names.contains($0.name) }), left.count == 1,
      left[0].values.isEmpty, case let only = left[0]
    else { return nil }
    return .enumCase(CaseValue(name: only.name, type: domain.type, text: ".\(only.name)"))
  }

  /// What the way has found out about the values that the properties of a state were given.
  private func facts(of state: Value, _ path: Path) -> Facts {
    guard case .object(let object) = state else { return [:] }
    let symbols = Set(object.fields.values.compactMap(\.unknown?.symbol))
    return path.facts.filter { symbols.contains($0.key) }
  }

  /// What an event carries, as present or absent where the way has found that out.
  private func presence(of value: Value, _ path: Path) -> Value {
    guard case .unknown(let unknown) = value, unknown.symbol != .event,
      scope.symbols.root(of: unknown.symbol) == .event
    else { return value }
    switch path.facts[unknown.symbol] {
    case .isCase(let known) where known.name == "none": return .absent
    case .isCase(let known) where known.name == "some": return value.found
    case .isNot(let names) where names.contains("some"): return .absent
    case .isNot(let names) where names.contains("none"): return value.found
    default: return value
    }
  }

  /// A result of which the way has found out that it is true or false, or that there is none.
  private func answered(_ value: Value, _ path: Path) -> Value {
    guard case .unknown(let unknown) = value else { return value }
    switch path.facts[unknown.symbol] {
    case .bool(let known): return .bool(known)
    case .isNot(let names) where names.contains("some"): return .absent
    default: return value
    }
  }

  /// Leaves the next state open where the answer is a call of code that is not known, which is handed a
  /// new state: that may be the next one, as in `next().goTo(State(…))`.
  private func leaveOpenWhatIsHanded(
    in end: Executed, _ effects: [Effect], _ result: inout Outcome
  ) {
    guard handler.result == .effect, site.holder == .parameter, !result.isWritten,
      case .returned(.unknown(let answer)) = end.flow.exit,
      let handing = end.flow.path.doubts.handing, answer.text.hasPrefix(handing.call)
    else { return }
    leaveOpen(.unknown(answer), &result)
    result.effect = Effect.sequence(effects)
  }

  var exhausted: Outcome {
    Outcome(
      event: event, guards: [], state: state, isWritten: false, effect: nil,
      location: handler.location, ending: .exhausted)
  }
}

extension Pattern {
  /// Whether it asks for what a case carries, and does not only bind it: `.success(true)`.
  fileprivate func asksPayload(of name: String) -> Bool {
    guard case .enumCase(name, let values?) = self else { return false }
    return !values.allSatisfy(\.pattern.isIrrefutable)
  }
}
