import OrreryModel
import OrreryRecognition

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
