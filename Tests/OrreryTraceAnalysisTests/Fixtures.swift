import OrreryModel
import OrreryTrace
import OrreryTraceAnalysis

/// Short spellings of declared edges and recorded steps.
enum Fixtures {
  static func location(_ line: Int) -> SourceLocation {
    SourceLocation(file: "Search.swift", line: line)
  }

  static func machine(
    _ transitions: [Transition] = [], id: String = "App.Search", style: Machine.Style = .reducer,
    kind: Machine.StateKind = .enum, region: String? = nil
  ) -> Machine {
    var machine = Machine(
      id: id, name: String(id.split(separator: ".").last ?? ""), style: style,
      location: location(1), stateKind: kind)
    for transition in transitions {
      for name in [transition.from, transition.to].compactMap(\.self)
      where !machine.states.contains(where: { $0.name == name }) {
        machine.states.append(State(name))
      }
      if !machine.events.contains(where: { $0.id == transition.event }) {
        machine.events.append(Event(transition.event))
      }
    }
    machine.transitions = transitions
    machine.initial = machine.states.first?.name
    if let region {
      machine.regions = [
        Region(name: region, states: machine.states.map(\.name), initial: machine.initial)
      ]
    }
    return machine
  }

  static func edge(
    _ from: String, _ event: String, _ to: String?, _ kind: Transition.Kind = .move,
    origin: Event.Origin = .input, when condition: String? = nil, line: Int = 10,
    forwards: String? = nil
  ) -> Transition {
    Transition(
      from: from, event: Event.ID(origin, event), guard: condition, to: to,
      location: location(line), kind: kind,
      certainty: kind == .unresolved ? .unresolved : .exact, forwards: forwards)
  }

  static func step(
    _ from: String, _ event: String, _ to: String, _ verdict: StepRecord.Verdict? = nil,
    origin: EventOrigin = .input, machine: String = "App.Search", seq: UInt64 = 1, at: UInt64 = 0,
    instance: UInt64 = 1
  ) -> Record {
    .step(
      StepRecord(
        seq: seq, at: at, machine: machine, instance: instance, origin: origin.rawValue,
        event: event, from: from, to: to, verdict: verdict ?? (from == to ? .stayed : .moved)))
  }
}
