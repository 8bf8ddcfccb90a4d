import OrreryTrace
import OrreryTraceAnalysis

/// Names from the command line that no record has borne out yet.
struct UnknownNames {
  /// What was asked for and not met.
  private var open: [Suggestion.Kind: Set<String>]
  /// What a machine says of itself, and what the effects are called; for suggestions.
  private var known: [Suggestion.Kind: Set<String>] = [:]

  /// How many names of a kind are kept for suggestions: states of structs can be without end.
  private static let limit = 10_000

  init(_ filter: StepFilter) {
    open = [
      .machines: Set(filter.machines), .instances: Set(filter.instances.map(String.init)),
      .states: Set(filter.states), .events: Set(filter.events), .effects: Set(filter.effects),
    ].filter { !$0.value.isEmpty }
  }

  init(machines: [String]) {
    var filter = StepFilter()
    filter.machines = machines
    self.init(filter)
  }

  mutating func note(_ record: Record) {
    guard !open.isEmpty else { return }
    switch record {
    case .machine(let machine):
      if let names = open[.machines] {
        meet(.machines, names.filter { Naming.matches(id: machine.machine, name: $0) })
        learn(.machines, [machine.machine])
      }
      note(.states, machine.states)
      note(.events, machine.events.flatMap { [$0.name, "\($0.origin).\($0.name)"] })
    case .step(let step):
      note(.instances, ["\(step.instance)"])
      note(.states, [step.from, step.to])
      note(.events, [step.event, "\(step.origin).\(step.event)"])
    case .effect(let effect): note(.effects, [effect.name])
    default: break
    }
  }

  private mutating func note(_ kind: Suggestion.Kind, _ names: [String]) {
    guard open[kind] != nil else { return }
    meet(kind, Set(names))
    learn(kind, names)
  }

  private mutating func meet(_ kind: Suggestion.Kind, _ names: Set<String>) {
    open[kind]?.subtract(names)
    if open[kind]?.isEmpty == true { open[kind] = nil }
  }

  private mutating func learn(_ kind: Suggestion.Kind, _ names: [String]) {
    guard known[kind, default: []].count < Self.limit else { return }
    known[kind, default: []].formUnion(names)
  }

  /// - Throws: `Failure` with status 2, where a name means nothing in what was read.
  func requireNone() throws(Failure) {
    let kinds: [(Suggestion.Kind, String)] = [
      (.machines, "no recorded machine is called"),
      (.instances, "no recorded instance has the number"),
      (.states, "no recorded step leaves or enters a state"),
      (.events, "no recorded event is called"),
      (.effects, "no recorded effect is called"),
    ]
    for (kind, complaint) in kinds {
      guard let name = open[kind]?.sorted().first else { continue }
      throw Failure(
        .usage, "\(complaint) '\(name)'",
        advice: Suggestion.advice(for: name, among: Array(known[kind, default: []]), kind))
    }
  }
}
