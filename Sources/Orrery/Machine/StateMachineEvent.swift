/// What a state machine reacts to.
public enum StateMachineEvent<Input, IOResult> {
  case input(Input)
  case ioResult(IOResult)
}

extension StateMachineEvent: Sendable where Input: Sendable, IOResult: Sendable {}
extension StateMachineEvent: Equatable where Input: Equatable, IOResult: Equatable {}
extension StateMachineEvent: Hashable where Input: Hashable, IOResult: Hashable {}

/// An action type that holds a state machine's events, maybe beside other actions.
public protocol StateMachineEventConvertible {
  associatedtype Input
  associatedtype IOResult

  static func input(_: Input) -> Self
  static func ioResult(_: IOResult) -> Self
  /// The machine's event, or nothing where the action is another's.
  static func map(_ action: Self) -> StateMachineEvent<Input, IOResult>?
}

extension StateMachineEvent: StateMachineEventConvertible {
  @inlinable
  public static func map(_ action: Self) -> StateMachineEvent<Input, IOResult>? { action }
}
