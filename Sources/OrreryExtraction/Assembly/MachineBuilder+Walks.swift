import OrreryModel
import SwiftSyntax

/// The walks of a handler in each state of an enum.
extension MachineBuilder {
  typealias Walked = (from: String, entry: Value, report: HandlerWalk.Report)

  /// The walks of all handlers.
  ///
  /// Those that only closures for later call are walked once it is known in which states that may be.
  func allReports() -> [(handler: Handler, walked: [Walked])] {
    var handed = Handed()
    var result = site.handlers.map { handler -> (handler: Handler, walked: [Walked]) in
      isDeferred(handler) ? (handler, []) : (handler, reports(of: handler, &handed))
    }
    let deferred = site.handlers.indices.filter { isDeferred(site.handlers[$0]) }
    let asks = deferred.reduce(into: [Int: Bool]()) { $0[$1] = asksState(site.handlers[$1]) }
    let states = { (index: Int) in
      self.states(of: site.handlers[index], handed, asks: asks[index] ?? true)
    }
    var known: [Int: Set<String>] = [:]
    while let index = deferred.first(where: { states($0) != known[$0] }) {
      let states = states(index)
      known[index] = states
      result[index].walked = reports(of: site.handlers[index], in: states, &handed)
    }
    let names = Namesakes(result.flatMap { $0.walked.map(\.report) })
    let waits = Asked(result.flatMap { $0.walked.map { ($0.from, $0.report) } })
    for index in result.indices {
      for number in result[index].walked.indices {
        names.tellApart(&result[index].walked[number].report)
        let from = result[index].walked[number].from
        waits.tellApart(&result[index].walked[number].report, from: from)
      }
    }
    return result
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
    handler.function.map { scope.deferred.contains($0.name) } ?? false
  }

  /// The states in which a handler that only closures for later call may be entered: any, where it
  /// asks for the state, since that may have changed meanwhile.
  private func states(of handler: Handler, _ handed: Handed, asks: Bool) -> Set<String> {
    let all = Set(site.stateNames)
    guard !asks, !handed.isCut, let name = handler.function?.name, let states = handed.states[name],
      states.isSubset(of: all)
    else { return all }
    return states
  }

