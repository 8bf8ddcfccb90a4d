import OrderedCollections
import OrreryModel
import OrreryTrace

/// Finds the declared edges that a recorded step took.
struct StepMatcher {
  let machine: Machine
  private let index: EdgeIndex

  init(_ machine: Machine) {
    self.machine = machine
    index = EdgeIndex(machine)
  }

  /// The ordinals of the edges that say what the step did; several where only guards differ, or where
  /// it changed several regions.
  ///
  /// A step without event took the edges between its states, unless these are of several events.
  func edges(of step: ObservedStep.Key) -> [Int] {
    let found = taken(by: step)
    return isAmbiguous(step, among: found) ? [] : found
  }

  /// The ordinals of the edges between the states of a step without event, where these are of several
  /// events: it took one of them.
  func alternatives(of step: ObservedStep.Key) -> [Int] {
    let found = taken(by: step)
    return isAmbiguous(step, among: found) ? found : []
  }

  private func taken(by step: ObservedStep.Key) -> [Int] {
    takings(of: projected(step)).flatMap { taking in
      taking.allSatisfy { !$0.isOpen } ? taking.compactMap(\.ordinal) : []
    }.sorted()
  }

  private func isAmbiguous(_ step: ObservedStep.Key, among ordinals: [Int]) -> Bool {
    step.isUnnamed && Set(ordinals.map { machine.transitions[$0].event }).count > 1
  }

  /// The ordinals of the shortest way of moves between the states of a step without event.
  ///
  /// The states in between were not seen. None where the machine has several regions.
  func way(of step: ObservedStep.Key) -> [Int] {
    let step = projected(step)
    guard step.isUnnamed, step.from != step.to, machine.regions.count <= 1 else { return [] }
    var ways: [String: [Int]] = [step.from: []]
    var open = [step.from]
    var next = 0
    while next < open.count {
      let (state, way) = (open[next], ways[open[next], default: []])
      next += 1
      for ordinal in index.leaving(state) where machine.transitions[ordinal].kind == .move {
        guard let target = machine.transitions[ordinal].to, ways[target] == nil else { continue }
        ways[target] = way + [ordinal]
        open.append(target)
      }
    }
    return ways[step.to] ?? []
  }

  /// The ordinals of the edges of unknown target that account for the step.
  func open(to step: ObservedStep.Key) -> [Int] {
    takings(of: projected(step)).flatMap { taking in
      taking.contains(where: \.isOpen) ? taking.filter(\.isOpen).compactMap(\.ordinal) : []
    }.sorted()
  }

  /// Whether something that the source does not tell in full accounts for the step.
  func explains(_ step: ObservedStep.Key) -> Bool {
    !open(to: step).isEmpty || isAction(step) || !alternatives(of: step).isEmpty
  }

  /// Whether the declaration rules the step out.
  func contradicts(_ step: ObservedStep.Key) -> Bool {
    edges(of: step).isEmpty && !explains(step) && way(of: step).isEmpty
  }

  /// A struct without a projection has no edges: its handlers are all that can be compared.
  private func isAction(_ step: ObservedStep.Key) -> Bool {
    machine.stateKind == .struct && machine.regions.isEmpty && machine.transitions.isEmpty
      && machine.actions.contains { step.isUnnamed || index.names(step, $0.event) }
  }

  /// The name by which the declaration knows a recorded state.
  func state(_ recorded: String) -> String {
    guard machine.stateKind == .struct else { return recorded }
    let properties = Naming.properties(ofState: recorded).map { property in
      (name: property.name, value: value(property.value, in: property.name))
    }
    let known = properties.isEmpty ? recorded : Naming.state(properties: properties)
    return Naming.project(known, onto: machine.projection) ?? recorded
  }

  /// The value by which the declaration knows a recorded one: `some` where it tells no cases.
  private func value(_ recorded: String, in region: String) -> String {
    guard let states = machine.regions.first(where: { $0.name == region })?.states,
      !states.contains(machine.state(recorded, in: region)), recorded != "nil",
      states.contains(machine.state("some", in: region))
    else { return recorded }
    return "some"
  }

  /// The step with its states as the declaration names them.
  func projected(_ step: ObservedStep.Key) -> ObservedStep.Key {
    var step = step
    step.from = state(step.from)
    step.to = state(step.to)
    return step
  }

  /// The positions of the declared events that a step may have been caused by: of one that names none,
  /// the event of the edge that it took.
  func events(of step: ObservedStep.Key) -> [Int] {
    let joined = step.isUnnamed ? edges(of: step).map { machine.transitions[$0].event } : []
    return machine.events.indices.filter { position in
      let event = machine.events[position].id
      return joined.contains(event) || index.names(step, event)
    }
  }

  /// The names of the states, one in each region, that a recorded state stands for: its own name
  /// where the machine has one region at the most.
  func states(_ recorded: String) -> [String] {
    guard machine.regions.count > 1 else { return [state(recorded)] }
    let values = Naming.properties(ofState: recorded)
    return machine.regions.compactMap { region in
      values.first { $0.name == region.name }.map {
        machine.state(value($0.value, in: region.name), in: region.name)
      }
    }
  }

