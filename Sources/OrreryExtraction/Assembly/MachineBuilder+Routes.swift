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
