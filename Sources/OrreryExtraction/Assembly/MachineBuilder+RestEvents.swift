import OrreryModel
import OrreryRecognition

/// The event that stands for all that no pattern names.
extension MachineBuilder {
  /// Leaves it out where nothing comes of it.
  func dropIdleRest(_ machine: inout Machine) {
    for handler in site.handlers where handler.takesRest {
      let event = Event.ID(handler.origin, AskedCase.restName)
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
  fileprivate var takesRest: Bool {
    guard case .asked(let asked) = events else { return false }
    return asked.contains(where: \.isRest)
  }
}

extension Action {
  fileprivate var isIdle: Bool { writes.isEmpty && effect == nil && certainty != .unresolved }
}
