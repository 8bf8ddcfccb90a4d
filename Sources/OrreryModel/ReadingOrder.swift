/// The order in which people read a machine: from where it starts, along what leads on.
///
/// The order of declarations and of files decides nothing, so that moving them changes no output.
extension Machine {
  /// Names of states by a breadth-first walk from where the machine starts, in the order of names
  /// where it branches.
  ///
  /// - Complexity: O(*n* log *n*) in the number of names and transitions.
  public func inReadingOrder(_ names: [String]) -> [String] {
    var targets: [String: Set<String>] = [:]
    for row in transitions {
      if let to = row.to, to != row.from { targets[row.from, default: []].insert(to) }
    }
    let starts =
      [initial].compactMap(\.self) + regions.compactMap(\.initial)
      + states.filter(\.isInitial).map(\.name).sorted(by: NameOrder.precedes)
    let known = Set(names)
    var found: Set<String> = []
    var order: [String] = []
    for start in starts.filter(known.contains) + names.sorted(by: NameOrder.precedes)
    where found.insert(start).inserted {
      var next = order.count
      order.append(start)
      while next < order.count {
        order += (targets[order[next]] ?? []).sorted(by: NameOrder.precedes).filter {
          found.insert($0).inserted
        }
        next += 1
      }
    }
    return order
  }

  /// The machine with its states, events, transitions and actions in that order.
  ///
  /// Rows of one state and event stay as they are: the first condition that holds decides. So do
  /// regions, by whose order a recorded state is named.
  public var inReadingOrder: Machine {
    var machine = self
    let states = inReadingOrder(states.map(\.name) + regions.flatMap(\.states))
    let rank = Dictionary(states.enumerated().map { ($1, $0) }) { first, _ in first }
    func place(_ state: String) -> Int { rank[state] ?? .max }
    machine.states = machine.states.stablySorted { place($0.name) < place($1.name) }
    for index in machine.regions.indices {
      machine.regions[index].states = regions[index].states.stablySorted { place($0) < place($1) }
    }
    machine.events = events.stablySorted { $0.id.isRead(before: $1.id) }
    machine.transitions = transitions.stablySorted { one, other in
      let (left, right) = (place(one.from), place(other.from))
      return left == right ? one.event.isRead(before: other.event) : left < right
    }
    machine.actions = actions.stablySorted { $0.event.isRead(before: $1.event) }
    machine.unresolved = unresolved.stablySorted {
      ($0.location.file, $0.reason) < ($1.location.file, $1.reason)
    }
    return machine
  }
}

extension Event.ID {
  fileprivate func isRead(before other: Self) -> Bool {
    origin == other.origin ? NameOrder.precedes(name, other.name) : self < other
  }
}

extension Array {
  fileprivate func stablySorted(_ precedes: (Element, Element) -> Bool) -> [Element] {
    enumerated().sorted { one, other in
      if precedes(one.element, other.element) { return true }
      return !precedes(other.element, one.element) && one.offset < other.offset
    }.map(\.element)
  }
}

extension Extract {
  /// Machines by their ids, each as it is read, and messages by file and text.
  public var inReadingOrder: Extract {
    var extract = self
    extract.machines = machines.map(\.inReadingOrder).sorted { NameOrder.precedes($0.id, $1.id) }
    extract.diagnostics = diagnostics.stablySorted {
      ($0.location.file, $0.location.line, $0.id) < ($1.location.file, $1.location.line, $1.id)
    }
    return extract
  }
}
