import OrderedCollections

/// Answers questions about a machine without walking it each time.
///
/// Transitions are named by their position in ``Machine/transitions``, which is stable and by which
/// counts and verdicts are kept.
public struct MachineIndex: Sendable {
  public let machine: Machine
  private let states: [String: Int]
  private let events: [Event.ID: Int]
  private let outgoing: [String: [Int]]
  private let incoming: [String: [Int]]
  private let reactions: [Event.ID: [Int]]
  private let clashingNames: Set<String>

  /// - Complexity: O(*n*) in the number of states, events and transitions.
  public init(_ machine: Machine) {
    self.machine = machine
    states = Self.firstPositions(machine.states.map(\.name))
    events = Self.firstPositions(machine.events.map(\.id))
    outgoing = Self.positions(machine.transitions) { $0.from }
    incoming = Self.positions(machine.transitions) { $0.to }
    reactions = Self.positions(machine.transitions) { $0.event }
    let origins = Dictionary(grouping: OrderedSet(machine.events.map(\.id)), by: \.name)
    clashingNames = Set(origins.filter { $0.value.count > 1 }.keys)
  }

  public func state(_ name: String) -> State? {
    states[name].map { machine.states[$0] }
  }

  public func event(_ id: Event.ID) -> Event? {
    events[id].map { machine.events[$0] }
  }

  /// The positions of the transitions that leave a state, in source order.
  public func transitions(from state: String) -> [Int] { outgoing[state] ?? [] }

  /// The positions of the transitions that enter a state, in source order.
  public func transitions(to state: String) -> [Int] { incoming[state] ?? [] }

  /// The positions of the transitions that an event causes, in source order.
  public func transitions(on event: Event.ID) -> [Int] { reactions[event] ?? [] }

  /// The positions of a state's answers to an event, in source order.
  public func transitions(from state: String, on event: Event.ID) -> [Int] {
    transitions(from: state).filter { machine.transitions[$0].event == event }
  }

  /// The event's name, with its origin only where two events of the machine share the name.
  public func label(of event: Event.ID) -> String {
    clashingNames.contains(event.name) ? "\(event.origin.rawValue).\(event.name)" : event.name
  }

  /// The states that can be reached from one, itself first, in the order of a breadth-first walk.
  ///
  /// - Complexity: O(*n*) in the number of states and transitions.
  public func reachable(from state: String) -> [String] {
    var found: OrderedSet<String> = [state]
    var next = 0
    while next < found.count {
      for position in transitions(from: found[next]) {
        if let target = machine.transitions[position].to { found.append(target) }
      }
      next += 1
    }
    return found.elements
  }

  private static func firstPositions<Key: Hashable>(_ keys: [Key]) -> [Key: Int] {
    Dictionary(zip(keys, keys.indices)) { first, _ in first }
  }

  private static func positions<Key: Hashable>(
    _ transitions: [Transition], by key: (Transition) -> Key?
  ) -> [Key: [Int]] {
    var result: [Key: [Int]] = [:]
    for (position, transition) in transitions.enumerated() {
      if let key = key(transition) { result[key, default: []].append(position) }
    }
    return result
  }
}
