import Orrery

/// A lamp that warms up before it is on, or for ever.
@StateMachine
public struct Lamp: StateMachine {
  public enum State: Equatable, Sendable { case off, warming, on }
  public enum Input: Equatable, Sendable { case press }
  public enum IOEffect: Equatable, Sendable { case heat }
  public enum IOResult: Equatable, Sendable { case heated }

  private let isBroken: Bool

  public init(isBroken: Bool = false) { self.isBroken = isBroken }

  public static func reduceInput(_ state: State, _ input: Input) -> Transition {
    switch (state, input) {
    case (.off, .press): transition(.warming, effect: .heat)
    case (.warming, .press), (.on, .press): nextState(.off)
    }
  }

  public static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
    switch (state, ioResult) {
    case (.warming, .heated): nextState(.on)
    case (.off, .heated), (.on, .heated): identity
    }
  }

  public func runIOEffect(_ ioEffect: IOEffect) async -> IOResult? {
    if isBroken { try? await Task.sleep(for: .seconds(60)) }
    return .heated
  }
}
