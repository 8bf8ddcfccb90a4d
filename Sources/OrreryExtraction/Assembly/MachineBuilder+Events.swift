import OrreryLowering
import OrreryModel
import OrreryRecognition
import OrrerySyntax

/// Machines of a library that is told the transitions one by one.
extension MachineBuilder {
  /// The events that only such transitions name.
  var routedEvents: [Event] {
    guard let routes = site.routes else { return [] }
    return routes.eventNames.map { name in
      let item = routes.event?.enumCase(name)
      let place = item.flatMap { item in routes.event.map { $0.location(of: item) } }
      return Event(
        .init(.input, name), documentation: item?.documentation, location: place ?? site.location)
    }
  }

  /// The ways that are rows: a function which answers with no next state leaves the event to others.
  func taken(_ outcomes: [Outcome]) -> [Outcome] {
    guard site.routes != nil else { return outcomes }
    scope.footprint.tellIdle(outcomes.filter(\.isDeclined))
    return outcomes.filter { !$0.isDeclined }
  }

  func addRoutes(to machine: inout Machine) {
    guard let routes = site.routes else { return }
    machine.unresolved += routes.untold
    machine.transitions =
      routes.transitions(among: site.stateNames) + machine.transitions
  }
}

/// Events that come to a machine through a subject, to a closure that looks which it is.
extension MachineBuilder {
  /// The ways in which a wait may end: for each event that it is a wait for, well, or not.
  func starts(of wait: Waits.Wait) -> [(wait: Waits.Wait, succeeds: Bool)] {
    spread(wait).flatMap { wait in
      (wait.continuation.mayFail ? [true, false] : [true]).map { (wait, $0) }
    }
  }

  private func spread(_ wait: Waits.Wait) -> [Waits.Wait] {
    guard let info = scope.sent[wait.continuation.node], wait.walk.eventCase == nil,
      wait.walk.handler.takesNoEvent
    else { return [wait] }
    return cases(of: info).map { found in
      var wait = wait
      wait.walk.eventCase = found
      return wait
    }
  }

  /// Whether what goes on is one of several events.
  func isSent(_ wait: Waits.Wait) -> Bool {
    wait.walk.isSent(wait.continuation)
  }

  /// The events, as their enums declare them.
  var sentEvents: [Event] {
    scope.sent.values.sorted { $0.key < $1.key }.flatMap { cases(of: $0) }
      .map { $0.declared(.input) }
  }

  /// Adds the events that only rows tell of: those that are sent, and what follows waits.
  func addEvents(
    _ used: [(id: Event.ID, location: SourceLocation)], _ machine: inout Machine
  ) {
    var known = Set(machine.events.map(\.id))
    let names = Set(used.map(\.id))
    machine.events += sentEvents.filter { names.contains($0.id) && known.insert($0.id).inserted }
    for (id, location) in used where known.insert(id).inserted {
      machine.events.append(Event(id, location: location))
    }
  }
}

extension Handler {
  /// Whether its call is the event.
  var takesNoEvent: Bool { if case .method = events { true } else { false } }
}

/// Events that nobody sends: the one that stands for all that no pattern names, and an object's end.
extension MachineBuilder {
  /// Leaves them out where nothing comes of them.
  func dropIdleEvents(_ machine: inout Machine) {
    for handler in site.handlers {
      guard let name = handler.unsentName else { continue }
      let event = Event.ID(handler.origin, name)
      let rows = machine.transitions.filter { $0.event == event }
      let actions = machine.actions.filter { $0.event == event }
      guard rows.allSatisfy({ $0.kind == .ignore }), actions.allSatisfy(\.isIdle) else { continue }
      scope.footprint.tellIdle(rows.map { RowKey($0) } + actions.map { RowKey($0) })
      machine.transitions.removeAll { $0.event == event }
      machine.actions.removeAll { $0.event == event }
      machine.events.removeAll { $0.id == event }
    }
  }
}

extension Handler {
  fileprivate var unsentName: String? {
    if let function, function.isDeinitializer { return function.name }
    guard case .asked(let asked) = events, asked.contains(where: \.isRest) else { return nil }
    return AskedCase.restName
  }
}

extension Action {
  fileprivate var isIdle: Bool { writes.isEmpty && effect == nil && certainty != .unresolved }
}
