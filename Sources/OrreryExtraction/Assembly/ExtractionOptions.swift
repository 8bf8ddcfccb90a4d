import OrreryTrace

/// What the caller may decide.
///
/// Each is said by machine id or its last parts; of several that fit the longest counts. What a hint
/// in the source says goes before.
public struct ExtractionOptions: Hashable, Sendable {
  /// The properties that name the states of a struct state.
  public var projections: [String: [String]] = [:]
  /// The initial state.
  public var initialStates: [String: String] = [:]
  /// The name that is shown.
  public var names: [String: String] = [:]

  public init() {}

  /// What is said of a machine.
  func value<Value>(in settings: [String: Value], for id: String) -> Value? {
    settings.filter { Naming.matches(id: id, name: $0.key) }
      .max { $0.key.utf8.count < $1.key.utf8.count }?.value
  }
}
