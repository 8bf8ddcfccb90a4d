/// A door that locks.
public struct DoorStateMachine {
  public enum State {
    case open
    case closed
    case locked
  }

  public private(set) var state = State.open

  public init() {}

  public mutating func close() {
    switch state {
    case .open: state = .closed
    case .closed, .locked: break
    }
  }

  public mutating func lock() {
    switch state {
    case .closed: state = .locked
    case .open, .locked: break
    }
  }

  public mutating func unlock() {
    switch state {
    case .locked: state = .closed
    case .open, .closed: break
    }
  }
}
