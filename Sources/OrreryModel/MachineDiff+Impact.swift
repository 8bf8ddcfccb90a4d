extension MachineDiff {
  /// What a change means for those who use the machine.
  public enum Impact: String, CaseIterable, Sendable {
    /// What was possible before works as before.
    case compatible
    /// The same events lead elsewhere, or do something else.
    case behaviour
    /// A state, an event or an edge that others rely on is gone.
    case breaking
  }

  /// - Complexity: O(*n*) in the number of transitions.
  public func impact(of change: Change) -> Impact {
    switch change {
    case .stateAdded, .eventAdded, .actionAdded, .regionAdded, .projectionChanged: .compatible
    case .stateRemoved, .stateRenamed, .regionRemoved, .regionRenamed: .breaking
    case .eventRemoved(let event), .eventRenamed(let event, _):
      event.origin == .input ? .breaking : .behaviour
    case .stateChanged, .actionChanged: .behaviour
    case .edgeAdded(let edge): old.acts(on: edge) ? .behaviour : .compatible
    case .edgeRemoved(let edge):
      !edge.isAct ? .behaviour : new.acts(on: edge) ? .behaviour : .breaking
    case .edgeChanged(let old, let new, _):
      old.isAct && !new.isAct || old.kind == .move && new.isLoop ? .breaking : .behaviour
    case .actionRemoved(let action):
      new.actions.contains { $0.event == action.event } ? .behaviour : .breaking
    }
  }

  /// The gravest of all; nothing where there is no change.
  public var impact: Impact? {
    let found = Set(changes.map { impact(of: $0) })
    return Impact.allCases.last { found.contains($0) }
  }
}

extension Transition {
  /// Whether the machine does something, as opposed to refusing.
  fileprivate var isAct: Bool {
    switch kind {
    case .move, .stay, .unresolved: true
    case .ignore, .reject, .trap, .throw: false
    }
  }
}

extension Machine {
  fileprivate func acts(on edge: Transition) -> Bool {
    transitions.contains { $0.from == edge.from && $0.event == edge.event && $0.isAct }
  }
}