  /// Whether the declaration knows a recorded event.
  func knows(_ event: Event.ID) -> Bool { index.knows(event) }

  /// Whether the declaration knows a recorded state; of a struct without regions it knows none.
  func knows(_ recorded: String) -> Bool {
    guard recorded != Record.unknownState, !machine.states.isEmpty else { return true }
    let names = states(recorded)
    return names.count == max(machine.regions.count, 1)
      && names.allSatisfy { name in machine.states.contains { $0.name == name } }
  }

  /// Why an instance cannot have started in a recorded state; nothing where it can.
  ///
  /// A type with methods owns its state, and starts where it says. The state of other machines is
  /// handed to them, and may be any.
  func unexpectedStart(_ recorded: String, instances: Int) -> MachineConformance.UnexpectedStart? {
    let state = state(recorded)
    guard knows(recorded) else {
      return .init(state: state, expected: nil, instances: instances)
    }
    guard machine.style == .mutating, machine.stateKind == .enum, let initial = machine.initial,
      recorded != Record.unknownState, state != initial
    else { return nil }
    return .init(state: state, expected: initial, instances: instances)
  }

  /// The edges nearest to a step, three at most: those for its event in its state; where there are
  /// none, those that share its event and target; where there are none either, its state and target.
  func nearest(to step: ObservedStep.Key) -> [Int] {
    let (sources, targets) = (Set(states(step.from)), Set(states(step.to)))
    var found: [[Int]] = [[], [], []]
    for (ordinal, edge) in machine.transitions.enumerated() {
      let isFrom = sources.contains(edge.from)
      let isEvent = step.isUnnamed || index.names(step, edge.event)
      let isTo = edge.to.map(targets.contains) ?? false
      if isFrom, isEvent {
        found[0].append(ordinal)
      } else if isEvent, isTo {
        found[1].append(ordinal)
      } else if isFrom, isTo {
        found[2].append(ordinal)
      }
    }
    return Array((found.first { !$0.isEmpty } ?? []).prefix(3))
  }
}

// MARK: - By region

extension StepMatcher {
  /// The step as it is seen in each region that it changed; in the first where it changed none.
  func parts(of step: ObservedStep) -> [ObservedStep] {
    let (from, to) = (states(step.key.from), states(step.key.to))
    guard from.count > 1, from.count == to.count else { return [step] }
    let parts = zip(from, to).map { from, to in
      var part = step
      part.key = step.key.within(from, to)
      return part
    }
    let changed = parts.filter { $0.key.from != $0.key.to }
    return changed.isEmpty ? Array(parts.prefix(1)) : changed
  }

  /// What a declared step says of one region.
  private struct Part {
    /// The edge; nothing where the step leaves the region as it is.
    var ordinal: Int?
    /// Whether the edge's target is not known.
    var isOpen = false
  }

  /// The declared steps that account for a recorded one, each with its part in every region.
  ///
  /// One accounts for it where each region did what its edge says, and those without an edge stayed as
  /// they were.
  private func takings(of step: ObservedStep.Key) -> [[Part]] {
    let (from, to) = (states(step.from), states(step.to))
    guard !from.isEmpty, from.count == to.count, from.count == max(machine.regions.count, 1) else {
      return []
    }
    var steps: OrderedDictionary<Int, [Int]> = [:]
    for state in from {
      for ordinal in index.candidates(step.within(state, state))
      where holds(machine.transitions[ordinal].when, in: from) {
        // An edge without a step is one of its own.
        steps[machine.transitions[ordinal].step ?? -1 - ordinal, default: []].append(ordinal)
      }
    }
    return steps.values.compactMap { ordinals in
      var parts: [Part] = []
      for (from, to) in zip(from, to) {
        let own = ordinals.filter { machine.transitions[$0].from == from }
        guard let part = part(of: step.within(from, to), among: own) else { return nil }
        parts.append(part)
      }
      return parts
    }
  }

  private func part(of step: ObservedStep.Key, among ordinals: [Int]) -> Part? {
    guard !ordinals.isEmpty else { return step.from == step.to ? Part() : nil }
    if let ordinal = ordinals.first(where: { machine.transitions[$0].agrees(with: step) }) {
      return Part(ordinal: ordinal)
    }
    return ordinals.first { machine.transitions[$0].explains }
      .map { Part(ordinal: $0, isOpen: true) }
  }

  private func holds(_ conditions: [Transition.Condition], in states: [String]) -> Bool {
    conditions.allSatisfy { condition in
      condition.values.contains { states.contains(machine.state($0, in: condition.region)) }
    }
  }
}

extension ObservedStep.Key {
  /// The step as it is seen in one region.
  fileprivate func within(_ from: String, _ to: String) -> Self {
    var step = self
    (step.from, step.to) = (from, to)
    return step
  }
}
