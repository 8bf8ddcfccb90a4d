import OrreryExecution
import OrreryLowering
import OrreryModel
import OrreryProgram
import SwiftSyntax

/// Handlers that are executed in their lowered form.
extension HandlerWalk {
  /// The report of a handler that is lowered and executed; nothing where that meets something that it
  /// does not know, so that the syntax is walked.
  func executed() -> Report? {
    guard let program = scope.program else { return nil }
    if let reason = unexecutable ?? budget.givenUp { return walkedInstead(for: reason) }
    budget.begin(isCoarse: isCoarse)
    let lowered = ([handler] + handler.next).compactMap { $0.lowered(in: program) }
    guard let entry = lowered.first, lowered.count == handler.next.count + 1 else {
      return walkedInstead(for: "no body")
    }
    let names = entry.function?.parameters.map(\.variable.name) ?? handler.parameters.map(\.name)
    let translation = Translation(
      program: program, symbols: budget.suspensions.symbols, start: state, names: names)
    let execution = Execution(
      program, setting(translation), symbols: translation.symbols)
    let ways: [Executed]
    if let resumption {
      guard let key = resumption.continuation.suspension,
        let suspension = budget.suspensions.suspension(
          key, of: sentEvent == nil ? eventCase?.name : nil),
        let how = translation.resumption(resumption, event: sentEvent)
      else { return walkedInstead(for: "what follows a wait") }
      ways = execution.resume(suspension, how).map { Executed(flow: $0) }
    } else {
      ways = ends(of: lowered, from: start(entry, translation), execution, translation)
    }
    if let reason = execution.unsupported {
      budget.givenUp = reason
      return walkedInstead(for: reason)
    }
    budget.take(execution.steps)
    for suspension in execution.suspensions {
      budget.suspensions.add(
        suspension, of: eventCase?.name, by: execution, isPart: isProjected)
    }
    let translated = ways.compactMap { way in
      self.translated(way.flow, translation).map { flow in
        var flow = flow
        flow.path.effects = way.effects + flow.path.effects
        return flow
      }
    }
    guard translated.count == ways.count else { return walkedInstead(for: "a value") }
    translation.footprint.note(for: state)
    mark(execution, program)
    Fallbacks.count("executed")
    return report(translated, execution, program)
  }

  private func walkedInstead(for reason: String) -> Report? {
    Fallbacks.count(reason)
    return nil
  }

  /// What about the handler is left to the walk of its syntax; nothing where it can be executed.
  private var unexecutable: String? {
    if let resumption, resumption.continuation.suspension == nil { return "what follows a wait" }
    if handler.reference != nil { return "a reference" }
    if handler.isCast { return "a cast of the event" }
    if site.member != nil { return "a member" }
    if let name = handler.resultName, name != "AnyPublisher", Library.publisherTypes.contains(name)
    {
      return "a publisher of another library"
    }
    if detail.asides == .skipped { return "steps over asides" }
    return nil
  }

  private func setting(_ translation: Translation) -> Setting {
    var setting = Setting()
    setting.watched = watched.flatMap(translation.place)
    setting.module = handler.file.module
    setting.mostSteps = budget.allowance
    if site.state.kind == .enum {
      setting.stateType = site.state.key
    } else {
      setting.structState = site.state.key
    }
    setting.followed = isProjected ? scope.followed.union(scope.kept) : scope.followed
    setting.keeper = keeper(of: setting.watched)
    (setting.synonyms, setting.memberType) = (site.synonyms, site.member?.type)
    setting.isSuspending = isSuspending
    setting.handlerName = handler.function?.name
    (setting.isCoarse, setting.isProjected) = (isCoarse, isProjected)
    (setting.isSettingUp, setting.isDisplay) = (handler.isInitializer, handler.isDisplay)
    setting.givesView = { translation.program.declaration(of: $0)?.isDisplay ?? false }
    setting.isUnrelated = { function in
      translation.program.declaration(of: function).map { scope.unrelated.contains($0.node.id) }
        ?? false
    }
    setting.isAside = { function in
      translation.program.declaration(of: function).map { scope.asides.contains($0.node.id) }
        ?? false
    }
    setting.stepsOver = detail.asides == .skipped
    setting.mayWrite = { function in
      translation.program.declaration(of: function).map { scope.writers.contains($0) } ?? true
    }
    if handler.isSender { setting.effectName = handler.resultName }
    if [.effect, .transition].contains(handler.result) {
      setting.answeredTypes = handler.answeredTypes.subtracting([site.state.name])
    }
    setting.events = Set(scope.events.map(\.name))
    setting.deferredEvents = scope.deferred
    let events = Set(scope.events.map(\.node.id))
    setting.isEvent = { function in
      translation.program.declaration(of: function).map { events.contains($0.node.id) } ?? false
    }
    if site.usesTransitionHelpers {
      setting.transition = (site.state.key, site.effect)
    } else if handler.result == .transition {
      setting.resultName = handler.resultName
      if handler.resultName.map(Library.publisherTypes.contains) ?? false {
        setting.publishedState = site.state.key
      }
      setting.resultType = index.resolve(
        handler.returnType, in: handler.owner, module: handler.file.module)
    }
    return setting
  }

