import OrreryTrace

/// The module and the names of a type and those around it, for types that no macro saw.
struct TypePath: Hashable {
  /// `Module.Outer.Inner`.
  let id: String

  init(_ type: Any.Type) { id = Naming.machine(reflecting: String(reflecting: type)) }

  /// Whether a type stands in another one, or among the actions that stand there.
  func isDeclared(by feature: TypePath) -> Bool {
    guard id.hasPrefix(feature.id + ".") else { return false }
    let inside = id.dropFirst(feature.id.count + 1)
    return !inside.contains(".") || inside.hasPrefix("Action.")
  }
}
