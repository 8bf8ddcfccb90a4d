import OrreryLowering
import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// Walks one handler for one event in one state, and reads the ends as outcomes.
struct HandlerWalk {
  let site: Site
  let handler: Handler
  let index: SourceIndex
  let scope: Scope
  /// The state that the handler starts in.
  var state: Value
  /// What is known of values inside the state.
  var facts: [String: Fact] = [:]
  /// The case of the event, for a handler that takes one.
  var eventCase: EnumCaseName?
  var resumption: Resumption?
  /// Whether the state is one abstract state of a struct.
  var isProjected = false
  /// What the walks of the handler may cost together.
  var budget = Budget()
  /// Whether ways that differ in nothing but variables are walked as one.
  var isCoarse = false
  var detail = Detail()

  /// How much the walks of a handler tell apart.
  struct Detail {
    /// Whether waits that a walk comes to by several calls of one helper are told apart.
    var tellsCalls = true
    var asides = Asides.followed
  }

  /// What is done with functions that others wait for, and that never change the state.
  enum Asides {
    /// They are walked, however long that takes.
    case followed
    /// They are walked as long as a walk can be; then it ends, and says so.
    case tried
    /// A call of one is a single step.
    case skipped
  }

  /// Which calls are followed into.
  struct Scope {
    /// The types whose functions are.
    var followed: Set<String>
    /// Types in the state whose functions are, where abstract states are walked.
    var kept: Set<String> = []
    /// Functions of those types that are not.
    var unrelated: Set<SyntaxIdentifier>
    /// The names of all functions and getters of those types that may come to the state.
    var reaching: Set<String>
    /// The functions that are events themselves.
    var events: [FunctionInfo]
    /// The names of those that only closures for later call.
    var deferred: Set<String> = []
    /// The names of those that begin once, as tasks of initializers.
    var begun: Set<String> = []
    var writers: Writers
    /// Functions that others wait for, which ask for the state and never change it.
    var asides: Set<SyntaxIdentifier> = []
    /// The enums that come through subjects, by the closures that take them.
    var sent: [SyntaxIdentifier: TypeInfo] = [:]
    var cache: NodeCache
    /// The lowered form of the sources, where handlers are executed.
    var program: LoweredProgram?
  }

  struct EnumCaseName {
    /// Dotted where nested.
    var name: String
    /// The cases around it, outermost first, with the types that declare them.
    var path: [(name: String, type: String)]
    var values: [Payload]
    var type: String

    var ownName: String { name.split(separator: ".").last.map(String.init) ?? name }

    struct Payload {
      var label: String?
      /// Its type, as written.
      var type: String?
      /// Whether its type says that there is a value.
      var isPresent = false
    }
  }

  struct Report {
    var outcomes: [Outcome]
    /// The conditions of ways that start in other states alone.
    var untold: [[Clause]] = []
    /// The wait that the walk has started after.
    var origin: Continuation?
    var continuations: [Continuation]
    /// The states in which a continuation was left waiting; nothing where any may be.
    var sent: [Continuation: Set<String>]
    /// Those of ways that depend on the state which the walk has started in.
    var sentAsking: [Continuation: Set<String>] = [:]
    /// The states in which events were left to be called later, by their names.
    var handed: [String: Set<String>] = [:]
    var notes: [Unresolved]
    /// For what follows a wait and asks for the state: where it was left.
    var left: Left?
    var isExhausted: Bool
    /// Whether calls that could be one step each have made the walk too long.
    var isBurdened = false
    /// Whether a walk that knows nothing of the state has asked for it.
    var asksState = false
    /// Whether it is told of each way whether it depends on the state that the walk has started in.
    var tellsAsking = false
    /// Whether a variable holds the state that the handler has started in, where that may be any.
    var keepsStart = false
  }

  /// Walks the handler; where that has too many ways, again with fewer of them told apart.
  func run() -> Report {
    if let coarse = coarselyWalked() { return coarse }
    let report = executed() ?? walked()
    guard report.isExhausted, !report.isBurdened, !isCoarse else { return report }
    return coarse.executed() ?? coarse.walked()
  }

  /// The walk with fewer ways told apart, where another from this handler had too many and this one
  /// needs so many steps that it would have too.
  private func coarselyWalked() -> Report? {
    guard budget.isLong, !isCoarse, detail.asides != .tried || scope.asides.isEmpty else {
      return nil
    }
    let report = coarse.executed() ?? coarse.walked()
    return budget.stepsInWalk > Budget.perFurtherWalk / 2 ? report : nil
  }

  private var coarse: HandlerWalk {
    var walk = self
    walk.isCoarse = true
    return walk
  }