  /// Whether others may change the state while a handler waits: that of an actor or a class.
  private var isSuspending: Bool {
    if case .subject = site.holder { return true }
    return [.actor, .class].contains(handler.owner?.kind) || site.isShared
  }

  /// What the property of the machine keeps the state in.
  private func keeper(of watched: OrreryExecution.Place?) -> Keeper? {
    guard var place = watched else { return nil }
    place.path = Array(place.path.prefix(handler.reference == nil ? 1 : 2))
    if case .subject = site.holder { return Keeper(.subject, at: place) }
    guard site.isBoxed else { return nil }
    return Keeper(site.lender.map { .store(lender: $0) } ?? .box, at: place)
  }

  private func start(
    _ entry: LoweredHandler, _ translation: Translation
  ) -> OrreryExecution.Path {
    var frame = OrreryExecution.Frame(
      me: selfValue.flatMap(translation.value), selfType: handler.owner?.key,
      returnType: entry.function?.returnType
        ?? returnType.map {
          .nominal(key: $0, name: "", arguments: [])
        })
    let types = entry.function?.parameters.map(\.type) ?? []
    frame.variables = translation.names.enumerated().map { offset, name in
      let value = handler.parameters.first { $0.name == name }
        .map(value(of:)).flatMap(translation.value)
      guard case .unknown(var unknown)? = value, types.indices.contains(offset) else {
        return value
      }
      unknown.note(types[offset])
      return .unknown(unknown)
    }
    var path = OrreryExecution.Path(
      frames: [frame], location: handler.location, symbols: translation.symbols)
    path.facts = translation.facts(facts)
    return path
  }

  /// An end of an execution as an end of a walk; nothing where it has code for a value.
  private func translated(_ flow: OrreryExecution.Flow, _ translation: Translation) -> Flow? {
    let end = flow.path
    var frame = Frame(selfType: handler.owner?.key, returnType: returnType, file: handler.file)
    var path = Path(frames: [frame], location: end.location)
    if let watched, let place = translation.place(watched), let state = end.value(at: place) {
      guard let state = translation.value(state) else { return nil }
      frame.variables[watched.name] = watched.path.reversed().reduce(state) { value, name in
        .object(
          ObjectValue(base: Unknown(id: "self", text: "self"), fields: [name: value]))
      }
      path.frames = [frame]
    }
    path.guards = end.guards.map(translation.clause)
    path.decided = end.decided
    path.asksStart = end.asksStart
    path.last = end.last.flatMap(translation.program.syntax)
    path.joined = Set(end.joined.compactMap(translation.program.syntax))
    path.written = Set(end.written.compactMap(translation.program.syntax))
    path.visited = end.visited
    path.wildcard = end.wildcard
    (path.isCoarse, path.isGuess) = (end.isCoarse, end.isGuess || end.isDoubtful)
    path.throwsItself = end.throwsItself
    record(end.progress, in: &path, translation)
    (path.innerEnd, path.returnLocation) = (end.innerEnd, end.returnLocation)
    path.writeLocation = end.writeLocation
    path.branch = end.branch.flatMap { translation.branch($0) }
    path.facts = translation.facts(end)
    path.handing = end.handing.map { ($0.call, $0.writes.map(translation.write)) }
    switch flow.exit {
    case .ends, .arrives: return Flow(path: path)
    case .trapped(let name): return Flow(path: path, exit: .trapped(name))
    case .threw(let error):
      return translation.value(error).map { Flow(path: path, exit: .threw($0)) }
    case .returned(let value):
      return translation.value(value).map { Flow(path: path, exit: .returned($0)) }
    }
  }

