/// What a program does wrong with a machine: the fact with its evidence, and what to do.
package struct Misuse: Sendable, CustomStringConvertible {
  let fact: String
  let fix: String

  package var description: String { "\(fact). To fix, \(fix)." }

  static func unmapped(_ action: some Sendable) -> Misuse {
    Misuse(
      fact: "the parent has no case for its result '\(name(of: action))'",
      fix: "give the parent's IOResult a case marked '@Forward(Child.IOResult.self)', "
        + "or map the result in 'fromChildAction'")
  }

  static func thrown(_ error: any Error) -> Misuse {
    Misuse(
      fact: "its work threw '\(error)'",
      fix: "catch the error inside the effect and send what it means as an action")
  }

  static func absent(_ action: some Sendable, in path: String) -> Misuse {
    Misuse(
      fact: "Action '\(name(of: action))' came for a child whose state is not there: \(path)",
      fix: "send it only while the state is there, or give the child its state before")
  }

  /// The same where an effect did it.
  func of(effect name: String) -> Misuse {
    Misuse(fact: "Effect '\(name)' failed: \(fact)", fix: fix)
  }

  /// The case of an action, or of the event that a machine's action holds.
  private static func name<Value>(of value: Value) -> String {
    guard let name = CaseName.of(value) else { return CaseName.ofType(Value.self) }
    guard ["input", "ioResult"].contains(name),
      let event = Mirror(reflecting: value).children.first?.value
    else { return name }
    return caseName(of: event) ?? name
  }

  private static func caseName(of event: Any) -> String? {
    func name<Value>(_ value: Value) -> String? { CaseName.of(value) }
    return _openExistential(event, do: name)
  }
}
