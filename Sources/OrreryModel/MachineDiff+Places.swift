extension MachineDiff.Change {
  /// Where the new version decides what changed; the machine itself where it decides no longer.
  ///
  /// - Parameter machine: The new version.
  /// - Complexity: O(*n*) in the numbers of states and events.
  public func location(in machine: Machine) -> SourceLocation {
    let place: SourceLocation? =
      switch self {
      case .stateAdded(let name), .stateChanged(let name, _, _), .stateRenamed(_, let name):
        machine.states.first { $0.name == name }?.location
      case .eventAdded(let id), .eventRenamed(_, let id):
        machine.events.first { $0.id == id }?.location
      case .edgeAdded(let edge), .edgeChanged(_, let edge, _): edge.location
      case .actionAdded(let action), .actionChanged(_, let action, _): action.location
      case .edgeRemoved(let edge):
        // What else the state does shows where the edge was.
        machine.transitions.first { $0.from == edge.from && $0.event == edge.event }?.location
          ?? machine.states.first { $0.name == edge.from }?.location
      case .regionAdded(let region):
        machine.states.first { region.states.contains($0.name) }?.location
      case .stateRemoved, .eventRemoved, .actionRemoved, .regionRemoved, .regionRenamed,
        .projectionChanged:
        nil
      }
    return place ?? machine.location
  }
}
