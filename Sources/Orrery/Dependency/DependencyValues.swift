/// Something from outside that a machine's effects use, with the value that it has in the running
/// program and the one that it has in tests.
///
/// ```swift
/// extension NumberFacts: DependencyKey {
///   static let liveValue = NumberFacts { "\($0) is a good number." }
///   static let testValue = NumberFacts { _ in "a fact" }
/// }
/// ```
public protocol DependencyKey<Value>: SendableMetatype {
  associatedtype Value: Sendable = Self

  static var liveValue: Value { get }
  /// The value in tests; by default the live one, which a test store reports.
  static var testValue: Value { get }
}

extension DependencyKey {
  public static var testValue: Value {
    DependencyValues.current.onLiveUse?("\(Self.self)")
    return liveValue
  }
}

/// The dependencies that are in force: those of the running program, or of a test.
///
/// Give each dependency a name in an extension:
///
/// ```swift
/// extension DependencyValues {
///   var numberFacts: NumberFacts {
///     get { self[NumberFacts.self] }
///     set { self[NumberFacts.self] = newValue }
///   }
/// }
/// ```
public struct DependencyValues: Sendable {
  /// Where dependencies without a value of their own take it from.
  public enum Context: Hashable, Sendable {
    case live, test
  }

  @TaskLocal package static var current = DependencyValues()

  public var context = Context.live
  /// Told the name of a key whose live value is used in a test.
  package var onLiveUse: (@Sendable (String) -> Void)?
  private var overrides: [ObjectIdentifier: any Sendable] = [:]

  public init() {}

  /// Whether anything differs from the running program.
  @usableFromInline var isCustom: Bool { context != .live || !overrides.isEmpty }

  /// The value of a dependency.
  public subscript<Key: DependencyKey>(key: Key.Type) -> Key.Value {
    get {
      if let value = overrides[ObjectIdentifier(key)] as? Key.Value { return value }
      return context == .live ? Key.liveValue : Key.testValue
    }
    set { overrides[ObjectIdentifier(key)] = newValue }
  }

  /// The values in force, changed.
  @usableFromInline
  static func current(with change: (inout DependencyValues) -> Void) -> DependencyValues {
    var values = current
    change(&values)
    return values
  }

  /// Does something with these values in force.
  @usableFromInline
  func inForce<Result>(_ body: () -> Result) -> Result {
    Self.$current.withValue(self, operation: body)
  }

  /// These values, and over them those that were set elsewhere.
  func overridden(by other: DependencyValues) -> DependencyValues {
    guard other.isCustom else { return self }
    var result = self
    result.context = other.context
    result.onLiveUse = other.onLiveUse ?? onLiveUse
    result.overrides.merge(other.overrides) { $1 }
    return result
  }
}

/// Runs something with other dependencies.
///
/// - Parameters:
///   - change: Sets the dependencies.
///   - operation: What runs with them; stores that it makes keep them.
public func withDependencies<Result>(
  _ change: (inout DependencyValues) throws -> Void, operation: () throws -> Result
) rethrows -> Result {
  var values = DependencyValues.current
  try change(&values)
  return try DependencyValues.$current.withValue(values, operation: operation)
}

/// Runs something that takes time with other dependencies.
///
/// - Parameters:
///   - change: Sets the dependencies.
///   - operation: What runs with them; stores that it makes keep them.
public func withDependencies<Result>(
  isolation: isolated (any Actor)? = #isolation,
  _ change: (inout DependencyValues) throws -> Void, operation: () async throws -> Result
) async rethrows -> Result {
  var values = DependencyValues.current
  try change(&values)
  return try await DependencyValues.$current.withValue(values, operation: operation)
}
