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
    case .eventRemoved(let event):
      event.origin == .input && !old.isPrivate(event) ? .breaking : .behaviour
    case .eventRenamed(let event, let name):
      // Who sends a private event stands in the same file, and has changed with it.
      old.isPrivate(name) ? .compatible : event.origin == .input ? .breaking : .behaviour
    case .stateChanged, .actionChanged: .behaviour
    case .edgeAdded(let edge): old.acts(on: edge) ? .behaviour : .compatible
    case .edgeRemoved(let edge): !edge.isAct || new.leads(as: edge) ? .behaviour : .breaking
    case .edgeChanged(let old, let new, let aspect):
      old.isAct && !new.isAct || aspect == .target && old.kind == .move && !self.new.leads(as: old)
        ? .breaking : .behaviour
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
  fileprivate func isPrivate(_ event: Event.ID) -> Bool {
    events.contains { $0.id == event && $0.isPrivate }
  }

  /// Whether the event still leads from the one state to the other, if on other conditions.
  fileprivate func leads(as edge: Transition) -> Bool {
    transitions.contains {
      $0.from == edge.from && $0.event == edge.event && $0.to == edge.to && $0.isAct
    }
  }

  fileprivate func acts(on edge: Transition) -> Bool {
    transitions.contains { $0.from == edge.from && $0.event == edge.event && $0.isAct }
  }
}
