import OrreryLowering
import OrreryModel
import SwiftSyntax

/// What a `BindingReducer` does to the state: it gives one property what a view asks for.
extension HandlerWalk {
  /// The ways in which a binding may have been set: one for each property with few values that a view
  /// binds, and one for all others.
  func binding(_ flow: Flow, after reducers: Int, _ walker: Interpreter) -> [Flow] {
    guard isProjected, let eventCase, eventCase.values.first?.isBinding == true,
      let binding = site.bindings.first(where: { $0.reducers == reducers }), let watched
    else { return [flow] }
    let carried = Value.unknown(Unknown(id: "$event.0", text: "$0"))
    var others = flow
    others.path.isGuess = true
    var ways: [Flow] = []
    for name in site.bound.sorted() {
      guard let value = boundValue(of: name, walker) else {
        others.path.note(name, of: watched, setBy: binding)
        continue
      }
      let question = Pattern(keyPath: [name])
      guard case .open(var yes, let no, _) = walker.match(question, carried, others.path) else {
        continue
      }
      let clause = Clause(text: "case \\.\(name)")
      yes.guards = flow.path.guards + [clause]
      yes.set(value, at: watched.appending(name))
      yes.note(name, of: watched, setBy: binding)
      ways.append(Flow(path: yes, exit: flow.exit))
      others.path = no
      others.path.guards.append(clause.negated)
    }
    return ways + [others]
  }

  /// What a view may give a property; nothing for one that has too many values to be told apart.
  private func boundValue(of name: String, _ walker: Interpreter) -> Value? {
    guard let property = site.state.property(name)?.property else { return nil }
    let domain = walker.domain(of: property, in: site.state)
    let isBool = property.initializer?.is(BooleanLiteralExprSyntax.self) ?? false
    let isOptional = property.type?.is(OptionalTypeSyntax.self) ?? false
    guard domain != nil || isBool || isOptional else { return nil }
    var value = Unknown(
      id: "$event.\(name)", text: "value",
      type: index.resolve(property.type, in: site.state, module: site.state.module))
    value.domain = domain
    return .unknown(value)
  }
}

extension Path {
  fileprivate mutating func note(
    _ name: String, of watched: Place, setBy binding: Site.Binding
  ) {
    let write = Write(path: name, op: "=", value: "value", location: binding.location)
    log(write, at: resolved(watched))
    writeLocation = binding.location
    decided = guards.count
  }
}

extension HandlerWalk.EnumCaseName.Payload {
  /// Whether it tells which property is to have what.
  var isBinding: Bool {
    let name = type?.prefix { $0 != "<" }.split(separator: ".").last
    return name == "BindingAction" || name == "BindingActionOf"
  }
}
