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

  /// Whether an edge of unknown target accounts for the step.
  func explains(_ step: ObservedStep.Key) -> Bool {
    index.candidates(projected(step)).contains { machine.transitions[$0].explains }
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
}
