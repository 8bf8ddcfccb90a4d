import OrreryModel

/// Machines whose states are combinations of properties that change independently: Harel's
/// orthogonal components, https://doi.org/10.1016/0167-6423(87)90035-9.
enum Orthogonal {
  /// The machine with a region for each property, in which a state is one value of it.
  ///
  /// Transitions keep their positions: one that is taken whatever the other properties are stands
  /// there as often as before, and is drawn once.
  ///
  /// - Returns: Nothing where a transition changes several properties, or asks for several.
  /// - Complexity: O(*s* · *p* + *t* · *p*) in the numbers of states, transitions and properties.
  static func split(_ machine: Machine) -> Machine? {
    guard machine.projection.count > 1, machine.regions.isEmpty, let grid = Grid(machine),
      machine.states.count >= grid.values.map(\.count).reduce(0, +),
      let transitions = grid.transitions(machine)
    else { return nil }
    var split = machine
    split.transitions = transitions
    split.states = grid.states(machine)
    split.initial = nil
    split.regions = machine.projection.enumerated().map { property, name in
      Region(
        name: name, states: grid.values[property].map { "\(name)=\($0)" },
        initial: machine.initial.flatMap { grid.parts[$0] }.map { "\(name)=\($0[property])" })
    }
    return split
  }
}

/// The states of a machine as points, one coordinate for each property.
private struct Grid {
  let properties: [String]
  /// The values of the properties in a state.
  let parts: [String: [String]]
  /// The values of each property, in the order of the states.
  let values: [[String]]
  /// How many states have a value.
  private var counts: [Place: Int] = [:]

  private struct Place: Hashable {
    var property: Int
    var value: String
  }

  init?(_ machine: Machine) {
    properties = machine.projection
    var parts: [String: [String]] = [:]
    var values = machine.projection.map { _ in [String]() }
    for state in machine.states {
      guard let point = Self.point(state.name, machine.projection) else { return nil }
      parts[state.name] = point
      for (property, value) in point.enumerated() {
        if !values[property].contains(value) { values[property].append(value) }
        counts[Place(property: property, value: value), default: 0] += 1
      }
    }
    (self.parts, self.values) = (parts, values)
  }

  /// `isLoading=true, alert=nil` as `true` and `nil`.
  private static func point(_ name: String, _ properties: [String]) -> [String]? {
    var rest = name[...]
    var point: [String] = []
    for (index, property) in properties.enumerated() {
      guard rest.hasPrefix("\(property)=") else { return nil }
      rest = rest.dropFirst(property.count + 1)
      guard index + 1 < properties.count else { return point + [String(rest)] }
      guard let end = rest.firstRange(of: ", \(properties[index + 1])=") else { return nil }
      point.append(String(rest[..<end.lowerBound]))
      rest = rest[end.lowerBound...].dropFirst(2)
    }
    return nil
  }

  func states(_ machine: Machine) -> [State] {
    properties.enumerated().flatMap { property, name in
      values[property].map { value in
        let members = machine.states.filter { parts[$0.name]?[property] == value }
        var state = State("\(name)=\(value)")
        state.isInitial = machine.initial.flatMap { parts[$0] }?[property] == value
        state.isStable = members.contains(where: \.isStable)
        state.isFinal = members.allSatisfy(\.isFinal)
        return state
      }
    }
  }

  // MARK: - Transitions

  /// What transitions share that differ in properties that they do not ask for.
  private struct Rule: Hashable {
    var event: Event.ID
    var condition: String?
    var effect: Effect?
    var kind: Transition.Kind
    var certainty: Transition.Certainty
    /// The property that changes, with its old and its new value.
    var change: Change?
  }

  private struct Change: Hashable {
    var property: Int
    var from, to: String
  }

  /// The transitions within their regions; nothing where one belongs to no single region.
  func transitions(_ machine: Machine) -> [Transition]? {
    var rules: [Rule] = []
    var sources: [Rule: Set<String>] = [:]
    for transition in machine.transitions {
      guard let rule = rule(transition) else { return nil }
      rules.append(rule)
      sources[rule, default: []].insert(transition.from)
    }
    var places: [Rule: Int] = [:]
    for (rule, states) in sources {
      guard let property = property(of: rule, states) else { return nil }
      places[rule] = property
    }
    return zip(machine.transitions, rules).map { transition, rule in
      guard let property = places[rule], let from = parts[transition.from] else {
        return transition
      }
      var moved = transition
      moved.from = "\(properties[property])=\(from[property])"
      moved.to = transition.to.flatMap { parts[$0] }.map {
        "\(properties[property])=\($0[property])"
      }
      return moved
    }
  }

  private func rule(_ transition: Transition) -> Rule? {
    guard let from = parts[transition.from] else { return nil }
    var rule = Rule(
      event: transition.event, condition: transition.guard, effect: transition.effect,
      kind: transition.kind, certainty: transition.certainty)
    guard let target = transition.to else { return rule }
    guard let to = parts[target] else { return nil }
    let changed = properties.indices.filter { from[$0] != to[$0] }
    guard changed.count <= 1 else { return nil }
    rule.change = changed.first.map { Change(property: $0, from: from[$0], to: to[$0]) }
    return rule
  }

  /// The property that alone decides whether the rule is taken.
  private func property(of rule: Rule, _ states: Set<String>) -> Int? {
    if let change = rule.change {
      return covers(states, change.property) ? change.property : nil
    }
    return properties.indices.first { covers(states, $0) }
  }

  /// Whether the states are all those that have one of their values of a property.
  private func covers(_ states: Set<String>, _ property: Int) -> Bool {
    let values = Set(states.compactMap { parts[$0]?[property] })
    return values.reduce(0) { $0 + (counts[Place(property: property, value: $1)] ?? 0) }
      == states.count
  }
}
