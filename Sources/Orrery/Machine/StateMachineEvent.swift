/// What a state machine reacts to.
public enum StateMachineEvent<Input: Sendable, IOResult: Sendable>: Sendable {
  case input(Input)
  case ioResult(IOResult)
}

extension StateMachineEvent: Equatable where Input: Equatable, IOResult: Equatable {}
extension StateMachineEvent: Hashable where Input: Hashable, IOResult: Hashable {}

/// An action type that holds a state machine's events, maybe beside other actions.
public protocol StateMachineEventConvertible: Sendable {
  associatedtype Input: Sendable
  associatedtype IOResult: Sendable

  static func input(_: Input) -> Self
  static func ioResult(_: IOResult) -> Self
  /// The machine's event, or nothing where the action is another's.
  static func map(_ action: Self) -> StateMachineEvent<Input, IOResult>?
}

extension StateMachineEvent: StateMachineEventConvertible {
  public static func map(_ action: Self) -> StateMachineEvent<Input, IOResult>? { action }
}
