import OrreryTrace

/// The name of a struct state: its properties of few values, in declaration order.
///
/// Generated code calls `value` for each stored property, so that the compiler picks the overload by
/// the property's type.
public enum StateName {
  /// The name from all properties; those without a value are left out.
  public static func of(_ properties: [(name: String, value: String?)]) -> String {
    Naming.state(
      properties: properties.compactMap { property in
        property.value.map { (property.name, $0) }
      })
  }

  public static func value(_ value: Bool) -> String? { value ? "true" : "false" }

  public static func value<Wrapped>(_ value: Wrapped?) -> String? {
    switch value {
    case nil: "nil"
    case let value?: Naming.wrapped(value)
    }
  }

  /// An enum's case; nothing for a type that has too many values to name a state.
  public static func value<Value>(_ value: Value) -> String? { CaseName.of(value) }

  /// The name of a state of any type, found by reflection.
  public static func reflecting<State>(_ state: State) -> String {
    Naming.state(reflecting: state)
  }
}
