import OrreryModel
import OrreryTrace

/// Finds the declared edges that a step may have taken.
struct EdgeIndex {
  private struct Key: Hashable {
    var from: String
    var event: Event.ID
  }

  private let machine: Machine
  private var edges: [Key: [Int]] = [:]
  /// All edges of each state, for steps of which only the states were seen.
  private var leaving: [String: [Int]] = [:]
  /// All names under which a declared event may be recorded.
  private var known: Set<Event.ID> = []
  /// Of these, the ones behind a wait, by what they have behind the method.
  private var waits: [String: Set<Event.ID>] = [:]
  /// The base names of the declared events that follow no wait.
  private var methods: Set<String> = []

  init(_ machine: Machine) {
    self.machine = machine
    for (ordinal, transition) in machine.transitions.enumerated() {
      leaving[transition.from, default: []].append(ordinal)
      for event in names(of: transition.event) {
        edges[Key(from: transition.from, event: event), default: []].append(ordinal)
      }
    }
    let events =
      machine.events.map(\.id) + machine.transitions.map(\.event) + machine.actions.map(\.event)
    for event in Set(events) { known.formUnion(names(of: event)) }
    waits = Dictionary(grouping: known.filter { $0.name.contains(Self.wait) }) {
      Self.wait(in: $0.name)
    }.mapValues(Set.init)
    methods = Set(events.map(\.name).filter { !$0.contains(Self.wait) }.map(Self.method(of:)))
  }

  /// All edges for what happened in the state of a step; of that state where nobody knows what did.
  func candidates(_ step: ObservedStep.Key) -> [Int] {
    step.isUnnamed
      ? leaving(step.from) : edges[Key(from: step.from, event: event(of: step)), default: []]
  }

  /// All edges of a state.
  func leaving(_ state: String) -> [Int] { leaving[state, default: []] }

  /// Whether the step names an event of that identity.
  func names(_ step: ObservedStep.Key, _ declared: Event.ID) -> Bool {
    names(of: declared).contains(event(of: step))
  }

  /// Whether a recorded event is a declared one.
  func knows(_ recorded: Event.ID) -> Bool {
    recorded.name == Record.unknownEvent || known.contains(joining(recorded))
  }

  private func event(of step: ObservedStep.Key) -> Event.ID {
    joining(Event.ID(step.origin.declared, step.event))
  }

  /// A recorded event without the origin where that does not matter, and without labels that the
  /// declaration leaves out.
  private func joining(_ recorded: Event.ID) -> Event.ID {
    let isWait = recorded.name.contains(Self.wait)
    guard machine.style == .actor || isWait else { return recorded }
    let event = Event.ID(.input, recorded.name)
    guard isWait, !known.contains(event) else { return event }
    let short = Event.ID(.input, Self.withoutLabels(event.name))
    if known.contains(short) { return short }
    // What follows the wait of a helper is declared by the helper's name, and recorded by its caller's.
    guard methods.contains(Self.method(of: event.name)),
      let shared = waits[Self.wait(in: event.name)], shared.count == 1
    else { return short }
    return shared.first ?? short
  }

  private static func method(of name: String) -> String {
    String(name.prefix { $0 != wait && $0 != "(" })
  }

  private static func wait(in name: String) -> String { String(name.drop { $0 != wait }) }

  /// `load#api.fetch` of `load(id:)#api.fetch`: a declaration tells the labels of a method before a wait
  /// only where another method of its name waits for the same; a run cannot know.
  private static func withoutLabels(_ name: String) -> String {
    method(of: name) + wait(in: name)
  }

  private static let wait: Character = "#"

  /// The names under which an event may be recorded.
  ///
  /// What follows a wait has a name that only the source tells in full, `load#api.fetch.success`. A
  /// run may say as much of it as it knows, from the end on: `load#api.fetch`, or that something of
  /// the machine's own went on in `load`. No method has a `#` in its name, so that its origin does not
  /// matter. Of several methods of one name, a run does not tell which it was.
  ///
  /// A step of an actor names the method that sent, and does not tell an origin.
  private func names(of event: Event.ID) -> [Event.ID] {
    let isActor = machine.style == .actor
    let method = Self.method(of: event.name)
    guard let wait = event.name.firstIndex(of: Self.wait) else {
      let origin = isActor ? .input : event.origin
      return Set([event.name, method]).map { Event.ID(origin, $0) }
    }
    let call = event.name[wait...].lastIndex(of: ".").map { event.name[..<$0] }
    return [event.name, call.map(String.init)].compactMap(\.self).map { Event.ID(.input, $0) }
      + [Event.ID(isActor ? .input : .internal, method)]
  }
}

extension Transition {
  /// Whether a step from the state of this edge, with its event, did what the edge says.
  func agrees(with step: ObservedStep.Key) -> Bool {
    switch step.verdict {
    case .moved, .stayed, .ignored:
      switch kind {
      case .move, .stay: to == step.to
      // A recording that is written as a method ends, in a `defer`, cannot know that it throws.
      case .ignore, .throw: step.from == step.to
      case .reject, .trap, .unresolved: false
      }
    case .rejected: kind == .reject || kind == .trap || kind == .throw
    // `identity` and `undefined` look the same in a run: the declaration tells which it was.
    case .none:
      step.from == step.to && ([.ignore, .reject, .throw].contains(kind) || staysInPlace)
    }
  }

  private var staysInPlace: Bool { kind == .stay && to == from }

  /// Whether the edge has a target that the source does not tell.
  var explains: Bool { kind == .unresolved }
}
