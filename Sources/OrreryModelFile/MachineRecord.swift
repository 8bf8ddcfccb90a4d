import OrreryModel

/// A machine as the file holds it.
struct MachineRecord: Decodable {
  var id: String
  var name: String
  var style: Machine.Style
  var file: String
  var line: Int
  var column: Int?
  var endLine: Int?
  var doc: String?
  var stateKind: Machine.StateKind
  var states: [StateRecord]
  var initial: String?
  var events: [EventRecord]
  var transitions: [TransitionRecord]
  var actions: [ActionRecord]
  var projection: [String]?
  var children: [ChildRecord]
  var regions: [RegionRecord]
  var hash: String?
  var vocabulary: String?
  var unresolved: [UnresolvedRecord]

  init(_ machine: Machine) {
    id = machine.id
    name = machine.name
    style = machine.style
    file = machine.location.file
    line = machine.location.line
    column = machine.location.column
    endLine = machine.endLine
    doc = machine.documentation
    stateKind = machine.stateKind
    let home = machine.location.file
    states = machine.states.map { StateRecord($0, home: home) }
    initial = machine.initial
    events = machine.events.map { EventRecord($0, home: home) }
    transitions = machine.transitions.map(TransitionRecord.init)
    actions = machine.actions.map(ActionRecord.init)
    projection = machine.projection
    children = machine.children.map(ChildRecord.init)
    regions = machine.regions.map(RegionRecord.init)
    hash = MachineHash.structure(machine)
    vocabulary = MachineHash.vocabulary(machine)
    unresolved = machine.unresolved.map(UnresolvedRecord.init)
  }

  var machine: Machine {
    var machine = Machine(
      id: id, name: name, style: style,
      location: SourceLocation(file: file, line: line, column: column ?? 1), endLine: endLine,
      documentation: doc, stateKind: stateKind)
    machine.states = states.map { $0.state(home: file) }
    machine.initial = initial
    machine.events = events.map { $0.event(home: file) }
    machine.transitions = transitions.map(\.transition)
    machine.actions = actions.map(\.model)
    machine.projection = projection ?? []
    machine.children = children.map(\.child)
    machine.regions = regions.map(\.region)
    machine.unresolved = unresolved.map(\.unresolved)
    return machine
  }

  var json: JSONText {
    [
      "id": .string(id), "name": .string(name), "style": .string(style.rawValue),
      "file": .string(file), "line": .number(line), "column": .count(column),
      "endLine": .count(endLine), "doc": .text(doc), "stateKind": .string(stateKind.rawValue),
      "states": .array(states.map(\.json)), "initial": .text(initial),
      "events": .array(events.map(\.json)), "transitions": .array(transitions.map(\.json)),
      "actions": .array(actions.map(\.json)), "projection": .strings(projection ?? []),
      "children": .array(children.map(\.json)), "regions": .array(regions.map(\.json)),
      "hash": .text(hash), "vocabulary": .text(vocabulary),
      "unresolved": .array(unresolved.map(\.json)),
    ]
  }
}

struct ChildRecord: Decodable {
  var machine: String
  var via: Child.Via
  var path: String

  init(_ child: Child) {
    machine = child.machine
    via = child.via
    path = child.path
  }

  var child: Child { Child(machine: machine, via: via, path: path) }

  var json: JSONText {
    ["machine": .string(machine), "via": .string(via.rawValue), "path": .string(path)]
  }
}

struct RegionRecord: Decodable {
  var name: String
  var states: [String]
  var initial: String?

  init(_ region: Region) {
    name = region.name
    states = region.states
    initial = region.initial
  }

  var region: Region { Region(name: name, states: states, initial: initial) }

  var json: JSONText {
    ["name": .string(name), "states": .strings(states), "initial": .text(initial)]
  }
}