  private func walked() -> Report {
    budget.begin(isCoarse: isCoarse)
    scope.cache.footprint.begin(handler.body)
    // Events that only the patterns name, or that are others', are not all that there are.
    if case .asked = handler.events { scope.cache.footprint.leave() }
    if handler.only != nil || site.mayBeUnset { scope.cache.footprint.leave() }
    let walker = interpreter()
    if let function = handler.function { walker.enter(function, start) }
    var flows = binding(Flow(path: start), after: 0, walker).flatMap { flow in
      handler.start.map { walker.evaluate($0, flow.path, nil).map { Flow(path: $0.0) } }
        ?? walker.run(
          handler.body, flow.path, value: handler.result != .nothing, expected: returnType)
    }
    flows = walker.ending(followed(flows, walker))
    let thrown = walker.ending(walker.thrown.flatMap { $0 })
    for flow in flows + thrown { walker.settleTasks(of: flow.path) }
    let ends = flows + walker.suspended + walker.trapped + thrown
    let relevant = resumption == nil ? ends : ends.filter { $0.path.segment != nil }
    var outcomes = relevant.map(outcome)
    if walker.isExhausted { outcomes.append(exhausted) }
    tellLimits(of: walker, ends)
    return Report(
      outcomes: outcomes, origin: resumption?.continuation,
      continuations: walker.continuations, sent: walker.sent,
      sentAsking: walker.sentAsking, handed: walker.handed, notes: walker.notes,
      isExhausted: walker.isExhausted,
      isBurdened: detail.asides == .tried && !walker.metAsides.isEmpty
        && (walker.isExhausted || budget.isBurdened),
      asksState: walker.asksState,
      keepsStart: walker.keepsStart)
  }

  /// An interpreter that knows the machine and the handler.
  private func interpreter() -> Interpreter {
    let walker = Interpreter(index: index, cache: scope.cache, budget: budget)
    walker.followed = isProjected ? scope.followed.union(scope.kept) : scope.followed
    walker.unrelated = scope.unrelated
    (walker.reaching, walker.writers) = (scope.reaching, scope.writers)
    walker.eventNames = Set(scope.events.map(\.name))
    walker.deferredNames = scope.deferred
    walker.eventNodes = Set(scope.events.map(\.node.id))
    walker.watched = watched
    if case .subject = site.holder { walker.isSubject = true }
    (walker.isBoxed, walker.lender) = (site.isBoxed, site.lender)
    walker.synonyms = site.synonyms
    walker.memberType = site.member?.type
    walker.isMemberOptional = site.member?.mayBeAbsent ?? false
    // Others may change the state of an actor or a class while one of its methods waits.
    walker.awaitsAreSteps =
      walker.isSubject || [.actor, .class].contains(handler.owner?.kind) || site.isShared
    if handler.result == .transition, !site.usesTransitionHelpers {
      walker.resultName = handler.resultName
      if handler.resultName.map(Interpreter.publishers.contains) ?? false {
        walker.publishedState = site.state.key
      }
      walker.resultType = index.resolve(
        handler.returnType, in: handler.owner, module: handler.file.module)
    }
    if site.usesTransitionHelpers { walker.transitionTypes = (site.state.key, site.effect) }
    if site.state.kind == .enum {
      walker.stateType = site.state.key
    } else {
      walker.structState = site.state.key
    }
    if handler.isSender { walker.effectName = handler.resultName }
    (walker.views, walker.reference) = (handler.views, handler.reference)
    if [.effect, .transition].contains(handler.result) {
      walker.answeredTypes = handler.answeredTypes.subtracting([site.state.name])
    }
    walker.resumption = resumption
    walker.sentClosures = Set(scope.sent.keys)
    if handler.takesNoEvent { walker.sentEvent = eventCase.map { _ in event(text: "") } }
    (walker.tellsCalls, walker.stepsOver) = (detail.tellsCalls, detail.asides == .skipped)
    walker.asides = scope.asides
    walker.isProjected = isProjected
    (walker.isInitializer, walker.isDisplay) = (handler.isInitializer, handler.isDisplay)
    walker.shownBody = handler.isDisplay ? handler.body.id : nil
    walker.isCoarse = isCoarse
    walker.isProbe = state.unknown?.id == Interpreter.probeID
    return walker
  }

  /// Notes what the walk has left out or joined because there is too much of it.
  private func tellLimits(of walker: Interpreter, _ ends: [Flow]) {
    if walker.isExhausted {
      walker.note(
        "\(event.name) has more paths than Orrery follows; some of its edges are missing",
        at: handler.location)
    }
    if ends.contains(where: \.path.isCoarse) {
      walker.note(
        "\(event.name) has too many paths to follow each; some of its edges may be impossible",
        at: handler.location)
    }
    guard detail.asides == .skipped else { return }
    for name in walker.metAsides.sorted() {
      walker.note(
        "\(eventName) has too many paths to follow \(name), which never changes the state; the "
          + "guards and effects of \(name) are missing",
        at: handler.location)
    }
  }

