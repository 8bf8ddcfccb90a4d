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

  init(_ machine: Machine) {
    self.machine = machine
    for (ordinal, transition) in machine.transitions.enumerated() {
      for event in names(of: transition.event) {
        edges[Key(from: transition.from, event: event), default: []].append(ordinal)
      }
    }
  }

  /// All edges for what happened in the state of a step.
  func candidates(_ step: ObservedStep.Key) -> [Int] {
    edges[Key(from: step.from, event: event(of: step)), default: []]
  }

  /// Whether the step names an event of that identity.
  func names(_ step: ObservedStep.Key, _ declared: Event.ID) -> Bool {
    names(of: declared).contains(event(of: step))
  }

  private func event(of step: ObservedStep.Key) -> Event.ID {
    machine.style == .actor
      ? Event.ID(.input, step.event) : Event.ID(step.origin.declared, step.event)
  }

  /// The names under which an event may be recorded.
  ///
  /// A step of an actor names the method that sent. It does not tell an origin, nor which `await` of
  /// the method it came after, which an event's name holds behind a `#`.
  private func names(of event: Event.ID) -> [Event.ID] {
    guard machine.style == .actor else { return [event] }
    let method = event.name.prefix { $0 != "#" }
    let whole = Event.ID(.input, event.name)
    return method == event.name ? [whole] : [whole, Event.ID(.input, String(method))]
  }
}

extension Transition {
  /// Whether a step from the state of this edge, with its event, did what the edge says.
  func agrees(with step: ObservedStep.Key) -> Bool {
    switch step.verdict {
    case .moved, .stayed, .ignored:
      switch kind {
      case .move, .stay: to == step.to
      case .ignore: step.from == step.to
      case .reject, .trap, .throw, .unresolved: false
      }
    case .rejected: kind == .reject || kind == .trap || kind == .throw
    // `identity` and `undefined` look the same in a run: the declaration tells which it was.
    case .none: step.from == step.to && (kind == .ignore || kind == .reject || staysInPlace)
    }
  }

  private var staysInPlace: Bool { kind == .stay && to == from }

  /// Whether the edge has a target that the source does not tell.
  var explains: Bool { kind == .unresolved }
}
