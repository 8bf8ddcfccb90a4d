import OrreryTrace

/// A feature of its own make: a function from a state and an event to what is to be done.
enum Counter {
  enum State: Equatable {
    case idle
    case counting(Int)
    case full
  }
  enum Event { case start, add, reset }
  enum Effect { case save(Int) }

  static func reduce(_ state: inout State, _ event: Event) -> [Effect] {
    switch (state, event) {
    case (.idle, .start):
      state = .counting(0)
      return []
    case (.counting(let count), .add) where count < 2:
      state = .counting(count + 1)
      return []
    case (.counting(let count), .add):
      state = .full
      return [.save(count)]
    case (.counting, .reset), (.full, .reset):
      state = .idle
      return []
    default: return []
    }
  }
}

/// Where the reducer is called.
final class CounterStore {
  private(set) var state = Counter.State.idle
  private(set) var saved: [Int] = []
  private let trace: TraceInstance

  init(recorder: TraceRecorder = .shared) {
    trace = TraceInstance(
      machine: Naming.machine(of: Counter.self), style: "reducer", state: "idle", recorder: recorder
    )
  }

  func send(_ event: Counter.Event) {
    // recipe
    let step = trace.step(from: Naming.state(reflecting: state))
    let effects = Counter.reduce(&state, event)
    step?.record(
      event: Naming.event(reflecting: event, of: trace.machine),
      to: Naming.state(reflecting: state))
    // end
    for case .save(let count) in effects { saved.append(count) }
  }
}