  private func asksState(_ handler: Handler) -> Bool {
    let probe = Value.unknown(
      Unknown(id: Interpreter.probeID, text: "state", type: site.state.key))
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
        location: handler.location,
        reason: "\(event.name) calls functions that wait at too many places; what follows is told "
          + "for one of the calls alone")
    }
  }

  private func reports(
    of handler: Handler, in states: Set<String>?, _ handed: inout Handed, _ waits: inout Waits
  ) -> [Walked] {
    let budget = Budget()
    var result: [Walked] = []
    // An initializer starts in the first state alone; where that is not told, it sets it itself.
    let startsOnce = handler.isInitializer && !handler.isDisplay
    let first = initialCase.flatMap { site.stateNames.firstIndex(of: $0) } ?? 0
    let names = startsOnce ? site.stateNames[first...].prefix(1) : site.stateNames[...]
    var shared = SharedWalks()
    var asking: [(Int, Waits.Wait)] = []
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
        if !handler.isInitializer { result.append((name, walk.state, report)) }
        waits.add(report, of: walk)
        if waits.areBurdened { return [] }
      }
    }
    while !waits.areTooMany, !waits.areBurdened, let wait = waits.next() {
      for succeeds in wait.continuation.mayFail ? [true, false] : [true] {
        let walked = resumed(wait, succeeds: succeeds, &waits)
        waits.add(walked.flatMap(moves), madeBy: wait)
        for (_, _, report) in walked { handed.add(report) }
        if !walked.isEmpty, !result.isEmpty,
          walked.allSatisfy({ $0.report.outcomes.isEmpty })
        {
          result[result.count - 1].report.notes.append(unmet(wait.continuation, of: wait.walk))
        }
        if isSilent(walked) {
          for (_, _, report) in walked { scope.cache.footprint.tellIdle(report.outcomes) }
        } else {
          if waits.asks(wait, succeeds: succeeds) {
            asking += walked.indices.map { (result.count + $0, wait) }
          }
          result += walked
        }
      }
    }
    for (index, wait) in asking { result[index].report.left = waits.left(at: wait) }
    if !waits.left.isEmpty { scope.cache.footprint.leave() }
    if !result.isEmpty { result[result.count - 1].report.notes += waits.left.map(untold) }
    return result
  }

  /// Where the ways of a walk lead that change the state.
  private func moves(of walked: Walked) -> [(from: String, to: String)] {
    walked.report.outcomes.filter(\.isWritten).compactMap { outcome in
      outcome.state.stateName.map { (walked.from, $0) }
    }
  }

  func untold(_ continuation: Continuation, of walk: HandlerWalk) -> Unresolved {
    Unresolved(
      location: walk.handler.location,
      reason: "\(walk.event.name) waits at more places than are walked; what follows "
        + "\(continuation.callee) is missing")
  }

  /// A wait that the walks which start after it do not come to again.
  private func unmet(_ continuation: Continuation, of walk: HandlerWalk) -> Unresolved {
    scope.cache.footprint.leave()
    return Unresolved(
      location: walk.handler.location,
      reason: "what follows the wait for \(continuation.callee) in \(walk.event.name) is not walked"
    )
  }

  /// The walks that go on after a wait.
  ///
  /// One that asks for the state may be entered in any, as far as events lead there meanwhile; one
  /// that does the same in all starts from the states that its handler left. These may turn out to be
  /// more as other walks come to it.
  private func resumed(_ wait: Waits.Wait, succeeds: Bool, _ waits: inout Waits) -> [Walked] {
    let start = Waits.Start(wait, succeeds: succeeds)
    if waits.asks[start] == nil, wait.sent != nil {
      let probe = Value.unknown(
        Unknown(id: Interpreter.probeID, text: "state", type: site.state.key))
      waits.asks[start] = walk(wait, succeeds: succeeds, in: probe).run().asksState
    }
    let isShown = wait.continuation.isShown
    let isTold =
      (isShown || waits.asks[start] == false)
      && wait.sent?.contains(Interpreter.anyMark) == false
    let sent = isTold ? wait.sent : nil
    // What is shown may be as old as the last frame.
    let isLate = isShown && sent.map { $0 != Set(site.stateNames) } ?? false
    var shared = SharedWalks()
    return site.stateNames.filter { name in
      sent?.contains(name) ?? true && waits.walked[start, default: []].insert(name).inserted
    }.map { name in
      let state = entry(name)
      var report = shared.report(from: name, state) { state in
        continued(wait, succeeds: succeeds, in: state)
      }
      for index in report.outcomes.indices where isLate { report.outcomes[index].isGuess = true }
      waits.add(report, of: wait.walk)
      return (name, state, report)
    }
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
    let any = Unknown(id: Interpreter.originID, text: "state", type: site.state.key)
    var walk = wait.walk
    walk.state = state
    walk.resumption = Resumption(
      continuation: wait.continuation, succeeds: succeeds, origin: origin ?? .unknown(any),
      state: state, open: wait.open)
    return walk
  }

  /// Whether a continuation does nothing, or hands on an error, whatever the state: no event to tell.
  private func isSilent(_ walked: [Walked]) -> Bool {
    guard let first = walked.first?.report else { return true }
    return walked.allSatisfy { $0.report.isAlike(first) && $0.report.notes.isEmpty }
      && first.outcomes.allSatisfy { outcome in
        guard !outcome.isWritten, outcome.effect == nil, outcome.started.isEmpty else {
          return false
        }
        switch outcome.ending {
        case .completed, .threw: return true
        default: return false
        }
      }
  }
}

extension HandlerWalk.Report {
  /// What either of two walks does.
  fileprivate func joined(with other: HandlerWalk.Report) -> HandlerWalk.Report {
    var report = self
    report.outcomes += other.outcomes
    report.continuations += other.continuations.filter { !continuations.contains($0) }
    report.sent.merge(other.sent) { $0.union($1) }
    report.handed.merge(other.handed) { $0.union($1) }
    report.notes += other.notes.filter { !notes.contains($0) }
    report.isExhausted = isExhausted || other.isExhausted
    return report
  }

  /// Whether two walks from different states did the same.
  fileprivate func isAlike(_ other: HandlerWalk.Report) -> Bool {
    outcomes.count == other.outcomes.count
      && zip(outcomes, other.outcomes).allSatisfy { a, b in
        a.guards == b.guards && a.effect == b.effect && a.ending == b.ending
          && a.isWritten == b.isWritten && a.location == b.location
          && (!a.isWritten || a.state.stateName == b.state.stateName)
      }
  }
}
