import OrreryLowering
import OrreryModel
import OrreryRecognition

/// Private methods that nothing but initializers comes to.
extension MachineBuilder {
  /// The ways without those of such methods that only hand out what is called later: they are over
  /// before any event comes.
  func withoutIdleSetUps(_ ways: [Way]) -> [Way] {
    guard let owner = site.owner, ways.contains(where: \.isBareStart) else { return ways }
    let names = owner.setUps(in: index)
    let setUps = Set(
      site.handlers.indices.filter { index in
        site.handlers[index].function.map { names.contains($0.name) } ?? false
      })
    let own = Dictionary(grouping: ways.filter { $0.origin == nil }, by: \.handler)
    let idle = setUps.filter { own[$0, default: []].allSatisfy(\.isBareStart) }
    let isDropped = { (way: Way) in way.origin == nil && idle.contains(way.handler) }
    scope.footprint.tellIdle(ways.filter(isDropped).map(\.outcome))
    return ways.filter { !isDropped($0) }
  }

  /// Drops the events of which nothing is told.
  func dropSetUps(_ machine: inout Machine) {
    guard let owner = site.owner, case let names = owner.setUps(in: index),
      !names.isEmpty
    else { return }
    let told = Set(machine.transitions.map(\.event))
    machine.events.removeAll { names.contains($0.id.name) && !told.contains($0.id) }
  }
}

extension MachineBuilder.Way {
  /// Whether it does nothing, or nothing but to start what comes later.
  fileprivate var isBareStart: Bool {
    rows.allSatisfy { row in
      row.transition.kind == .ignore || row.isStart
        || row.transition.kind == .stay && !outcome.isWritten && onlyHandsOut(row.transition.effect)
    }
  }

  /// Whether all that is asked for is to call a closure later.
  private func onlyHandsOut(_ effect: Effect?) -> Bool {
    (effect?.leaves ?? []).allSatisfy { leaf in
      guard case .run(let name) = leaf else { return false }
      return outcome.started.contains { $0.marks != nil && $0.callee == name }
    }
  }
}

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
