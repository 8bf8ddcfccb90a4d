import OrreryExecution
import OrreryLowering
import OrreryModel
import OrreryProgram
import OrreryRecognition

/// The walks of a handler in each state of an enum.
extension MachineBuilder {
  /// A walk from a state.
  struct Walked {
    var from: String
    var entry: Value
    var report: HandlerWalk.Report
    /// For what follows a wait: where it was left.
    var left: Waits.Left?
  }

  /// The walks of all handlers.
  ///
  /// Those that only closures for later call are walked once it is known in which states that may be.
  func allReports() -> [(handler: Handler, walked: [Walked])] {
    var handed = Handed()
    var result = site.handlers.map { handler -> (handler: Handler, walked: [Walked]) in
      isDeferred(handler) ? (handler, []) : (handler, reports(of: handler, &handed))
    }
    let deferred = site.handlers.indices.filter { isDeferred(site.handlers[$0]) }
    let asks = deferred.reduce(into: [Int: Bool]()) { asks, index in
      asks[index] = site.handlers[index].isDisplay || asksState(site.handlers[index])
    }
    let states = { (index: Int) in
      self.states(of: site.handlers[index], handed, asks: asks[index] ?? true)
    }
    var known: [Int: Set<String>] = [:]
    while let index = deferred.first(where: { states($0) != known[$0] }) {
      let states = states(index)
      known[index] = states
      result[index].walked = reports(of: site.handlers[index], in: states, &handed)
    }
    let naming = renaming(result.flatMap { $0.walked.map { ($0.from, $0.report) } })
    for index in result.indices {
      for number in result[index].walked.indices {
        let from = result[index].walked[number].from
        naming(&result[index].walked[number].report, from)
      }
    }
    return result
  }

  /// Gives what walks come to the names by which all of them together tell it apart, by the states that
  /// they start from.
  func renaming(
    _ reports: [(from: String, report: HandlerWalk.Report)]
  ) -> (inout HandlerWalk.Report, String) -> Void {
    let (names, waits) = (Namesakes(reports.map(\.report)), RepeatedWaits(reports))
    var told = reports
    for index in told.indices {
      names.tellApart(&told[index].report)
      waits.tellApart(&told[index].report, from: told[index].from)
    }
    let overloads = ShortNames.overloads(told.map(\.report))
    for index in told.indices { overloads.shorten(&told[index].report) }
    let subscriptions = ShortNames.subscriptions(told.map(\.report), besides: events)
    return { report, from in
      names.tellApart(&report)
      waits.tellApart(&report, from: from)
      overloads.shorten(&report)
      subscriptions.shorten(&report)
    }
  }

  /// The states in which events were left to be called later.
  struct Handed {
    fileprivate var states: [String: Set<String>] = [:]
    fileprivate var isCut = false

    fileprivate mutating func add(_ report: HandlerWalk.Report) {
      states.merge(report.handed) { $0.union($1) }
      isCut = isCut || report.isExhausted
    }
  }

  private func isDeferred(_ handler: Handler) -> Bool {
    isPart(handler) || handler.function.map { scope.deferred.contains($0.name) } ?? false
  }

  /// Whether a handler is what a view shows at one place: in the states in which it comes there.
  private func isPart(_ handler: Handler) -> Bool {
    guard handler.isDisplay, case .method(let name) = handler.events, let owner = handler.owner
    else { return false }
    // What other types may show comes at places that are not counted here.
    guard !owner.functions.contains(where: { $0.name == name && !$0.isPrivate }),
      !owner.computed.contains(where: { $0.name == name && !$0.modifiers.isFilePrivate })
    else { return false }
    let type = scope.program.type(owner.key)
    let code = (type?.functions ?? []) + (type?.getters ?? [])
    return code.reduce(into: Set()) { $0.formUnion($1.mentions(of: name)) }.count == 1
  }

  /// The state in which a handler begins that only initializers start; nothing where that may be any:
  /// one that asks for the state does so since others may have come before.
  private func firstState(of handler: Handler) -> String? {
    guard let name = handler.function?.name, scope.begun.contains(name), !asksState(handler)
    else { return nil }
    return initialCase
  }

  /// The states in which a handler that only closures for later call may be entered: any, where it
  /// asks for the state, since that may have changed meanwhile.
  private func states(of handler: Handler, _ handed: Handed, asks: Bool) -> Set<String> {
    let all = Set(site.stateNames)
    guard handler.isDisplay || !asks, !handed.isCut, case .method(let name) = handler.events,
      let states = handed.states[name], states.isSubset(of: all)
    else { return all }
    return states
  }

  private func asksState(_ handler: Handler) -> Bool {
    let probe = Value.unknown(
      Unknown(.probe, text: "state", type: site.state.key))
    return walks(handler, from: probe, within: Budget()).contains { $0.run().asksState }
  }

  /// The walks of a handler in each state, and those of each continuation that one of them found.
  private func reports(
    of handler: Handler, in states: Set<String>? = nil, _ handed: inout Handed
  ) -> [Walked] {
    let before = handed
    var waits = Waits()
    var result = reports(of: handler, in: states, &handed, &waits)
    var joined: [Unresolved] = []
    while let next = waits.again {
      if !next.detail.tellsCalls { joined = self.joined(waits.twins, of: handler) }
      (handed, waits) = (before, next)
      result = reports(of: handler, in: states, &handed, &waits)
    }
    if !result.isEmpty { result[result.count - 1].report.notes += joined }
    return result
  }

