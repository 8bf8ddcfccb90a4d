import OrreryTrace

/// The life of one connection that is opened again when it breaks.
///
/// The machine decides and does nothing: each method returns what its owner has to do.
struct ConnectionStateMachine {
  enum State {
    /// Nobody has asked for the connection yet.
    case idle
    /// A handshake is under way; `attempt` counts from one.
    case connecting(attempt: Int)
    /// The handshake failed; the owner waits before the next attempt.
    case backingOff(attempt: Int)
    /// Requests may run; `requests` of them do.
    case connected(requests: Int)
    /// Closing was asked for while requests ran; no new one is taken.
    case draining(requests: Int)
    /// The end.
    case closed
  }

  enum ConnectAction {
    case openSocket
    case none
  }

  enum HandshakeAction {
    case serveRequests
    case closeSocket
  }

  enum FailureAction {
    case wait(seconds: Int)
    case giveUp
    case none
  }

  enum RequestAction {
    case execute
    case failRequest
  }

  enum CloseAction {
    case closeSocket
    case none
  }

  static let attempts = 3

  private var state = State.idle
  private let trace = TraceInstance(
    machine: "Connection.ConnectionStateMachine", state: "idle")

  mutating func connect() -> ConnectAction {
    let step = trace.step(from: state.traceName)
    defer { step?.record(event: "connect", to: state.traceName) }
    switch state {
    case .idle:
      state = .connecting(attempt: 1)
      return .openSocket
    case .backingOff(let attempt):
      state = .connecting(attempt: attempt + 1)
      return .openSocket
    case .connecting, .connected, .draining, .closed:
      return .none
    }
  }

  mutating func handshakeSucceeded() -> HandshakeAction {
    let step = trace.step(from: state.traceName)
    defer { step?.record(event: "handshakeSucceeded", to: state.traceName) }
    switch state {
    case .connecting:
      state = .connected(requests: 0)
      return .serveRequests
    case .idle, .backingOff, .connected, .draining, .closed:
      return .closeSocket
    }
  }

  mutating func connectionFailed() -> FailureAction {
    let step = trace.step(from: state.traceName)
    defer { step?.record(event: "connectionFailed", to: state.traceName) }
    switch state {
    case .connecting(let attempt) where attempt < Self.attempts:
      state = .backingOff(attempt: attempt)
      return .wait(seconds: attempt)
    case .connecting:
      state = .closed
      return .giveUp
    case .connected:
      state = .backingOff(attempt: 0)
      return .wait(seconds: 0)
    case .draining:
      state = .closed
      return .giveUp
    case .idle, .backingOff, .closed:
      return .none
    }
  }

  mutating func requestStarted() -> RequestAction {
    let step = trace.step(from: state.traceName)
    defer { step?.record(event: "requestStarted", to: state.traceName) }
    switch state {
    case .connected(let requests):
      state = .connected(requests: requests + 1)
      return .execute
    case .idle, .connecting, .backingOff, .draining, .closed:
      return .failRequest
    }
  }

  mutating func requestFinished() -> CloseAction {
    let step = trace.step(from: state.traceName)
    defer { step?.record(event: "requestFinished", to: state.traceName) }
    switch state {
    case .connected(let requests):
      state = .connected(requests: max(0, requests - 1))
      return .none
    case .draining(let requests) where requests > 1:
      state = .draining(requests: requests - 1)
      return .none
    case .draining:
      state = .closed
      return .closeSocket
    case .idle, .connecting, .backingOff, .closed:
      return .none
    }
  }

  mutating func close() -> CloseAction {
    let step = trace.step(from: state.traceName)
    defer { step?.record(event: "close", to: state.traceName) }
    switch state {
    case .connected(let requests) where requests > 0:
      state = .draining(requests: requests)
      return .none
    case .connecting, .connected:
      state = .closed
      return .closeSocket
    case .idle, .backingOff:
      state = .closed
      return .none
    case .draining, .closed:
      return .none
    }
  }
}

extension ConnectionStateMachine.State {
  var traceName: String {
    switch self {
    case .idle: "idle"
    case .connecting: "connecting"
    case .backingOff: "backingOff"
    case .connected: "connected"
    case .draining: "draining"
    case .closed: "closed"
    }
  }
}
