import OrderedCollections
import OrreryModel
import OrreryTrace

/// The machine that a log shows, with how often each of its edges was taken.
public struct ObservedMachine: Sendable {
  public var machine: Machine
  /// Steps by the ordinal of the transition in `machine.transitions`.
  public var counts: [Int: Int]
}

extension TraceSummary {
  /// The machine that the log shows, with the certainty *observed*.
  ///
  /// A step that changed nothing is an *ignore*: only a declaration tells whether it was a *reject*.
  ///
  /// - Parameters:
  ///   - id: The id under which it was recorded.
  ///   - log: The path of the log, which stands for the source file.
  /// - Returns: Nothing where the log does not hold that machine.
  public func observedMachine(_ id: String, log: String = "") -> ObservedMachine? {
    guard let summary = machine(id) else { return nil }
    let location = SourceLocation(file: log, line: 1)
    var machine = Machine(
      id: id, name: id, style: summary.style, location: location, stateKind: summary.stateKind)
    machine.initial = summary.initialStates.count == 1 ? summary.initialStates.keys.first : nil
    var counts: [Int: Int] = [:]
    var states: OrderedSet<String> = []
    var events: OrderedSet<Event.ID> = []
    for step in summary.observed {
      counts[machine.transitions.count] = step.count
      machine.transitions.append(step.transition(at: location))
      events.append(step.key.declaredEvent)
      states.append(step.key.from)
      states.append(step.key.to)
    }
    states.formUnion(summary.states.keys.filter { $0 != Record.unknownState })
    machine.events = events.map { Event($0) }
    machine.states = states.map { State($0, isInitial: $0 == machine.initial) }
    return ObservedMachine(machine: machine, counts: counts)
  }
}

extension MachineSummary {
  /// How the machine is spelled; a hand-recorded machine of another style counts as mutating.
  public var style: Machine.Style { record.flatMap { .init(rawValue: $0.style) } ?? .mutating }

  /// A struct's states were recorded as properties with values.
  var stateKind: Machine.StateKind {
    let names = states.keys.filter { $0 != Record.unknownState }
    let isStruct = !names.isEmpty && names.allSatisfy { !Naming.properties(ofState: $0).isEmpty }
    return isStruct ? .struct : .enum
  }
}

extension Machine {
  /// Adds a transition that a log shows, and the states and the event that it needs.
  mutating func add(_ step: ObservedStep, at location: SourceLocation) {
    let event = step.key.declaredEvent
    if !events.contains(where: { $0.id == event }) { events.append(Event(event)) }
    note(state: step.key.from)
    note(state: step.key.to)
    transitions.append(step.transition(at: location))
  }

  mutating func note(state name: String) {
    guard !states.contains(where: { $0.name == name }) else { return }
    states.append(State(name, isInitial: name == initial))
  }
}

extension ObservedStep {
  /// The step as a transition that a log shows.
  fileprivate func transition(at location: SourceLocation) -> Transition {
    Transition(
      from: key.from, event: key.declaredEvent, to: key.verdict == .rejected ? nil : key.to,
      effect: effects.map(Effect.init), location: location, kind: key.kind, certainty: .observed)
  }
}

extension ObservedStep.Key {
  /// The event as a declaration names it.
  fileprivate var declaredEvent: Event.ID { Event.ID(origin.declared, event) }

  /// What the step did, as far as a log can tell.
  var kind: Transition.Kind {
    switch verdict {
    case .moved, .stayed: from == to ? .stay : .move
    case .ignored, .none: .ignore
    case .rejected: .reject
    }
  }
}

extension EventOrigin {
  /// The same origin in a declaration.
  var declared: Event.Origin {
    switch self {
    case .input: .input
    case .ioResult: .ioResult
    case .internal: .internal
    case .child: .child
    }
  }
}

extension Effect {
  /// The effect without the numbers of its runs.
  init(_ recorded: RecordedEffect) {
    self =
      switch recorded {
      case .run(let name, _): .run(name)
      case .merge(let effects): .merge(effects.map(Effect.init))
      case .concat(let effects): .concatenate(effects.map(Effect.init))
      case .cancel(let name): .cancel(name)
      }
  }
}
