/// What differs between two versions of a machine, as facts about its behaviour.
///
/// Places in files, comments and the order of declarations are no difference.
public struct MachineDiff: Hashable, Sendable {
  /// One difference; its description is the sentence for people.
  public enum Change: Hashable, Sendable {
    case stateAdded(String)
    case stateRemoved(String)
    /// A state that does under another name what it did, found by the similarity of its edges.
    case stateRenamed(String, to: String)
    /// A state that became, or is no longer, something: `initial`, `final`, `stable`.
    case stateChanged(String, trait: StateTrait, holds: Bool)
    case eventAdded(Event.ID)
    case eventRemoved(Event.ID)
    case eventRenamed(Event.ID, to: Event.ID)
    case edgeAdded(Transition)
    case edgeRemoved(Transition)
    case edgeChanged(Transition, to: Transition, Aspect)
    case actionAdded(Action)
    case actionRemoved(Action)
    case actionChanged(Action, to: Action, Aspect)
    /// A property that is now a region of its own; its states and edges are not said one by one.
    case regionAdded(Region)
    case regionRemoved(Region)
    /// A region that does under another name what it did, found by the similarity of its edges.
    case regionRenamed(String, to: String)
    /// The regions where only one version has any.
    case projectionChanged([String], to: [String])
  }

  /// A flag of a state.
  public enum StateTrait: String, CaseIterable, Sendable {
    case initial, stable, final
  }

  /// The part of an edge or an action that is another one.
  public enum Aspect: String, CaseIterable, Sendable {
    case `guard`, effects, kind, target, writes
  }

  /// Regions first, then states, events, edges and actions, each in the order of their declaration.
  public let changes: [Change]
  /// The old version, with what was renamed under its new name.
  public let old: Machine
  public let new: Machine

  public var isEmpty: Bool { changes.isEmpty }

  /// - Complexity: O(*n*²) in the number of edges that differ.
  public init(from old: Machine, to new: Machine) {
    let regions = RegionMatching(from: old, to: new)
    let renaming = Renaming(from: regions.old, to: regions.new)
    (self.old, self.new) = (renaming.old, regions.whole)
    let (old, new) = (renaming.old, regions.new)
    changes =
      regions.changes
      + renaming.states.map { .stateRenamed($0.old, to: $0.new) } + Self.states(old, new)
      + renaming.events.map { .eventRenamed($0.old, to: $0.new) }
      + Self.events(old, new)
      + EdgeMatching(old.transitions, new.transitions).changes
      + ActionMatching(old.actions, new.actions).changes
  }

  private static func states(_ old: Machine, _ new: Machine) -> [Change] {
    let (before, after) = (MachineIndex(old), MachineIndex(new))
    let removed = old.states.filter { after.state($0.name) == nil }
    let rest = new.states.flatMap { state -> [Change] in
      guard let previous = before.state(state.name) else { return [.stateAdded(state.name)] }
      return StateTrait.allCases.filter { previous.has($0) != state.has($0) }
        .map { .stateChanged(state.name, trait: $0, holds: state.has($0)) }
    }
    return removed.map { .stateRemoved($0.name) } + rest
  }

  private static func events(_ old: Machine, _ new: Machine) -> [Change] {
    let (before, after) = (MachineIndex(old), MachineIndex(new))
    return old.events.filter { after.event($0.id) == nil }.map { .eventRemoved($0.id) }
      + new.events.filter { before.event($0.id) == nil }.map { .eventAdded($0.id) }
  }
}

extension State {
  fileprivate func has(_ trait: MachineDiff.StateTrait) -> Bool {
    switch trait {
    case .initial: isInitial
    case .stable: isStable
    case .final: isFinal
    }
  }
}
