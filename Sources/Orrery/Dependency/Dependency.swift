/// A property of a machine that holds something from outside, for its effects.
///
/// ```swift
/// @Dependency(\.numberFacts) var numberFacts
/// ```
///
/// Its value is the one in force where the machine is made; one that is set where it is used wins.
@propertyWrapper
public struct Dependency<Value: Sendable>: Sendable {
  private let value: @Sendable (DependencyValues) -> Value
  private let initial: DependencyValues

  public init(_ path: any KeyPath<DependencyValues, Value> & Sendable) {
    value = { $0[keyPath: path] }
    initial = .current
  }

  public init<Key: DependencyKey<Value>>(_ key: Key.Type) {
    value = { $0[Key.self] }
    initial = .current
  }

  public var wrappedValue: Value { value(initial.overridden(by: .current)) }
}
