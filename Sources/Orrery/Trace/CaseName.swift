import OrreryTrace

/// The name of an enum's case as the runtime's own reflection knows it.
///
/// Used where no macro wrote the names down; it works for private types.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?

public enum CaseName {
  /// The case's name without payload; nothing where the value is no enum.
  public static func of<Value>(_ value: Value) -> String? {
    enumCaseName(value).map { String(cString: $0) }
  }

  /// The name of a type without module, enclosing types and generic arguments.
  static func ofType<Value>(_ type: Value.Type) -> String {
    String("\(type)".prefix { $0 != "<" })
  }

  /// The id of the machine that a type is: its name with module and enclosing types.
  static func machine<Value>(_ type: Value.Type) -> String {
    Naming.machine(reflecting: String(reflecting: type))
  }
}
