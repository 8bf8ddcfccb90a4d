import OrreryTrace
import Synchronization

/// A state behind a lock: a step begins and ends where the lock is held.
final class Gate: Sendable {
  private enum State { case open, shut }
  private let state = Mutex(State.shut)
  private let trace: TraceInstance

  init(recorder: TraceRecorder = .shared) {
    trace = TraceInstance(
      machine: Naming.machine(of: Gate.self), state: "shut", recorder: recorder)
  }

  // recipe
  func push() -> Bool {
    state.withLock { state in
      let step = trace.step(from: Naming.state(reflecting: state))
      defer { step?.record(event: "push", to: Naming.state(reflecting: state)) }
      guard case .shut = state else { return false }
      state = .open
      return true
    }
  }
  // end

  func close() {
    state.withLock { state in
      let step = trace.step(from: Naming.state(reflecting: state))
      defer { step?.record(event: "close", to: Naming.state(reflecting: state)) }
      state = .shut
    }
  }
}
