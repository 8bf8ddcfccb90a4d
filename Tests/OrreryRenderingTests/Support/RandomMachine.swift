import OrreryModel
import OrreryRendering

/// Machines and options of every shape from a seed.
struct RandomMachine {
  private var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  static func machine(seed: UInt64) -> Machine {
    var random = RandomMachine(seed: seed)
    return random.machine()
  }

  static func options(seed: UInt64, for machine: Machine) -> RenderOptions {
    var random = RandomMachine(seed: seed &+ 1_000_003)
    return random.options(machine)
  }

  private mutating func machine() -> Machine {
    var machine = Machine(
      id: text(), name: text(), style: pick(Machine.Style.allCases, .reducer), location: place(),
      documentation: maybe(0.5), stateKind: chance(0.8) ? .enum : .struct)
    let names = (0..<Int.random(in: 0...9, using: &generator)).map { _ in text() }
    machine.states = names.map { name in
      State(
        name, isStable: chance(0.8), isFinal: chance(0.2),
        payload: chance(0.3) ? [text(), "_"] : [],
        documentation: maybe(0.2), location: chance(0.5) ? place() : nil)
    }
    machine.initial = chance(0.8) ? names.first : maybe(0.2)
    let events = (0..<4).map { _ in Event.ID(pick(Event.Origin.allCases, .input), text()) }
    machine.events = events.map { Event($0) }
    machine.transitions = (0..<Int.random(in: 0...24, using: &generator)).map { _ in
      transition(names, events)
    }
    if chance(0.3) { machine.regions = regions(names) }
    if chance(0.5) { machine.unresolved = [Unresolved(location: place(), reason: text())] }
    if chance(0.4) {
      machine.children = (0..<Int.random(in: 1...3, using: &generator)).map { _ in child(names) }
    }
    if machine.stateKind == .struct { machine.actions = events.map { action($0) } }
    return machine
  }

  /// Held by a state, or beside them all.
  private mutating func child(_ names: [String]) -> Child {
    Child(
      machine: text(), via: pick(Child.Via.allCases, .nested),
      path: chance(0.5) ? pick(names, "lost") : text())
  }

  private mutating func transition(_ names: [String], _ events: [Event.ID]) -> Transition {
    Transition(
      from: pick(names, "lost"), event: pick(events, Event.ID(.input, "e")), guard: maybe(0.4),
      to: chance(0.8) ? pick(names, "lost") : maybe(0.3), effect: chance(0.5) ? effect() : nil,
      location: place(), kind: pick(Transition.Kind.allCases, .move),
      certainty: pick(Transition.Certainty.allCases, .exact), wildcard: chance(0.5) ? 7 : nil,
      forwards: maybe(0.1))
  }

  private mutating func regions(_ names: [String]) -> [Region] {
    let middle = names.count / 2
    return [
      Region(name: text(), states: Array(names[..<middle]), initial: names[..<middle].first),
      Region(name: text(), states: Array(names[middle...]), initial: nil),
    ]
  }

  private mutating func action(_ event: Event.ID) -> Action {
    Action(
      event: event, guard: maybe(0.5),
      writes: [Action.Write(path: text(), op: pick(["=", "+=", "mutate"], "="), value: text())],
      effect: chance(0.5) ? effect() : nil, location: place())
  }

  private mutating func effect() -> Effect {
    switch Int.random(in: 0...3, using: &generator) {
    case 0: .merge([.run(text()), .cancel(text())])
    case 1: .concatenate([.run(text()), .merge([.run(text())])])
    case 2: .cancel(text())
    default: .run(text())
    }
  }

  private mutating func options(_ machine: Machine) -> RenderOptions {
    var options = RenderOptions()
    options.showsIgnored = chance(0.5)
    options.wildcards = pick(WildcardStyle.allCases, .node)
    options.nested = nested(machine)
    for index in machine.transitions.indices where chance(0.3) {
      options.verdicts[index] = pick(EdgeVerdict.allCases, .confirmed)
      options.counts[index] = Int.random(in: 0...2_000_000, using: &generator)
    }
    if chance(0.4) {
      for index in machine.transitions.indices where chance(0.3) {
        options.changes[index] = pick(PartChange.allCases, .added)
      }
      for state in machine.states where chance(0.3) {
        options.stateChanges[state.name] = pick(PartChange.allCases, .added)
      }
    }
    if chance(0.3) { options.focus = machine.states.randomElement(using: &generator)?.name }
    if chance(0.1) { options.focus = text() }
    options.depth = Int.random(in: -1...3, using: &generator)
    return options
  }

  /// Machines for most of the children, and for most of theirs.
  private mutating func nested(_ machine: Machine) -> NestedMachines {
    var machines: [Machine] = []
    for child in machine.children where chance(0.8) {
      var inner = Self.machine(seed: UInt64.random(in: 0...9_999, using: &generator))
      inner.id = child.machine
      machines.append(inner)
    }
    machines += machines.flatMap(\.children).map { child in
      var inner = Self.machine(seed: UInt64.random(in: 0...9_999, using: &generator))
      (inner.id, inner.children) = (child.machine, [])
      return inner
    }
    var nested = NestedMachines(machines)
    nested.depth = Int.random(in: 0...2, using: &generator)
    for machine in machines where chance(0.5) {
      nested.pages[machine.id] = "page-\(machines.count)"
    }
    return nested
  }

  private mutating func text() -> String { HostileText.random(using: &generator) }

  private mutating func maybe(_ probability: Double) -> String? {
    chance(probability) ? text() : nil
  }

  private mutating func chance(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &generator) < probability
  }

  private mutating func pick<Value>(_ values: [Value], _ fallback: Value) -> Value {
    values.randomElement(using: &generator) ?? fallback
  }

  private mutating func place() -> SourceLocation {
    SourceLocation(file: text(), line: Int.random(in: 1...9_999, using: &generator))
  }
}
