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
  /// Only in `orrery.model/1`: the properties whose values make up a state's name.
  var projection: [String]?
  var children: [ChildRecord]
  var regions: [RegionRecord]
  var hash: String?
  var vocabulary: String?
  var unresolved: [UnresolvedRecord]
  /// Only where a review of the source was asked for.
  var remarks: [RemarkRecord]?

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
    // A machine of one region is flat: who reads states and rows finds them where others have them.
    let isFlat = machine.regions.count < 2
    let inRegions = isFlat ? [] : Set(machine.regions.flatMap(\.states))
    states = machine.states.filter { !inRegions.contains($0.name) }
      .map { StateRecord($0, home: home) }
    initial = isFlat ? machine.initial : nil
    events = machine.events.map { EventRecord($0, home: home) }
    transitions = machine.transitions.filter { !inRegions.contains($0.from) }
      .map(TransitionRecord.init)
    actions = machine.actions.map(ActionRecord.init)
    children = machine.children.map(ChildRecord.init)
    regions = machine.regions.map {
      isFlat ? RegionRecord(named: $0) : RegionRecord($0, of: machine)
    }
    hash = MachineHash.structure(machine)
    vocabulary = MachineHash.vocabulary(machine)
    unresolved = machine.unresolved.map(UnresolvedRecord.init)
    remarks = machine.remarks.isEmpty ? nil : machine.remarks.map(RemarkRecord.init)
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
    if let only {
      machine.regions = [Region(name: only, states: machine.states.map(\.name), initial: initial)]
    } else {
      // Regions come before their rows: by them states are named.
      machine.regions = regions.map { Region(name: $0.name, states: [], initial: nil) }
      for position in regions.indices { regions[position].add(to: &machine, at: position) }
    }
    machine.actions = actions.map(\.model)
    machine.children = children.map(\.child)
    machine.unresolved = unresolved.map(\.unresolved)
    machine.remarks = (remarks ?? []).map(\.remark)
    return machine
  }

  /// The name of the only region, whose states and rows are those of the machine.
  private var only: String? {
    if let projection { return projection.count == 1 ? projection[0] : nil }
    return regions.count == 1 && regions[0].states.isEmpty ? regions[0].name : nil
  }

  var json: JSONText {
    let remarks: JSONText = remarks.map { ["remarks": .array($0.map(\.json))] } ?? [:]
    return [
      "id": .string(id), "name": .string(name), "style": .string(style.rawValue),
      "file": .string(file), "line": .number(line), "column": .count(column),
      "endLine": .count(endLine), "doc": .text(doc), "stateKind": .string(stateKind.rawValue),
      "states": .array(states.map(\.json)), "initial": .text(initial),
      "events": .array(events.map(\.json)), "transitions": .array(transitions.map(\.json)),
      "actions": .array(actions.map(\.json)),
      "children": .array(children.map(\.json)), "regions": .array(regions.map(\.json)),
      "hash": .text(hash), "vocabulary": .text(vocabulary),
      "unresolved": .array(unresolved.map(\.json)),
    ] + remarks
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