  /// What a path has waited for, and what it has left for later.
  private func record(
    _ progress: Progress, in path: inout Path, _ translation: Translation
  ) {
    path.segment = progress.segment
    path.effects = progress.asked.map { .run($0) }
    path.waitLocation = progress.location
    path.lasting = progress.lasting.map(translation.clause)
    path.started = progress.started.compactMap { key in
      budget.suspensions.suspension(key, of: eventCase?.name)
        .flatMap { continuation($0, translation.program) }
    }
  }

  /// The event that has come to a closure or a loop which takes several.
  private var sentEvent: Value? {
    resumption.flatMap { isSent($0.continuation) ? event(text: "") : nil }
  }

  private func continuation(_ suspension: Suspension, _ program: LoweredProgram) -> Continuation? {
    guard var result = Continuation(suspension, in: program) else { return nil }
    result.isSent = scope.sent[result.node] != nil
    return result
  }

  private func mark(_ execution: Execution, _ program: LoweredProgram) {
    for body in [handler] + handler.next { scope.cache.footprint.begin(body.body) }
    for id in execution.reached {
      if let item = program.item(of: id) { scope.cache.footprint.mark(item) }
    }
    for handing in execution.handed {
      guard let function = program.declaration(handing.function),
        let call = program.call(handing.call)
      else { continue }
      scope.cache.footprint.hand(
        to: function.node.id, by: .init(node: call.node, file: call.file))
    }
    var isOpen = execution.isCut || handler.only != nil || site.mayBeUnset
    // Events that only the patterns name, or that are others', are not all that there are.
    if case .asked = handler.events { isOpen = true }
    if isOpen { scope.cache.footprint.leave() }
  }
}

extension HandlerWalk {
  private func report(
    _ flows: [Flow], _ execution: Execution, _ program: LoweredProgram
  ) -> Report {
    var outcomes = flows.map(outcome)
    if execution.isExhausted { outcomes.append(exhausted) }
    var notes = execution.notes
    if execution.isExhausted {
      notes.append(
        Unresolved(
          location: handler.location,
          reason: "\(event.name) has more paths than Orrery follows; some of its edges are missing")
      )
    }
    if flows.contains(where: \.path.isCoarse) {
      notes.append(
        Unresolved(
          location: handler.location,
          reason: "\(event.name) has too many paths to follow each; some of its edges may be "
            + "impossible"))
    }
    if detail.asides == .skipped {
      notes += execution.asides.sorted().map { name in
        Unresolved(
          location: handler.location,
          reason: "\(event.name) has too many paths to follow \(name), which never changes the "
            + "state; the guards and effects of \(name) are missing")
      }
    }
    let (continuations, events) = found(in: execution, program)
    let states = { (sent: [Suspension.Key: Set<String>]) in
      sent.reduce(into: [Continuation: Set<String>]()) { result, next in
        if let continuation = continuations[next.key] { result[continuation] = next.value }
      }
    }
    var handed: [String: Set<String>] = [:]
    for (key, name) in events { handed[name, default: []].formUnion(execution.sent[key] ?? []) }
    return Report(
      outcomes: outcomes, origin: resumption?.continuation,
      continuations: execution.suspensions.compactMap { continuations[$0.key] },
      sent: states(execution.sent), sentAsking: states(execution.sentAsking),
      handed: handed.filter { !$0.value.isEmpty },
      notes: notes, isExhausted: execution.isExhausted,
      isBurdened: detail.asides == .tried && !execution.asides.isEmpty && execution.isExhausted,
      asksState: execution.asksState, keepsStart: execution.keepsStart)
  }

  /// What an execution has left to go on later: by itself, or as events that are called then.
  private func found(
    in execution: Execution, _ program: LoweredProgram
  ) -> (continuations: [Suspension.Key: Continuation], events: [(Suspension.Key, String)]) {
    var continuations: [Suspension.Key: Continuation] = [:]
    for suspension in execution.suspensions where !suspension.isEvent && !suspension.isToldElsewhere
    {
      continuations[suspension.key] = continuation(suspension, program)
    }
    let events = execution.suspensions.filter(\.isEvent).map { ($0.key, $0.key.callee) }
    return (continuations, events)
  }
}