  var event: Event.ID {
    if let resumption {
      if isSent(resumption.continuation) { return .init(handler.origin, eventName) }
      let name = eventName + "#" + resumption.continuation.name
      guard resumption.continuation.mayFail else { return .init(.internal, name) }
      return .init(.internal, name + (resumption.succeeds ? ".success" : ".failure"))
    }
    return .init(handler.origin, eventName)
  }

  private var eventName: String {
    if let eventCase { return eventCase.name }
    if case .method(let name) = handler.events { return name }
    return ""
  }

  var returnType: String? {
    if handler.result == .state { return site.state.key }
    let (type, module) = (handler.returnType, handler.file.module)
    return index.resolve(type, in: handler.owner, module: module)
      ?? type.flatMap { index.tupleKey(of: $0, in: handler.owner, module: module) }
  }
}

// MARK: - The start

extension HandlerWalk {
  var watched: Place? {
    switch site.holder {
    case .property(let name), .subject(let name):
      Place(
        frame: 0, name: "self",
        path: [handler.reference, name, site.member?.name].compactMap(\.self))
    case .selfValue: Place(frame: 0, name: "self")
    case .parameter: inOutName.map { Place(frame: 0, name: $0) }
    }
  }

  private var inOutName: String? {
    handler.parameters.first { $0.role == .state(isInOut: true) }?.name
  }

  private var start: Path {
    var frame = Frame(selfType: handler.owner?.key, returnType: returnType, file: handler.file)
    frame.variables["self"] = selfValue
    for node in handler.around {
      let function = FunctionInfo(node, file: handler.file, owner: handler.owner?.key)
      frame.variables[function.name] = .local(function, frame: 0)
    }
    for parameter in handler.parameters {
      frame.variables[parameter.name] = value(of: parameter)
    }
    var path = Path(frames: [frame], location: handler.location)
    path.facts = facts
    // What is told of the state that a wait ends in is none of before it.
    if resumption != nil { path.lastingFacts = Set(facts.keys) }
    return path
  }

  /// The state as the handler has found it.
  private var found: Value { resumption?.origin ?? state }

  var selfValue: Value? {
    if handler.selfIsEvent { return event(text: "") }
    if handler.selfIsState { return found }
    guard !handler.isStatic else { return nil }
    let base = Unknown(id: "self", text: "self", type: handler.owner?.key)
    switch site.holder {
    case .selfValue: return found
    case .property(let name), .subject(let name):
      let fields = [name: site.held(found, as: name)]
      guard let reference = handler.reference else {
        return .object(ObjectValue(base: base, fields: fields))
      }
      let machine = Unknown(id: "self.\(reference)", text: reference, type: site.owner?.key)
      let referred = Value.object(ObjectValue(base: machine, fields: fields))
      return .object(ObjectValue(base: base, fields: [reference: referred]))
    case .parameter where !handler.views.isEmpty:
      let fields = Dictionary(uniqueKeysWithValues: handler.views.map { ($0, found) })
      return .object(ObjectValue(base: base, fields: fields))
    case .parameter: return .unknown(base)
    }
  }

  func value(of parameter: (name: String, role: Handler.Role)) -> Value {
    switch parameter.role {
    case .state: found
    case .event: wrapped(event(text: ""))
    case .other:
      .unknown(given(parameter.name))
    }
  }

  private func given(_ parameter: String) -> Unknown {
    var unknown = Unknown(id: "parameter.\(parameter)", text: parameter)
    let found = handler.function?.parameters.first {
      Naming.identifier(($0.secondName ?? $0.firstName).text) == parameter
    }
    guard let type = found?.type,
      handler.function?.genericNames.contains(type.trimmedText) != true
    else { return unknown }
    let expanded = index.expanded(type, in: handler.owner)
    unknown.isPresent = expanded.isPresent
    unknown.note(expanded)
    unknown.domain = index.domain(of: type, in: handler.owner, module: handler.file.module)
    return unknown
  }

  private func wrapped(_ event: Value) -> Value {
    guard let wrapper = handler.wrapper else { return event }
    let base = Unknown(id: Interpreter.eventID, text: "event", type: wrapper.type)
    return .object(ObjectValue(base: base, fields: [wrapper.field: event]))
  }