  /// A helper that is called at too many places to tell apart what follows each call.
  private func joined(_ twins: Twins, of handler: Handler) -> [Unresolved] {
    twins.events.map { event in
      Unresolved(
        location: handler.location, event: event.name,
        "can wait in one function for calls at too many places; the model shows what "
          + "follows for only one of them")
    }
  }

  private func reports(
    of handler: Handler, in states: Set<String>?, _ handed: inout Handed, _ waits: inout Waits
  ) -> [Walked] {
    let budget = Budget(handlers: site.handlers.count)
    var result: [Walked] = []
    // An initializer starts in the declared state alone; where none is, it sets the first one itself.
    let startsOnce = handler.isInitializer && !handler.isDisplay
    let first = (made.declared ?? initialCase).flatMap { site.stateNames.firstIndex(of: $0) } ?? 0
    let names =
      startsOnce
      ? site.stateNames[first...].prefix(1)
      : firstState(of: handler).map { [$0] } ?? site.stateNames[...]
    var shared = SharedWalks()
    for name in names where states?.contains(name) ?? true {
      let walks = walks(handler, from: entry(name), within: budget)
      for (number, var walk) in walks.enumerated() {
        walk.detail = waits.detail
        let report = shared.report(from: name, walk.state, number) { state in
          var walk = walk
          walk.state = state
          return walk.run()
        }
        handed.add(report)
        if !handler.isInitializer {
          result.append(Walked(from: name, entry: walk.state, report: report))
        }
        waits.add(report, of: walk)
        if waits.areBurdened { return [] }
      }
    }
    let next = following(&waits, &handed)
    result += next.walked
    if !result.isEmpty { result[result.count - 1].report.notes += next.notes }
    return result
  }

  /// What follows a wait in one of its ways.
  struct Followed {
    var wait: Waits.Wait
    var walked: [Walked]
    /// Whether it does nothing, or hands on another's error, whatever the state: no event to tell.
    var isSilent: Bool
    var notes: [Unresolved]
  }

  /// The walks of all that follows waits, with what of that is not told.
  private func following(
    _ waits: inout Waits, _ handed: inout Handed
  ) -> (walked: [Walked], notes: [Unresolved]) {
    let found = following(&waits) { resumed($0, succeeds: $1, &$2) }
    let notes = limits(of: waits)
    let left = waits.statesLeft
    for followed in found {
      // What is handed out in states that nobody comes to is not called.
      let states = left[followed.wait.key]
      for walked in followed.walked where states?.contains(walked.from) ?? true {
        handed.add(walked.report)
      }
    }
    let walked = found.filter { !$0.isSilent }.flatMap { followed in
      // An event that is sent may come in any state.
      let left = isSent(followed.wait) ? nil : waits.left(at: followed.wait)
      return followed.walked.map { walked in
        var walked = walked
        walked.left = left
        return walked
      }
    }
    return (walked, found.flatMap(\.notes) + notes)
  }

  /// What comes of each way in which a wait goes on, until no wait is left.
  func following<Found>(
    _ waits: inout Waits, _ found: (Waits.Wait, Bool, inout Waits) -> Found?
  ) -> [Found] {
    var all: [(source: Waits.Wait, found: Found)] = []
    while !waits.areTooMany, !waits.areBurdened, let source = waits.next() {
      if source.isAgain { all.removeAll { $0.source.key == source.key } }
      for (wait, succeeds) in starts(of: source) {
        if source.isAgain { waits.forget(Waits.Start(key: wait.key, succeeds: succeeds)) }
        if let found = found(wait, succeeds, &waits) { all.append((source, found)) }
      }
    }
    return all.map(\.found)
  }

  /// What is not told of what follows waits, since there is too much of it.
  func limits(of waits: Waits) -> [Unresolved] {
    let notes = waits.surplus.map(untold) + waits.cut.map(cutShort)
    if !notes.isEmpty { scope.footprint.leave() }
    return notes
  }

  private func cutShort(_ continuation: Continuation, of walk: HandlerWalk) -> Unresolved {
    Unresolved(
      location: walk.handler.location, event: walk.event.name,
      "comes to \(continuation.callee) in more ways than Orrery follows; some edges are missing")
  }

  private func untold(_ continuation: Continuation, of walk: HandlerWalk) -> Unresolved {
    Unresolved(
      location: walk.handler.location, event: walk.event.name,
      "may wait at more places than Orrery follows; what follows \(continuation.callee) is missing")
  }

  /// A wait that the walks which start after it do not come to again.
  func unmet(_ continuation: Continuation, of walk: HandlerWalk) -> Unresolved {
    scope.footprint.leave()
    return Unresolved(
      location: walk.handler.location,
      reason: "Orrery does not follow \(walk.event.name) after its wait for \(continuation.callee)"
    )
  }
}

extension Function {
  /// The expressions that may speak of an object's member of some name, in the functions inside too: a
  /// case of that name is none.
  fileprivate func mentions(of name: String) -> Set<NodeID> {
    var found: Set<NodeID> = []
    body?.visit { node in
      switch node.form {
      case .member(let base, name): if !base.isType { found.insert(node.id) }
      case .name(name): found.insert(node.id)
      case .keyPath(let names?) where names.contains(name): found.insert(node.id)
      case .call(let call) where call.name == name:
        switch call.callee {
        case .implicitMember: break
        case .member(let base, _): if !base.isType { found.insert(node.id) }
        default: found.insert(node.id)
        }
      case .closure(let function), .localFunction(let function, 0):
        found.formUnion(function.mentions(of: name))
      default: break
      }
    }
    return found
  }
}
