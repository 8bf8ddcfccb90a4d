import OrreryLowering
import OrreryModel
import OrreryRecognition

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
      wait.walk.eventCase = found.event
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
