/// Where a recorded event came from; its raw value is the `origin` of a step.
public enum EventOrigin: String, CaseIterable, Sendable {
  /// From outside: a user, a caller, the network.
  case input
  /// From an effect that the machine itself started.
  case ioResult
  /// From the machine itself, such as the continuation after an `await`.
  case `internal`
  /// From a nested machine.
  case child
}
