/// The name of an enum's case as the runtime's own reflection knows it.
///
/// Declared in one place: the optimiser of a program that sees two with different types traps.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<Value: ~Copyable>(_ value: borrowing Value) -> UnsafePointer<CChar>?

/// Names that reflection finds, where neither a declaration nor a macro wrote them down.
extension Naming {
  /// The id of the machine that a type is: its name with module and enclosing types.
  public static func machine(of type: Any.Type) -> String {
    machine(reflecting: String(reflecting: type))
  }

  /// The case's name without what it carries, also of a private type; nothing where the value is no enum.
  public static func caseName<Value: ~Copyable>(of value: borrowing Value) -> String? {
    enumCaseName(value).map { String(cString: $0) }
  }

  /// The name of a state of any type: its case, or its properties of few values.
  ///
  /// An optional state without value is `nil`.
  public static func state<State>(reflecting state: State) -> String {
    if let name = caseName(of: state), name != "some", name != "none" { return name }
    let mirror = Mirror(reflecting: state)
    if mirror.displayStyle == .optional {
      func name<Value>(_ value: Value) -> String { self.state(reflecting: value) }
      return mirror.children.first.map { _openExistential($0.value, do: name) } ?? "nil"
    }
    if let name = caseName(of: state) { return name }
    return self.state(
      properties: mirror.children.compactMap { child in
        guard let label = child.label, let value = value(reflecting: child.value) else {
          return nil
        }
        return (label, value)
      })
  }

  /// The name of an event from its value: the case; `view.tapped` where what it carries is an enum that
  /// the machine's type declares.
  ///
  /// - Parameter machine: The id of the machine that takes the event.
  public static func event(reflecting event: Any, of machine: String) -> String {
    guard let name = caseName(ofAny: event) else { return ownTypeName(of: event) }
    guard let payload = payload(of: event),
      isDeclared(self.machine(of: type(of: payload)), by: machine),
      caseName(ofAny: payload) != nil
    else { return name }
    return "\(name).\(self.event(reflecting: payload, of: machine))"
  }

  /// The value of a property that has few; nothing for a type that has too many to name a state.
  ///
  /// Of an optional enum it is the case: a declaration that tells no more than whether there is a value
  /// knows it as `some`. So is the `State` of another feature called, whose states are its own.
  package static func value(reflecting value: Any) -> String? {
    if let flag = value as? Bool { return flag ? "true" : "false" }
    guard Mirror(reflecting: value).displayStyle == .optional else {
      return caseName(ofAny: value)
    }
    func name<Value>(_ value: Value) -> String { wrapped(value) }
    return unwrapped(value).map { _openExistential($0, do: name) } ?? "nil"
  }

  /// The name of what an optional holds: its case, or `some`.
  package static func wrapped<Value>(_ value: Value) -> String {
    guard let name = caseName(of: value), String(describing: Value.self) != "State" else {
      return "some"
    }
    return name
  }

  /// A value out of its optional; nothing where there is none.
  package static func unwrapped(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return value }
    return mirror.children.first.flatMap { unwrapped($0.value) }
  }

  package static func caseName(ofAny value: Any) -> String? {
    func name<Value>(_ value: Value) -> String? { caseName(of: value) }
    return _openExistential(value, do: name)
  }

  /// The name of a value's type without module, enclosing types and generic arguments.
  private static func ownTypeName(of value: Any) -> String {
    String("\(type(of: value))".prefix { $0 != "<" })
  }

  /// What a case holds, with or without a label.
  package static func payload(of event: Any) -> Any? {
    guard let value = Mirror(reflecting: event).children.first?.value else { return nil }
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .tuple && mirror.children.count == 1
      ? mirror.children.first?.value : value
  }

  /// Whether a type stands in another one, or among the actions that stand there.
  private static func isDeclared(_ type: String, by machine: String) -> Bool {
    guard type.hasPrefix(machine + ".") else { return false }
    let inside = type.dropFirst(machine.count + 1)
    return !inside.contains(".") || inside.hasPrefix("Action.")
  }
}
