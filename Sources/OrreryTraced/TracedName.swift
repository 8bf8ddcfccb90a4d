import OrreryTrace

/// The name of a state or an event whose type the macro does not see.
public enum TracedName {
  /// What is no enum has no name: its description may tell what no log should hold.
  private static var unknown: String { "?" }

  /// The case's name without what it carries.
  public static func of<Value>(_ value: Value) -> String {
    Naming.caseName(of: value) ?? unknown
  }

  /// The case's name of a value that cannot be copied.
  @_disfavoredOverload
  public static func of<Value: ~Copyable>(_ value: borrowing Value) -> String {
    Naming.caseName(of: value) ?? unknown
  }

  /// `nil`, or the case's name.
  public static func of<Value>(_ value: Value?) -> String {
    value.map { of($0) } ?? "nil"
  }
}
