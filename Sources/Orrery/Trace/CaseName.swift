import OrreryTrace

/// The name of an enum's case, where no macro wrote the names down.
public enum CaseName {
  /// The case's name without payload; nothing where the value is no enum.
  public static func of<Value>(_ value: Value) -> String? {
    Naming.caseName(of: value)
  }

  /// The name of a type without module, enclosing types and generic arguments.
  static func ofType<Value>(_ type: Value.Type) -> String {
    String("\(type)".prefix { $0 != "<" })
  }
}
