import OrreryTrace
import OrreryTraced

/// A small machine that knows nothing of recording.
struct Door {
  enum State { case open, shut }
  private var state = State.open

  @inline(never)
  mutating func push() -> Int {
    switch state {
    case .open:
      state = .shut
      return 1
    case .shut:
      state = .open
      return 2
    }
  }
}

/// The same as `@Traced` writes it, without swift-syntax.
///
/// A test of the macro compares its lines.
struct TracedDoor {
  enum State { case open, shut }
  private var state = State.open

  @inline(never)
  mutating func push() -> Int {
    let _tracedStep = self._traced.isOn ? self._tracedBegin() : nil
    defer { if let _tracedStep { _tracedStep.end("push", self._tracedState, self._traced) } }
    switch state {
    case .open:
      state = .shut
      return 1
    case .shut:
      state = .open
      return 2
    }
  }

  var _traced: TracedInstance

  init(_ recorder: TraceRecorder) {
    _traced = TracedInstance(machine: "Network.Door", recorder: recorder)
  }

  var _tracedState: String {
    switch self.state {
    case .open: "open"
    case .shut: "shut"
    }
  }

  mutating func _tracedBegin(waits: Bool = false) -> TracedStep? {
    TracedInstance.begin(&self._traced, waits: waits, self._tracedState)
  }
}

/// The same, recorded by hand.
struct RecordedDoor {
  enum State {
    case open, shut

    var traceName: String {
      switch self {
      case .open: "open"
      case .shut: "shut"
      }
    }
  }

  private var state = State.open
  private let trace: TraceInstance

  init(_ recorder: TraceRecorder) {
    trace = TraceInstance(machine: "Network.Door", state: "open", recorder: recorder)
  }

  @inline(never)
  mutating func push() -> Int {
    let from = state
    defer { trace.record(event: "push", from: from.traceName, to: state.traceName) }
    switch state {
    case .open:
      state = .shut
      return 1
    case .shut:
      state = .open
      return 2
    }
  }
}
