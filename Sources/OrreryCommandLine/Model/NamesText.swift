import OrreryModel
import OrreryModelFile
import OrreryTrace

/// The names under which a run of one machine is recorded, one a line.
struct NamesText {
  var machine: Machine

  /// The states as a recording spells them: of a struct, a property with its value.
  private var states: [String] {
    guard let only = machine.regions.first, machine.regions.count == 1 else {
      return machine.states.map(\.name)
    }
    return machine.states.map { Naming.state(properties: [(only.name, $0.name)]) }
  }

  private var events: [Event.ID] { machine.events.map(\.id).sorted() }

  var lines: [Styled] {
    ["\(machine.id, .bold)"] + states.map { "  state  \($0)" }
      + events.map { "  event  \($0.description)" } + [""]
  }

  var json: JSONText {
    [
      "machine": .string(machine.id), "style": .string(machine.style.rawValue),
      "file": .string(machine.location.file), "line": .number(machine.location.line),
      "states": .strings(states),
      "events": .array(
        events.map { ["origin": .string($0.origin.rawValue), "name": .string($0.name)] }),
    ]
  }
}
