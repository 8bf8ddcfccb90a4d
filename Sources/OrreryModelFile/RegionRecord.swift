import OrreryModel

/// A region as the file holds it: its states go by their bare values.
struct RegionRecord: Decodable {
  var name: String
  var initial: String?
  var states: [StateRecord]
  var transitions: [TransitionRecord]

  /// The only region of a machine, which has its states and rows.
  init(named region: Region) {
    (name, initial, states, transitions) = (region.name, region.initial, [], [])
  }

  init(_ region: Region, of machine: Machine) {
    name = region.name
    initial = region.initial.map(machine.value)
    let home = machine.location.file
    let members = Set(region.states)
    states = machine.states.filter { members.contains($0.name) }.map { state in
      var state = state
      state.name = machine.value(of: state.name)
      return StateRecord(state, home: home)
    }
    transitions = machine.transitions.filter { members.contains($0.from) }.map { transition in
      var transition = transition
      transition.from = machine.value(of: transition.from)
      transition.to = transition.to.map(machine.value)
      return TransitionRecord(transition)
    }
  }

  /// Adds the region's states and transitions to a machine that has all its regions.
  func add(to machine: inout Machine, at position: Int) {
    let home = machine.location.file
    let order = machine.regions.map(\.name)
    let found = states.map { record in
      var state = record.state(home: home)
      state.name = machine.state(state.name, in: name)
      return state
    }
    machine.states += found
    machine.transitions += transitions.map { record in
      var transition = record.transition
      transition.from = machine.state(transition.from, in: name)
      transition.to = transition.to.map { machine.state($0, in: name) }
      transition.when = order.compactMap { name in transition.when.first { $0.region == name } }
      return transition
    }
    machine.regions[position].states = found.map(\.name)
    machine.regions[position].initial = initial.map { machine.state($0, in: name) }
    if machine.regions.count == 1 { machine.initial = machine.regions[0].initial }
  }

  var json: JSONText {
    [
      "name": .string(name), "initial": .text(initial), "states": .array(states.map(\.json)),
      "transitions": .array(transitions.map(\.json)),
    ]
  }

  private enum CodingKeys: String, CodingKey {
    case name, initial, states, transitions
  }

  /// In `orrery.model/1` a region has the names of its states alone, which stand in the machine.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    initial = try container.decodeIfPresent(String.self, forKey: .initial)
    transitions = try container.decodeIfPresent([TransitionRecord].self, forKey: .transitions) ?? []
    states =
      container.contains(.transitions)
      ? try container.decode([StateRecord].self, forKey: .states) : []
  }
}