  func event(text: String) -> Value {
    guard let eventCase else { return .unknown(Unknown(id: "$event", text: "event")) }
    let domains = index.payloadDomains(
      of: eventCase.ownName, in: eventCase.type, count: eventCase.values.count)
    let payload = eventCase.values.enumerated().map { offset, value in
      var unknown = Unknown(id: "$event.\(offset)", text: value.label ?? "$\(offset)")
      (unknown.isPresent, unknown.domain) = (value.isPresent, domains[offset])
      unknown.declared = value.type?.split(separator: ".").last.map(String.init)
      unknown.isOrdered = unknown.declared.map(TypeSyntax.isOrdered) ?? false
      return Argument(label: value.label, value: .unknown(unknown))
    }
    let name = eventCase.path.isEmpty ? eventCase.name : eventCase.ownName
    let inner = Value.enumCase(
      CaseValue(name: name, payload: payload, type: eventCase.type, text: text))
    return eventCase.path.reversed().reduce(inner) { value, outer in
      .enumCase(
        CaseValue(
          name: outer.name, payload: [Argument(label: nil, value: value)], type: outer.type,
          text: text))
    }
  }
}

// MARK: - The end

extension HandlerWalk {
  func outcome(_ flow: Flow) -> Outcome {
    var result = Outcome(
      event: event, guards: flow.path.guards, state: state, isWritten: false,
      effect: Effect.sequence(flow.path.effects), location: flow.path.location,
      branch: flow.path.branch?.place(of: flow.path.innerEnd ?? flow.path.location),
      innermost: ownBranch(flow.path), wildcard: flow.path.wildcard,
      visited: flow.path.visited)
    if let watched, let value = flow.path.value(at: watched) {
      result.state = value
      result.isWritten = flow.path.writeLocation != nil
      if result.isWritten { result.decided = flow.path.decided }
    }
    result.ends = flow.path.joined.union([flow.path.last].compactMap { $0 })
    result.written = flow.path.written
    result.lasting = flow.path.lasting
    result.isCoarse = flow.path.isCoarse
    result.isGuess = flow.path.isGuess || flow.path.isDoubtful
    result.asksStart = flow.path.asksStart
    result.started = flow.path.started
    nameContinuation(flow.path, &result)
    switch flow.exit {
    case .trapped: result.ending = .trapped
    case .threw(let value):
      (result.ending, result.throwsItself) = (.threw(value.text), flow.path.throwsItself)
    case .returned(let value): read(answered(value, flow.path), into: &result)
    default: break
    }
    place(flow, &result)
    placeWait(flow.path, &result)
    result.state = settled(result.state, flow.path)
    if isProjected { result.facts = facts(of: result.state, flow.path) }
    leaveOpenWhatIsHanded(in: flow, &result)
    if let handing = flow.path.handing, case .unknown(let next) = result.state,
      next.text.hasPrefix(handing.call)
    {
      result.known = handing.writes
    }
    if result.isWritten, result.ending != .trapped {
      result.location =
        flow.path.writeLocation ?? result.state.caseValue?.location ?? result.location
    }
    return result
  }

  /// An awaited `Result` that was switched on is part of the event's name: `load#fetch.success`.
  private func nameContinuation(_ path: Path, _ result: inout Outcome) {
    guard let resumption, case .isCase(let known)? = path.facts[Interpreter.awaitedID],
      ["success", "failure"].contains(known.name)
    else { return }
    result.event.name += ".\(known.name)"
    let callee = resumption.continuation.callee
    result.guards.removeAll { clause in
      clause.text.hasPrefix("case ") && clause.text.contains(" = await \(callee)(")
        && PayloadQuestion(clause)?.asks(of: known.name) == false
    }
  }

  private func settled(_ value: Value, _ path: Path) -> Value {
    if isProjected, case .object(var object) = value {
      object.fields = object.fields.mapValues { presence(of: $0, path) }
      return .object(object)
    }
    guard case .unknown(let unknown) = value, case .isCase(let known)? = path.facts[unknown.id]
    else { return value }
    return .enumCase(known)
  }

  /// What the way has found out about the values that the properties of a state were given.
  private func facts(of state: Value, _ path: Path) -> [String: Fact] {
    guard case .object(let object) = state else { return [:] }
    let ids = Set(object.fields.values.compactMap(\.unknown?.id))
    return path.facts.filter { ids.contains($0.key) }
  }

  /// What an event carries, as present or absent where the way has found that out.
  private func presence(of value: Value, _ path: Path) -> Value {
    guard case .unknown(let unknown) = value, unknown.id.hasPrefix("$event.") else { return value }
    switch path.facts[unknown.id] {
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
    switch path.facts[unknown.id] {
    case .bool(let known): return .bool(known)
    case .isNot(let names) where names.contains("some"): return .absent
    default: return value
    }
  }

  var exhausted: Outcome {
    Outcome(
      event: event, guards: [], state: state, isWritten: false, effect: nil,
      location: handler.location, visited: [], ending: .exhausted)
  }
}
