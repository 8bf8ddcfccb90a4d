import OrreryModel

/// Writes what each state answers to each event: a line for an event, a column for a state.
///
/// An empty cell is a pair that the source does not name.
enum MatrixWriter: Writer {
  static func text(of machine: Machine, options: RenderOptions) -> String {
    let vocabulary = Vocabulary(machine)
    let matrix = EventMatrix(machine)
    let rows = matrix.events.map { event in
      [vocabulary.name(event)]
        + matrix.states.map { state in
          matrix.answers(of: state, to: event).map(answer).joined(separator: "; ")
        }
    }
    return CSVText.table([["event"] + matrix.states] + rows)
  }

  private static func answer(_ transition: Transition) -> String {
    let condition = transition.guard.map { " [\($0)]" } ?? ""
    switch transition.kind {
    case .move: return (transition.to ?? "?") + condition
    case .unresolved: return "?" + condition
    case .stay, .ignore, .reject, .trap, .throw: return transition.kind.rawValue + condition
    }
  }
}

/// The transitions of a machine by state and event.
struct EventMatrix {
  let states: [String]
  /// Declared events first, each once.
  let events: [Event.ID]
  private let transitions: [Transition]
  /// The positions of the transitions.
  private let answers: [Pair: [Int]]

  private struct Pair: Hashable {
    var state: String
    var event: Event.ID
  }

  init(_ machine: Machine) {
    var seen: Set<Event.ID> = []
    states = machine.states.map(\.name)
    events =
      machine.events.map(\.id).filter { seen.insert($0).inserted }
      + machine.transitions.lazy.map(\.event).filter { seen.insert($0).inserted }
    transitions = machine.transitions
    answers = Dictionary(grouping: machine.transitions.indices) {
      Pair(state: machine.transitions[$0].from, event: machine.transitions[$0].event)
    }
  }

  /// What a state answers to an event, in source order; nothing where the source does not say.
  func answers(of state: String, to event: Event.ID) -> [Transition] {
    answers[Pair(state: state, event: event)]?.map { transitions[$0] } ?? []
  }
}
