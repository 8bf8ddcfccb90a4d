import OrreryModel
import OrreryTrace

/// Finds the declared edges that a recorded step took.
struct StepMatcher {
  let machine: Machine
  private let index: EdgeIndex

  init(_ machine: Machine) {
    self.machine = machine
    index = EdgeIndex(machine)
  }

  /// The ordinals of the edges that say what the step did; several where only guards differ.
  func edges(of step: ObservedStep.Key) -> [Int] {
    let step = projected(step)
    return index.candidates(step).filter { machine.transitions[$0].agrees(with: step) }
  }

  /// The ordinals of the edges of unknown target that account for the step.
  func open(to step: ObservedStep.Key) -> [Int] {
    index.candidates(projected(step)).filter { machine.transitions[$0].explains }
  }

  /// Whether something that the source does not tell in full accounts for the step.
  func explains(_ step: ObservedStep.Key) -> Bool {
    !open(to: step).isEmpty || isAction(step)
  }

  /// Whether the declaration rules the step out.
  func contradicts(_ step: ObservedStep.Key) -> Bool {
    edges(of: step).isEmpty && !explains(step)
  }

  /// A struct without a projection has no edges: its handlers are all that can be compared.
  private func isAction(_ step: ObservedStep.Key) -> Bool {
    machine.stateKind == .struct && machine.projection.isEmpty && machine.transitions.isEmpty
      && machine.actions.contains { index.names(step, $0.event) }
  }

  /// The name by which the declaration knows a recorded state.
  func state(_ recorded: String) -> String {
    guard machine.stateKind == .struct else { return recorded }
    return Naming.project(recorded, onto: machine.projection) ?? recorded
  }

  /// The step with its states as the declaration names them.
  func projected(_ step: ObservedStep.Key) -> ObservedStep.Key {
    var step = step
    step.from = state(step.from)
    step.to = state(step.to)
    return step
  }

  /// The positions of the declared events that a step may have been caused by.
  func events(of step: ObservedStep.Key) -> [Int] {
    machine.events.indices.filter { index.names(step, machine.events[$0].id) }
  }

  /// The edges nearest to a step, three at most: those for its event in its state; where there are
  /// none, those that share its event and target; where there are none either, its state and target.
  func nearest(to step: ObservedStep.Key) -> [Int] {
    let step = projected(step)
    var found: [[Int]] = [[], [], []]
    for (ordinal, edge) in machine.transitions.enumerated() {
      let isFrom = edge.from == step.from
      let isEvent = index.names(step, edge.event)
      let isTo = edge.to == step.to
      if isFrom, isEvent {
        found[0].append(ordinal)
      } else if isEvent, isTo {
        found[1].append(ordinal)
      } else if isFrom, isTo {
        found[2].append(ordinal)
      }
    }
    return Array((found.first { !$0.isEmpty } ?? []).prefix(3))
  }
}
