import Orrery
import OrreryTrace

/// Counts, and is named by its count, so that a trace shows a step that is lost or out of order.
struct CountingMachine: StateMachine {
  struct State: Sendable {
    var count = 0
  }

  enum Input: Sendable { case next }
  typealias IOEffect = Never
  typealias IOResult = Never
  typealias Action = StateMachineEvent<Input, Never>

  static func reduceInput(_ state: State, _ input: Input) -> Transition {
    nextState(State(count: state.count + 1))
  }

  static func traceName(state: State) -> String { "\(state.count)" }
}

/// The same as an actor.
actor CountingModel {
  struct State: StateProtocol {
    var count = 0
    var isStable: Bool { true }
    var traceName: String { "\(count)" }
  }

  private let subject: ConcurrentValueSubject<State, Never>

  init(recorder: TraceRecorder) {
    subject = ConcurrentValueSubject(State(), of: CountingModel.self, recorder: recorder)
  }

  func next() { subject.change { State(count: $0.count + 1) } }
}
